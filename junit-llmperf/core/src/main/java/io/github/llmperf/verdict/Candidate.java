package io.github.llmperf.verdict;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import java.util.List;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What is judged: one trial as a rule, several where the server could be started anew.
 *
 * @param run what was sent in all trials together, and how the generator fared
 * @param measurement what all trials together amount to: limits are judged by it
 * @param trials what each trial amounts to, one at least: stored runs are compared with these
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Candidate(LoadRun run, Measurement measurement, List<Measurement> trials) {

    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException if there is no trial
     */
    public Candidate {
        trials = List.copyOf(trials);
        if (trials.isEmpty()) {
            throw new IllegalArgumentException("trials must not be empty");
        }
    }

    /**
     * Returns what one trial comes to.
     *
     * @param trial number of the trial, from 0
     * @param measure what is asked for
     * @return its value in the metric's unit, or empty when the trial has no samples of it
     */
    OptionalDouble value(int trial, Measure measure) {
        return trials.get(trial).value(measure);
    }

    /**
     * Returns how many requests of one trial failed.
     *
     * @param trial number of the trial, from 0
     */
    long failed(int trial) {
        return trials.get(trial).requests().failed();
    }

    /**
     * Returns how many requests of one trial were attempted.
     *
     * @param trial number of the trial, from 0
     */
    long attempted(int trial) {
        return trials.get(trial).requests().attempted();
    }

    /**
     * Returns a candidate of one trial.
     *
     * @param run what was sent
     * @param measurement what it amounts to
     * @return the candidate
     */
    public static Candidate of(LoadRun run, Measurement measurement) {
        return new Candidate(run, measurement, List.of(measurement));
    }
}
