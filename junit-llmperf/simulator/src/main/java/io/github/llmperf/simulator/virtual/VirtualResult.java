package io.github.llmperf.simulator.virtual;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** What came of a load in virtual time. Rates count from the beginning to the end; latencies those that succeeded. */
@API(status = Status.INTERNAL, since = "0.1")
public final class VirtualResult {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<VirtualRequest> requests = new ArrayList<>();
    private long[] gaps = new long[1024];
    private int gapCount;
    private long end;

    VirtualResult() {}

    void add(VirtualRequest request) {
        requests.add(request);
    }

    void addGap(long nanos) {
        if (gapCount == gaps.length) {
            gaps = Arrays.copyOf(gaps, 2 * gaps.length);
        }
        gaps[gapCount++] = nanos;
    }

    long lastEnd() {
        return requests.stream().mapToLong(VirtualRequest::end).max().orElse(0);
    }

    VirtualResult endedAt(long nanos) {
        this.end = nanos;
        return this;
    }

    /** Returns the requests that ended, in the order of their ends. */
    public List<VirtualRequest> requests() {
        return List.copyOf(requests);
    }

    /**
     * Returns how long it took.
     *
     * @return seconds
     */
    public double seconds() {
        return end / NANOS_PER_SECOND;
    }

    /**
     * Counts requests by outcome.
     *
     * @param succeeded whether those with complete answers are counted, or the others
     * @return 0 or more
     */
    public long count(boolean succeeded) {
        return requests.stream().filter(r -> r.succeeded() == succeeded).count();
    }

    /**
     * Returns complete answers per second.
     *
     * @return requests per second
     */
    public double requestRate() {
        return count(true) / seconds();
    }

    /**
     * Returns requests that ended per second, whatever became of them.
     *
     * @return requests per second
     */
    public double attemptRate() {
        return requests.size() / seconds();
    }

    /**
     * Returns tokens of the prompts of complete answers per second.
     *
     * @return tokens per second
     */
    public double promptTokenRate() {
        return sum(VirtualRequest::promptTokens) / seconds();
    }

    /**
     * Returns tokens of complete answers per second.
     *
     * @return tokens per second
     */
    public double outputTokenRate() {
        return sum(VirtualRequest::outputTokens) / seconds();
    }

    /** Adds a number of all that succeeded up. */
    public double sum(ToDoubleFunction<VirtualRequest> number) {
        return requests.stream()
                .filter(VirtualRequest::succeeded)
                .mapToDouble(number)
                .sum();
    }

    /**
     * Returns a number of each that succeeded, where it has it.
     *
     * @param number of each; not a number where there is none
     * @return ascending
     */
    public double[] sorted(ToDoubleFunction<VirtualRequest> number) {
        return requests.stream()
                .filter(VirtualRequest::succeeded)
                .mapToDouble(number)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
    }

    /**
     * Returns the times from sending to the end of all requests, failed ones at the moment they failed.
     *
     * @return milliseconds, ascending
     */
    public double[] responseTimes() {
        return requests.stream().mapToDouble(VirtualRequest::e2e).sorted().toArray();
    }

    /**
     * Returns all gaps between two tokens of an answer.
     *
     * @return milliseconds, ascending
     */
    public double[] itl() {
        return Arrays.stream(gaps, 0, gapCount)
                .sorted()
                .mapToDouble(g -> g / NANOS_PER_MILLI)
                .toArray();
    }

    /**
     * Returns a percentile by nearest rank.
     *
     * @param ascending one value or more
     * @param percent above 0, at most 100
     * @return the smallest value that at least so many percent do not exceed
     */
    public static double percentile(double[] ascending, double percent) {
        return ascending[Math.max(0, (int) Math.ceil(percent / 100 * ascending.length) - 1)];
    }

    /**
     * Returns the mean.
     *
     * @param values one or more
     * @return arithmetic mean
     */
    public static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }
}
