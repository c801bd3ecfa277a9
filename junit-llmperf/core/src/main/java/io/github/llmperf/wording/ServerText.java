package io.github.llmperf.wording;

import io.github.llmperf.verdict.ServerExplanation;
import io.github.llmperf.verdict.ServerExplanation.CacheFull;
import io.github.llmperf.verdict.ServerExplanation.GpuBusy;
import io.github.llmperf.verdict.ServerExplanation.GpuIdle;
import io.github.llmperf.verdict.ServerExplanation.MetricsUnknown;
import io.github.llmperf.verdict.ServerExplanation.MetricsUnread;
import io.github.llmperf.verdict.ServerExplanation.QueueGrew;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** What a server's own metrics explain, in sentences. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ServerText {

    private ServerText() {}

    /** Says what was found. */
    public static String of(ServerExplanation saying) {
        if (saying instanceof GpuBusy busy) {
            return "The GPU was busy (" + percent(busy.percent()) + " on average) and throughput stayed flat ("
                    + Numbers.number(busy.firstHalf()) + " tokens/s in the first half of the window, "
                    + Numbers.number(busy.secondHalf()) + " in the second) while " + requests(busy.waiting())
                    + " waited on average: the GPU is the limit, and more load only lengthens the queue.";
        }
        if (saying instanceof GpuIdle idle) {
            return idle(idle);
        }
        if (saying instanceof CacheFull full) {
            return "The KV cache was full (" + percent(full.percent()) + " at the fullest) and "
                    + Numbers.count(full.preempted(), "request") + (full.preempted() == 1 ? " was" : " were")
                    + " put back during the window, to be computed again: give the cache more memory, let fewer requests"
                    + " run at once, or shorten prompts and answers.";
        }
        if (saying instanceof QueueGrew grew) {
            List<String> means = grew.quarters().stream().map(Numbers::number).toList();
            return "The server's queue grew throughout: " + means.get(0) + ", " + means.get(1) + ", " + means.get(2)
                    + " and " + means.get(3) + " requests waited on average in the quarters of the window. Requests"
                    + " come faster than they are answered, so latencies depend on how long the load lasts.";
        }
        if (saying instanceof MetricsUnread unread) {
            return "Metrics at " + unread.url() + " could not be read in " + unread.failed() + " of "
                    + Numbers.count(unread.readings(), "reading") + ": " + unread.why() + ".";
        }
        if (saying instanceof MetricsUnknown unknown) {
            return "Metrics at " + unknown.url() + " were read " + Numbers.count(unknown.readings(), "time")
                    + ", but nothing in them is known here" + lines(unknown.malformed()) + ".";
        }
        if (saying instanceof ServerExplanation.Profiler profiler) {
            return profiler.problem();
        }
        throw MissingWording.of(saying);
    }

    private static String idle(GpuIdle idle) {
        String what = "The GPU was idle much of the time (" + percent(idle.percent()) + " busy on average) while "
                + requests(idle.waiting()) + " waited " + (idle.here() ? "in this client" : "in the server's queue")
                + " on average: ";
        return what
                + (idle.here()
                        ? "the server could take more. Raise maxInFlight, or give this client more processor time."
                        : "the limit lies before the GPU, such as the largest batch or the work of the CPU"
                                + (idle.busyCpu().isEmpty()
                                        ? ""
                                        : " (" + percent(idle.busyCpu().getAsDouble()) + " busy)")
                                + ".");
    }

    private static String lines(int malformed) {
        return malformed == 0
                ? ""
                : ": " + Numbers.count(malformed, "line") + " of the last page " + (malformed == 1 ? "is" : "are")
                        + " none of Prometheus' text format";
    }

    private static String percent(double percent) {
        return Numbers.percent(percent / 100);
    }

    private static String requests(double mean) {
        double tenths = Math.round(mean * 10) / 10.;
        return Numbers.number(tenths) + (tenths == 1 ? " request" : " requests");
    }
}
