package io.github.llmperf.run;

import io.github.llmperf.LoadTestException;
import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.BaselineStore;
import io.github.llmperf.baseline.Comparability;
import io.github.llmperf.baseline.Environment;
import io.github.llmperf.baseline.NoRuns;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.BaselinePolicy.Mode;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Report.BaselineUse;
import io.github.llmperf.report.model.Rerun;
import io.github.llmperf.report.model.StoredRuns;
import io.github.llmperf.settings.ConfigurationKeys;
import io.github.llmperf.verdict.StoredVerdict;
import io.github.llmperf.wording.FindingText;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The stored runs that apply to a plan: read before the load, appended to after the verdict when that is asked for. */
record Baselines(LoadPlan plan, Path workingDirectory, Path directory, Environment environment) {

    static Baselines of(LoadPlan plan, Path workingDirectory) {
        Path directory = BaselineStore.directoryFor(plan.criteria().baseline(), workingDirectory);
        return new Baselines(plan, workingDirectory, directory, environment(plan));
    }

    BaselineLookup find() {
        return find(Set.of());
    }

    private BaselineLookup find(Set<String> without) {
        return plan.criteria().baseline().mode() == Mode.OFF
                ? BaselineLookup.off()
                : BaselineStore.open(directory).find(plan, environment, without);
    }

    /** Leaves out what this very build has stored: a run is no evidence beside itself. */
    BaselineLookup findBefore(Rerun rerun) {
        Set<String> own = rerun.earlier().stream().map(BaselineRun::runId).collect(Collectors.toSet());
        BaselineLookup others = find(own);
        return others.runs().isEmpty() && !find().runs().isEmpty()
                ? others.because(new NoRuns(others.file().toString(), new NoRuns.OnlyOfThisBuild(), false))
                : others;
    }

    /** What a stored run must equal to be compared with this one. */
    Comparability comparability() {
        return Comparability.of(plan, environment);
    }

    /** What reports say of the runs; they are passed around, so no more of this machine's paths stands in them than needed. */
    BaselineUse use(BaselineLookup stored) {
        Path file = stored.file();
        Path shown = file.startsWith(workingDirectory) ? workingDirectory.relativize(file) : file;
        return new BaselineUse(
                stored.runs().size(),
                plan.criteria().baseline().environment(),
                shown.toString(),
                StoredRuns.of(stored));
    }

    /** Appends a valid run, and says so. What cannot be stored fails the test: whoever asked for it must know. */
    Optional<LoadTestException> record(Report report, Consumer<String> saying) {
        if (plan.criteria().baseline().mode() != Mode.RECORD) {
            return Optional.empty();
        }
        if (!report.mayBeStored()) {
            String why = whyNotStored(report);
            saying.accept("did not store this run of " + plan.scenario() + ", since it " + why);
            // What was asked for is not lost where the build's first run was stored with it.
            boolean kept = report.series().rerun().stream()
                    .anyMatch(rerun -> !rerun.earlier().isEmpty());
            return kept
                    ? Optional.empty()
                    : lost().map(what -> new LoadTestException(
                            what + " was asked for, but this run " + why + " and is not stored; run it again"));
        }
        // Whatever the build tool runs again: a build stores one line, that of its first run.
        Optional<BaselineRun> first = report.series().rerun().flatMap(rerun -> rerun.earlier().stream()
                .findFirst());
        BaselineRun line = first.orElseGet(report::asBaselineRun);
        boolean stored;
        try {
            stored = BaselineStore.open(directory).append(line);
        } catch (IOException e) {
            return Optional.of(
                    new LoadTestException("the run could not be stored as a baseline: " + e.getMessage(), e));
        }
        if (!stored) {
            saying.accept("did not store this re-run of " + plan.scenario() + ": the build's first run is in "
                    + report.baseline().file());
            return Optional.empty();
        }
        saying.accept("stored " + (first.isPresent() ? "the build's first" : "this") + " run of " + plan.scenario()
                + " in " + report.baseline().file() + acceptance(line)
                + (line.tag() == null ? "" : ", tagged " + line.tag()));
        // From now on this is good enough: nobody should accept more than was meant.
        StoredVerdict.accepted(report.judgement()).stream().map(FindingText::of).forEach(saying);
        return Optional.empty();
    }

    private static String whyNotStored(Report report) {
        Verdict verdict = report.judgement().verdict();
        if (!verdict.isJudged()) {
            return "is " + verdict.words();
        }
        return report.judgement().isOfBusyClient()
                ? "was sent by a load generator that was too busy to measure for later runs"
                : "was ended early";
    }

    /** Returns what is lost with a run that is not stored: nobody would miss it before the next comparison. */
    private Optional<String> lost() {
        BaselinePolicy policy = plan.criteria().baseline();
        if (policy.accept() != null) {
            return Optional.of(ConfigurationKeys.ACCEPT + "=" + policy.accept());
        }
        return policy.tag() == null ? Optional.empty() : Optional.of(ConfigurationKeys.TAG + "=" + policy.tag());
    }

    private String acceptance(BaselineRun line) {
        if (plan.criteria().baseline().accept() == null) {
            return "";
        }
        return line.accepted() == null
                ? "; nothing needed accepting, so older runs count as before"
                : ", accepted: " + line.accepted();
    }

    private static Environment environment(LoadPlan plan) {
        URI url = plan.target().url();
        // Without path and query: some teams put a key there, and this is committed.
        String clean = url.getScheme() + "://" + url.getAuthority();
        String target = plan.target().name() == null ? clean : plan.target().name();
        String model = plan.target().model() == null ? "" : plan.target().model();
        return new Environment(
                plan.criteria().baseline().environment(),
                target,
                model,
                plan.target().labels(),
                "",
                System.getProperty("java.version"),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                Set.of());
    }
}
