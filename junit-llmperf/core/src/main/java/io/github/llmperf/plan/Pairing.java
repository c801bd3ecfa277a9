package io.github.llmperf.plan;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A second target that the same load is sent to in the same run, in turns: A B B A A B B A. What changes slowly, such as a
 * machine that grows warm, falls on both alike.
 *
 * @param with the second target
 * @param pairs loads of each target, {@value #LEAST} to {@value #MOST}
 * @param unit what is compared
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Pairing(Target with, int pairs, Unit unit) {

    /** What a comparison has one of in each pair, and so knows the spread of. */
    public enum Unit {
        /** Loads on two servers that keep running: how far one start differs from the next is not known. */
        LOADS,
        /** Starts of both servers, each with one load. The second target has the name that its source knows it by. */
        STARTS
    }

    /** Fewer pairs tell nothing of how much they differ by themselves. */
    public static final int LEAST = 2;

    /** More pairs than anybody waits for. */
    public static final int MOST = 100;

    /** Pairs of a comparison that states no number: enough to find a slowdown of a fifth where it is not noisy. */
    public static final int USUAL = 8;

    /**
     * Checks the number of pairs.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public Pairing {
        requirePairs(pairs);
    }

    /** Pairs of loads on two servers that keep running. */
    public Pairing(Target with, int pairs) {
        this(with, pairs, Unit.LOADS);
    }

    /**
     * Checks a number of pairs.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public static int requirePairs(int pairs) {
        if (pairs < LEAST || pairs > MOST) {
            throw new IllegalArgumentException("pairs must be between " + LEAST + " and " + MOST + ", but is " + pairs);
        }
        return pairs;
    }

    /**
     * Returns whose turn is first within a pair.
     *
     * @param pair its number, from 0
     * @return true for the test's own target
     */
    public static boolean isOwnFirst(int pair) {
        return pair % 2 == 0;
    }

    /**
     * Returns what reports call the second target.
     *
     * @return its name, or its url without path and query: some teams put a key there
     */
    public String name() {
        if (with.name() != null) {
            return with.name();
        }
        return with.url().getScheme() + "://" + with.url().getRawAuthority();
    }
}
