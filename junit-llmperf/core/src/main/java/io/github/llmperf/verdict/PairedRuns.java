package io.github.llmperf.verdict;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.Recorder;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Pairing;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The result of the second target of a comparison.
 *
 * @param loads what was sent to the second target, a load each, one at least
 * @param measurement what its loads amount to together
 * @param pairs what the loads of each whole pair amount to, in their order
 */
@API(status = Status.INTERNAL, since = "0.1")
public record PairedRuns(Pairing pairing, List<LoadRun> loads, Measurement measurement, List<Pair> pairs) {

    /**
     * Both loads of a pair.
     *
     * @param own of the test's own target
     * @param other of the second target
     */
    public record Pair(Measurement own, Measurement other) {}

    /** Copies the lists. */
    public PairedRuns {
        loads = List.copyOf(loads);
        pairs = List.copyOf(pairs);
    }

    /**
     * Measures the loads of the second target, and puts together the pairs of which both loads ended as planned.
     *
     * @param other loads of the second target, one at least
     */
    public static PairedRuns of(LoadPlan plan, List<LoadRun> own, List<Measurement> measured, List<LoadRun> other) {
        Pairing pairing = Objects.requireNonNull(plan.load().pairing(), "the plan has a second target");
        LoadPlan there = plan.on(pairing.with());
        List<Measurement> others =
                other.stream().map(run -> Recorder.measure(there, run)).toList();
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < Math.min(own.size(), other.size()); i++) {
            if (own.get(i).end().isAsPlanned() && other.get(i).end().isAsPlanned()) {
                pairs.add(new Pair(measured.get(i), others.get(i)));
            }
        }
        return new PairedRuns(pairing, other, Recorder.pool(others), pairs);
    }

    /** Returns all loads of the second target as one run. */
    public LoadRun run() {
        return LoadRun.together(loads);
    }
}
