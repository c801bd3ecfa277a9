package io.github.llmperf;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.BaselineStore;
import io.github.llmperf.baseline.Environment;
import io.github.llmperf.plan.BaselinePolicy.Mode;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.report.Report;
import io.github.llmperf.verdict.Verdict;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/** The stored runs that apply to a plan: read before the load, appended to after the verdict when that is asked for. */
record Baselines(LoadPlan plan, Path directory, Environment environment) {

    static Baselines of(LoadPlan plan, Path workingDirectory) {
        Path directory = BaselineStore.directoryFor(plan.baseline(), workingDirectory);
        return new Baselines(plan, directory, environment(plan));
    }

    BaselineLookup find() {
        return isOff() ? BaselineLookup.off() : BaselineStore.open(directory).find(plan, environment);
    }

    private boolean isOff() {
        return plan.baseline().mode() == Mode.OFF;
    }

    /** Appends a valid run. What cannot be stored fails the test: whoever asked for it must know. */
    void record(Report report) {
        Verdict verdict = report.judgement().verdict();
        boolean valid = verdict != Verdict.INVALID && verdict != Verdict.ERROR;
        if (plan.baseline().mode() != Mode.RECORD || !valid) {
            return;
        }
        try {
            BaselineStore.open(directory).append(line(report));
        } catch (IOException e) {
            throw new LoadTestException("the run could not be stored as a baseline: " + e.getMessage(), e);
        }
    }

    private BaselineRun line(Report report) {
        return BaselineRun.of(
                plan,
                environment,
                report.measurement(),
                report.judgement().verdict().name(),
                report.startedAt(),
                report.commit());
    }

    private static Environment environment(LoadPlan plan) {
        URI url = plan.target().url();
        // Without its query: some teams put a key there.
        String clean = url.getScheme() + "://" + url.getAuthority() + url.getPath();
        String target = plan.target().name() == null ? clean : plan.target().name();
        String model = plan.target().model() == null ? "" : plan.target().model();
        return new Environment(
                plan.baseline().environment(),
                target,
                model,
                plan.target().labels(),
                "",
                System.getProperty("java.version"),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors());
    }
}
