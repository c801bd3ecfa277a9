package io.github.llmperf.run;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.PromptSet;
import io.github.llmperf.prompt.PromptSets;
import io.github.llmperf.publish.EarlierRuns;
import io.github.llmperf.report.model.Rerun;
import io.github.llmperf.settings.AcceptSetting;
import io.github.llmperf.settings.CapacityResolver;
import io.github.llmperf.settings.PlanResolver;
import io.github.llmperf.settings.RequestTokens;
import io.github.llmperf.settings.Scenarios;
import io.github.llmperf.verdict.Candidate;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.NotAccepted;
import io.github.llmperf.verdict.Remark;
import io.github.llmperf.verdict.StoredVerdict;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Everything that is known before the first request: what to send, and what to compare it with.
 *
 * @param each what one request is expected to cost
 * @param loads one, or the stages of a test; they share target, workload, prompts and run id, since together they are one
 *     run of the test
 * @param capacity how the test searches for the largest load, where it does
 */
record PreparedLoads(PromptSet prompts, RequestTokens each, List<Prepared> loads, CapacityResolver capacity) {

    /** One load, with the runs it is compared with as they are before it. */
    record Prepared(
            LoadPlan plan,
            Baselines baselines,
            Optional<Rerun> rerun,
            BaselineLookup stored,
            Optional<NotAccepted> notAccepted) {

        /** Adds why the reason that was given does not accept this run, where it would have to be accepted. */
        Judgement told(Judgement judgement) {
            return notAccepted
                    .filter(why -> StoredVerdict.wantsReason(judgement))
                    .map(why -> judgement.with(new Remark.ReasonElsewhere(why)))
                    .orElse(judgement);
        }

        /** Adds what ran before in the same build. */
        Candidate withEarlier(Candidate candidate) {
            return candidate.after(rerun.map(Rerun::earlier).orElse(List.of()));
        }
    }

    /**
     * Finds it out.
     *
     * @param second the second target of a comparison, where it was started as the own one
     */
    static PreparedLoads of(List<PlanResolver> resolvers, Target target, Optional<Target> second, TestRun test) {
        ExtensionContext context = test.context();
        Path workingDirectory = test.workingDirectory();
        Optional<Acceptance> acceptance =
                AcceptSetting.of(resolvers.get(0).parameters()).map(setting -> new Acceptance(setting, test.commit()));
        ClassLoader loader = context.getRequiredTestClass().getClassLoader();
        PromptSet prompts =
                resolvers.get(0).promptSetting().parse(name -> PromptSets.load(name, loader, workingDirectory));
        String runId = RunId.of(Instant.now(), new SecureRandom());
        List<LoadPlan> plans = resolvers.stream()
                .map(resolver -> {
                    LoadPlan alone =
                            resolver.plan(Scenarios.of(context, resolver.cell()), runId, target, prompts.contentHash());
                    LoadPlan plan = resolver.comparison()
                            .resolve(context, target, second)
                            .map(alone::withPairing)
                            .or(() -> resolver.capacity().plan().map(alone::withCapacity))
                            .orElse(alone);
                    resolver.check(plan, RequestTokens.of(prompts, plan.load().workload()));
                    return plan;
                })
                .toList();
        return new PreparedLoads(
                prompts,
                RequestTokens.of(prompts, plans.get(0).load().workload()),
                plans.stream()
                        .map(plan -> prepared(plan, workingDirectory, acceptance))
                        .toList(),
                resolvers.get(0).capacity());
    }

    private static Prepared prepared(LoadPlan asked, Path workingDirectory, Optional<Acceptance> acceptance) {
        Baselines before = Baselines.of(asked, workingDirectory);
        Optional<Rerun> rerun = EarlierRuns.find(asked, BuildProcess.name(), before.comparability());
        Optional<NotAccepted> not = acceptance.flatMap(given -> given.refusal(asked, before, rerun));
        LoadPlan plan = not.isPresent() ? asked.withoutAcceptance() : asked;
        Baselines baselines = Baselines.of(plan, workingDirectory);
        return new Prepared(
                plan, baselines, rerun, rerun.map(baselines::findBefore).orElseGet(baselines::find), not);
    }

    List<LoadPlan> plans() {
        return loads.stream().map(Prepared::plan).toList();
    }
}
