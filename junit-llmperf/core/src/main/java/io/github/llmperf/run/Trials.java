package io.github.llmperf.run;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.ServerLog;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.Recorder;
import io.github.llmperf.measure.server.ServerView;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.run.PreparedLoads.Prepared;
import io.github.llmperf.verdict.Candidate;
import io.github.llmperf.verdict.Judge;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.PairedJudge;
import io.github.llmperf.verdict.PairedRuns;
import io.github.llmperf.verdict.Remark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/**
 * All trials of a test.
 *
 * @param all one at least; several of a test with one load
 * @param givenUp what tries of trials came to that could not be judged, and in whose place others stand
 * @param notRetried why the last trial was not tried again, although that might heal it; empty where nothing kept it
 * @param cutShort why the target could not be started for another; empty when none was wanted
 */
record Trials(
        List<Trial> all,
        List<Judgement> givenUp,
        Optional<Remark.NotRetried> notRetried,
        Optional<ExtensionConfigurationException> cutShort) {

    Trials {
        all = List.copyOf(all);
        givenUp = List.copyOf(givenUp);
    }

    Trials(Trial first) {
        this(List.of(first), List.of(), Optional.empty(), Optional.empty());
    }

    /** Adds another trial. */
    Trials and(Trial next) {
        return new Trials(Stream.concat(all.stream(), Stream.of(next)).toList(), givenUp, notRetried, cutShort);
    }

    /** Puts another try in the place of the last trial. */
    Trials butLast(Trial again, Judgement last) {
        List<Trial> others = all.subList(0, all.size() - 1);
        return new Trials(
                Stream.concat(others.stream(), Stream.of(again)).toList(),
                Stream.concat(givenUp.stream(), Stream.of(last)).toList(),
                notRetried,
                cutShort);
    }

    /** Tells why the last trial is not tried again. */
    Trials because(Optional<Remark.NotRetried> why) {
        return new Trials(all, givenUp, why, cutShort);
    }

    /** Tells why the target could not be started for another. */
    Trials cutShort(ExtensionConfigurationException cause) {
        return new Trials(all, givenUp, notRetried, Optional.of(cause));
    }

    /** Returns them as followed by one that an interrupt prevented. */
    Trials interrupted() {
        Trial last = all.get(all.size() - 1);
        List<Trial> cut = new ArrayList<>(all.subList(0, all.size() - 1));
        cut.add(new Trial(last.execution().interrupted(), last.measurements()));
        return new Trials(cut, givenUp, notRetried, cutShort);
    }

    /** Returns how often loads were sent. */
    int tries() {
        return all.size() + givenUp.size();
    }

    /** Returns how many loads were run: fewer than planned where a stage ended early. */
    int loads() {
        return all.get(0).execution().loads().size();
    }

    /** Returns what is judged of one load. */
    Candidate candidate(int load) {
        var each = all.stream().map(trial -> trial.measurements().get(load)).toList();
        List<LoadRun> runs = runs(load);
        return new Candidate(LoadRun.together(runs), Recorder.pool(each), each)
                .with(ServerView.of(server(), runs))
                .afterTries(givenUp);
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

    /** Judges a load as far as it has come: of a re-run together with what ran before in the same build. */
    Judgement judge(Prepared load, int number) {
        return judge(load, load.withEarlier(candidate(number)), paired(load.plan()));
    }

    /**
     * Judges a load.
     *
     * @param candidate what is judged of it
     * @param paired what the second target came to
     */
    Judgement judge(Prepared load, Candidate candidate, Optional<PairedRuns> paired) {
        return fault().orElseGet(() -> load.plan().load().pairing() == null
                ? Judge.judge(load.plan(), candidate, load.stored())
                : PairedJudge.judge(load.plan(), candidate, paired));
    }

    /** Returns the verdict of a target that did not answer a single request in one of them. */
    private Optional<Judgement> fault() {
        return all.stream().flatMap(trial -> trial.execution().fault().stream()).findFirst();
    }

    /** Returns what the servers of all trials said of themselves. */
    ServerLog server() {
        return ServerLog.together(
                all.stream().map(trial -> trial.execution().server()).toList());
    }
}
