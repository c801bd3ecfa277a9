package io.github.llmperf.verdict;

import java.util.List;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** One thing that a server's own metrics explain. */
@API(status = Status.INTERNAL, since = "0.1")
public sealed interface ServerExplanation {

    /** The GPU was busy, and throughput flat, while requests waited: percent, tokens/s by halves, requests on average. */
    record GpuBusy(double percent, double firstHalf, double secondHalf, double waiting) implements ServerExplanation {}

    /**
     * The GPU was idle while requests waited.
     *
     * @param percent it was busy on average
     * @param waiting requests on average
     * @param here whether they waited in this client, and not in the server's queue
     * @param busyCpu how busy the server's CPU was, in percent; empty where it was not, or is not known
     */
    record GpuIdle(double percent, double waiting, boolean here, OptionalDouble busyCpu) implements ServerExplanation {}

    /** The KV cache was full, in percent, and so many requests were put back. */
    record CacheFull(double percent, long preempted) implements ServerExplanation {}

    /** The queue grew; requests that waited on average in the quarters of the window. */
    record QueueGrew(List<Double> quarters) implements ServerExplanation {

        /** Copies the list. */
        public QueueGrew {
            quarters = List.copyOf(quarters);
        }
    }

    /** Metrics at a place could not be read so many times. */
    record MetricsUnread(String url, int failed, int readings, String why) implements ServerExplanation {}

    /** Metrics at a place were read, and nothing in them is known; so many lines of the last page are malformed. */
    record MetricsUnknown(String url, int readings, int malformed) implements ServerExplanation {}

    /** The profiler did not do what was asked for. */
    record Profiler(String problem) implements ServerExplanation {}
}
