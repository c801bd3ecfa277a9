package io.github.llmperf.run;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.ServerLog;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.Recorder;
import io.github.llmperf.measure.server.ServerView;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.Candidate;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.PairedRuns;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/**
 * All trials of a test.
 *
 * @param all one at least; several of a test with one load
 * @param cutShort why the target could not be started for another; empty when none was wanted
 */
record Trials(List<Trial> all, Optional<ExtensionConfigurationException> cutShort) {

    Trials {
        all = List.copyOf(all);
    }

    Trials(List<Trial> all) {
        this(all, Optional.empty());
    }

    /** Returns how many loads were run: fewer than planned where a stage ended early. */
    int loads() {
        return all.get(0).execution().loads().size();
    }

    /** Returns what is judged of one load. */
    Candidate candidate(int load) {
        var each = all.stream().map(trial -> trial.measurements().get(load)).toList();
        List<LoadRun> runs = runs(load);
        return new Candidate(LoadRun.together(runs), Recorder.pool(each), each).with(ServerView.of(server(), runs));
    }

    /** Returns the first trial of one load alone, which is what a baseline stores. */
    Candidate first(int load) {
        Trial first = all.get(0);
        List<LoadRun> runs = first.execution().loads().get(load);
        return Candidate.of(LoadRun.together(runs), first.measurements().get(load))
                .with(ServerView.of(first.execution().server(), runs));
    }

    /** Returns everything that was sent of one load, its repetitions one by one. */
    List<LoadRun> runs(int load) {
        return all.stream()
                .flatMap(trial -> trial.execution().loads().get(load).stream())
                .toList();
    }

    /** Returns what the second target came to, where there is one and its turn came. */
    Optional<PairedRuns> paired(LoadPlan plan) {
        List<LoadRun> other = all.get(0).execution().other();
        if (other.isEmpty()) {
            return Optional.empty();
        }
        List<LoadRun> own = runs(0);
        List<Measurement> measured =
                own.stream().map(run -> Recorder.measure(plan, run)).toList();
        return Optional.of(PairedRuns.of(plan, own, measured, other));
    }

    /** Returns the verdict of a target that did not answer a single request in one of them. */
    Optional<Judgement> fault() {
        return all.stream().flatMap(trial -> trial.execution().fault().stream()).findFirst();
    }

    /** Returns what the servers of all trials said of themselves. */
    ServerLog server() {
        return ServerLog.together(
                all.stream().map(trial -> trial.execution().server()).toList());
    }
}
