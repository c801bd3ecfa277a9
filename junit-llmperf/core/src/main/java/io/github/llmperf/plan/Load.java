package io.github.llmperf.plan;

import java.util.Random;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * What is sent, when and how often.
 *
 * @param workload what each request asks for
 * @param arrival when requests start
 * @param phases how long, and which part counts
 * @param seed of every random choice
 * @param repetitions how often the load runs; pooled, since they share one start of the server; 1 or more
 * @param pairing second target that this run is compared with, instead of stored runs; null for none
 * @param capacity search that this is the load of; null for one load. The arrival is then that of the first load
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Load(
        Workload workload,
        Arrival arrival,
        Phases phases,
        long seed,
        int repetitions,
        @Nullable Pairing pairing,
        @Nullable CapacityPlan capacity) {

    /**
     * Checks the repetitions.
     *
     * @throws IllegalArgumentException if there is not even one
     */
    public Load {
        if (repetitions < 1) {
            throw new IllegalArgumentException("repetitions must be 1 or more, but is " + repetitions);
        }
    }

    /** Returns a load that runs once, on one target. */
    public static Load once(Workload workload, Arrival arrival, Phases phases, long seed) {
        return new Load(workload, arrival, phases, seed, 1, null, null);
    }

    /** Returns one of several loads of a test, from 0; all but the first, which is this one, have a seed of their own. */
    Load ofNumber(int number) {
        return number == 0
                ? this
                : new Load(
                        workload,
                        arrival,
                        phases,
                        new Random(seed + 0x9e3779b97f4a7c15L * number).nextLong(),
                        repetitions,
                        pairing,
                        capacity);
    }

    /** Returns this load with another number of users or requests per second. */
    Load at(double amount) {
        return new Load(workload, arrival.at(amount), phases, seed, repetitions, pairing, capacity);
    }

    Load withPairing(@Nullable Pairing newPairing) {
        return new Load(workload, arrival, phases, seed, repetitions, newPairing, capacity);
    }

    Load withCapacity(@Nullable CapacityPlan search) {
        return new Load(workload, arrival, phases, seed, repetitions, pairing, search);
    }
}
