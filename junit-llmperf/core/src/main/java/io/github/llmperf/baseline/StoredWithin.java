package io.github.llmperf.baseline;

/** How much of a stored value's spread comes from the requests inside its run, as a part of the value. */
final class StoredWithin {

    /** Which numbers are possible, in words. */
    static final String BOUNDS = "0 or more and below 100";

    private static final double LARGEST = 100;

    private StoredWithin() {}

    static boolean isPossible(double number) {
        return number >= 0 && number < LARGEST;
    }
}
