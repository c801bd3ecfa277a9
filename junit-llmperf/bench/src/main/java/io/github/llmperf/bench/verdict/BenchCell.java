package io.github.llmperf.bench.verdict;

/**
 * One setting of the verdict benchmark, as it stands in {@code verdict-cells.json}.
 *
 * @param name short and unique
 * @param source where runs come from
 * @param trialSd standard deviation, on the log scale, of the luck that all requests of a run share
 * @param spread height of the random part of a request's time to first token over its fixed part
 * @param skew how far slow requests lie off: standard deviation of the logarithm of the random part
 * @param rho correlation of neighbouring requests
 * @param requests in each run
 * @param stored runs of the baseline, K
 * @param trials most runs of the candidate, R
 * @param effect true worsening of the candidate, .20 for 20 %
 * @param on what becomes worse
 * @param badTrials chance of a run that is 30 % slower for no reason of its own
 * @param drift what each stored run was slower than the one before, relative
 * @param eachStored whether the product's rule is also judged with only the newest 1, 2, 3, … stored runs
 * @param seed of all random numbers
 */
record BenchCell(
        String name,
        Source source,
        double trialSd,
        double spread,
        double skew,
        double rho,
        int requests,
        int stored,
        int trials,
        double effect,
        Effect on,
        double badTrials,
        double drift,
        boolean eachStored,
        int experiments,
        long seed) {

    /** Where runs come from. */
    enum Source {
        /** Values of whole runs are drawn; quick, but there are no requests to look at. */
        RUN,
        /** Each request is drawn. */
        REQUEST,
        /** Requests that the product's client measured over HTTP, each run times a luck that is drawn. */
        RECORDED
    }

    /** What becomes worse. */
    enum Effect {
        /** All latencies of all requests. */
        ALL,
        /** Time to first token of all requests. */
        TTFT,
        /** All latencies of the requests above the 90th percentile of the time to first token. */
        TAIL
    }

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    BenchCell {
        require(name, !name.isBlank(), "name must not be empty");
        require(name, trialSd >= 0 && trialSd <= .15, "trialSd must be between 0 and .15, but is " + trialSd);
        require(name, rho >= 0 && rho <= .9, "rho must be between 0 and .9, but is " + rho);
        require(name, requests >= 50 && requests <= 3000, "requests must be 50 to 3000, but are " + requests);
        require(name, stored >= 1 && stored <= 30, "stored must be 1 to 30, but is " + stored);
        require(name, trials >= 1 && trials <= 3, "trials must be 1 to 3, but are " + trials);
        require(name, badTrials >= 0 && badTrials < .5, "badTrials must be below .5, but is " + badTrials);
        require(name, experiments >= 1, "experiments must be 1 or more, but are " + experiments);
    }

    private static void require(String name, boolean met, String text) {
        if (!met) {
            throw new IllegalArgumentException("cell \"" + name + "\": " + text);
        }
    }

    BenchCell withExperiments(int number) {
        return new BenchCell(
                name,
                source,
                trialSd,
                spread,
                skew,
                rho,
                requests,
                stored,
                trials,
                effect,
                on,
                badTrials,
                drift,
                eachStored,
                number,
                seed);
    }

    /** Returns the same cell with another true worsening of the candidate. */
    BenchCell slower(double newEffect) {
        return new BenchCell(
                name,
                source,
                trialSd,
                spread,
                skew,
                rho,
                requests,
                stored,
                trials,
                newEffect,
                on,
                badTrials,
                drift,
                eachStored,
                experiments,
                seed);
    }

    boolean unchanged() {
        return effect == 0 && drift == 0;
    }
}
