package io.github.llmperf.run;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.BaselineRun.TestName;
import io.github.llmperf.baseline.BaselineStore;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.report.model.Rerun;
import io.github.llmperf.settings.AcceptSetting;
import io.github.llmperf.verdict.NotAccepted;
import io.github.llmperf.verdict.NotAccepted.Use;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether the reason that was given accepts a test. A bare reason accepts one test; every reason holds for the commit that
 * it was given on, so that one which is left behind in a job accepts nothing that comes later.
 *
 * @param setting the reasons
 * @param commit of the tested sources; null when unknown
 */
record Acceptance(AcceptSetting setting, @Nullable String commit) {

    /** Returns why the reason accepts nothing of a plan; empty where it does. */
    Optional<NotAccepted> refusal(LoadPlan plan, Baselines baselines, Optional<Rerun> rerun) {
        BaselinePolicy policy = plan.criteria().baseline();
        TestName test = TestName.of(plan.scenario().withoutStage());
        if (policy.mode() != BaselinePolicy.Mode.RECORD) {
            return Optional.empty();
        }
        if (policy.accept() == null) {
            return Optional.of(new NotAccepted.OthersNamed(
                    test.displayName(), List.copyOf(setting.byTest().keySet())));
        }
        List<String> own = rerun.stream()
                .flatMap(earlier -> earlier.earlier().stream())
                .map(BaselineRun::runId)
                .toList();
        List<Use> uses = accepted(policy, baselines).stream()
                .filter(run -> !own.contains(run.runId()) && isUsedUpBy(run, test))
                .map(run -> new Use(
                        run.test().withoutStage().displayName(), Optional.ofNullable(run.commit()), isCurrent(run)))
                .distinct()
                .toList();
        return uses.isEmpty()
                ? Optional.empty()
                : Optional.of(new NotAccepted.UsedUp(policy.accept(), test.displayName(), uses));
    }

    private static List<BaselineRun> accepted(BaselinePolicy policy, Baselines baselines) {
        try {
            return BaselineStore.open(baselines.directory())
                    .acceptedFor(Objects.requireNonNull(policy.accept()), policy.environment());
        } catch (IOException e) {
            throw unreadable(baselines.directory(), e);
        }
    }

    static UncheckedIOException unreadable(Path directory, IOException e) {
        return new UncheckedIOException(
                "what llmperf.baseline.accept has accepted before could not be read from " + directory + " ("
                        + e.getMessage() + "); make it readable, or record without llmperf.baseline.accept",
                e);
    }

    /** A run without anything to compare with needed no reason, and so has used up none. */
    private boolean isUsedUpBy(BaselineRun run, TestName test) {
        boolean same = run.test().withoutStage().equals(test);
        return same ? !isCurrent(run) : setting.bare().isPresent() && run.verdict() != Verdict.NO_BASELINE;
    }

    private boolean isCurrent(BaselineRun run) {
        return commit != null && commit.equals(run.commit());
    }
}
