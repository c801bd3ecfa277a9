package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.server.ServerView;
import io.github.llmperf.metric.Measure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The run to be judged: usually one trial, several if the server could be restarted.
 *
 * @param run what was sent in all trials together, and how the generator fared
 * @param measurement what all trials together amount to: limits are judged by it
 * @param trials what each trial amounts to, one at least: stored runs are compared with these
 * @param earlier earlier runs of the same build, which count as one trial with the first: they shared its server and hour
 * @param server what the server said of itself meanwhile
 * @param added what a busy client can have added to each trial's values, which is left out of them
 * @param givenUp tries before that could not be judged, since the machine was busy
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Candidate(
        LoadRun run,
        Measurement measurement,
        List<Measurement> trials,
        List<BaselineRun> earlier,
        ServerView server,
        MostAdded added,
        List<Judgement> givenUp) {

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException if there is no trial
     */
    public Candidate {
        trials = List.copyOf(trials);
        earlier = List.copyOf(earlier);
        givenUp = List.copyOf(givenUp);
        if (trials.isEmpty()) {
            throw new IllegalArgumentException("trials must not be empty");
        }
    }

    /**
     * Makes the candidate of a build's first run.
     *
     * @param run what was sent in all trials together
     * @param measurement what all trials together amount to
     */
    public Candidate(LoadRun run, Measurement measurement, List<Measurement> trials) {
        this(run, measurement, trials, List.of(), ServerView.NOTHING, MostAdded.NOTHING, List.of());
    }

    /**
     * Returns the candidate of a re-run.
     *
     * @param runs earlier runs of the same build that can be compared
     */
    public Candidate after(List<BaselineRun> runs) {
        return new Candidate(run, measurement, trials, runs, server, added, givenUp);
    }

    /** Returns the candidate with the server's side of it. */
    public Candidate with(ServerView said) {
        return new Candidate(run, measurement, trials, earlier, said, added, givenUp);
    }

    /** Returns the candidate of a try after others that could not be judged. */
    public Candidate afterTries(List<Judgement> before) {
        return new Candidate(run, measurement, trials, earlier, server, added, before);
    }

    /** Returns whether a try before would have failed the test, had the machine not been busy. */
    boolean looksSaved() {
        return givenUp.stream().anyMatch(Judgement::wouldBeBad);
    }

    /** Returns what is told of the tries before; empty where there was none. */
    Optional<Finding> retried() {
        return givenUp.isEmpty() ? Optional.empty() : Optional.of(new Finding.Note(new Remark.Retried(givenUp)));
    }

    /** Returns the same at its best: without what the client can have added to it. */
    Candidate without(MostAdded most) {
        return new Candidate(run, measurement, trials, earlier, server, most, givenUp);
    }

    /**
     * Returns the value of one trial. The first is averaged with the earlier runs of the build, on the log scale; a run
     * without the measure, or with nothing of it, is left out.
     *
     * @param trial number of the trial, from 0
     * @param wholeRun whether rates are to be those of the whole run
     * @return its value in the metric's unit, or empty when the trial has no samples of it
     */
    OptionalDouble value(int trial, Measure measure, boolean wholeRun) {
        Measurement seen = trials.get(trial);
        OptionalDouble own = added.best(seen.compared(measure, wholeRun), seen, measure, false);
        if (trial > 0 || earlier.isEmpty() || own.isEmpty() || own.getAsDouble() <= 0) {
            return own;
        }
        return DoubleStream.concat(
                        DoubleStream.of(own.getAsDouble()),
                        earlier.stream()
                                .map(run -> ComparedValue.of(run, measure, wholeRun))
                                .filter(value -> value.isPresent() && value.getAsDouble() > 0)
                                .mapToDouble(OptionalDouble::getAsDouble))
                .map(Math::log)
                .average()
                .stream()
                .map(Math::exp)
                .findFirst();
    }

    /** Returns whether a trial, or an earlier run of the build, has its rates over the whole run instead of the window. */
    boolean ratesFromWholeRun() {
        return trials.stream().anyMatch(trial -> trial.window().ratesFromWholeRun())
                || earlier.stream().anyMatch(run -> run.counts().ratesFromWholeRun());
    }

    /**
     * Returns how many requests of one trial failed, those of earlier runs of the build included.
     *
     * @param trial number of the trial, from 0
     */
    long failed(int trial) {
        long before = earlier.stream().mapToLong(run -> run.counts().failed()).sum();
        return trials.get(trial).requests().failed() + (trial == 0 ? before : 0);
    }

    /**
     * Returns how many requests of one trial were attempted, those of earlier runs of the build included.
     *
     * @param trial number of the trial, from 0
     */
    long attempted(int trial) {
        long before =
                earlier.stream().mapToLong(run -> run.counts().attempted()).sum();
        return trials.get(trial).requests().attempted() + (trial == 0 ? before : 0);
    }

    /** Returns a candidate of one trial. */
    public static Candidate of(LoadRun run, Measurement measurement) {
        return new Candidate(run, measurement, List.of(measurement));
    }
}
