package io.github.llmperf.measure;

import io.github.llmperf.client.Moments;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.LoadPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The requests of a run over its time, warm-up and cooldown included: what a chart shows of them. It is as large for a
 * million requests as for a thousand.
 *
 * @param metric whose values the dots are: ttft, or e2e where nothing is streamed
 * @param from the run's start
 * @param to its end
 * @param dots single requests, {@value #MOST_DOTS} at most
 * @param oneOf which part of the requests is among the dots: each one of so many
 * @param slices the time of the run in {@value #SLICES} equal parts
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Timeline(Metric metric, long from, long to, List<Dot> dots, int oneOf, List<Slice> slices) {

    /** More would not be told apart. */
    public static final int MOST_DOTS = 2000;

    /** Parts of the run. */
    public static final int SLICES = 60;

    private static final int FEWEST_FOR_P50 = 3;
    private static final int FEWEST_FOR_P90 = 10;

    /** Copies the lists. */
    public Timeline {
        dots = List.copyOf(dots);
        slices = List.copyOf(slices);
    }

    /**
     * A request.
     *
     * @param at when it started
     * @param ms its value
     */
    public record Dot(long at, double ms) {}

    /**
     * A part of the run.
     *
     * @param middle the moment in its middle
     * @param inFlight requests in flight, averaged over its time
     * @param failed requests that started in it and failed
     * @param p50 median of the requests that started in it; empty below 3
     * @param p90 their 90th percentile; empty below 10
     */
    public record Slice(long middle, double inFlight, int failed, OptionalDouble p50, OptionalDouble p90) {}

    /**
     * Looks at a run once.
     *
     * @param plan what was asked for
     * @param run what happened
     * @return its requests over time
     */
    public static Timeline of(LoadPlan plan, LoadRun run) {
        Drawing drawing = new Drawing(plan, run);
        run.records().forEach(drawing::add);
        return drawing.timeline();
    }

    private static final class Drawing {
        private final RequestLatencies latencies;
        private final boolean streamed;
        private final long from;
        private final long to;
        private final int oneOf;
        private final List<Dot> dots = new ArrayList<>();
        private final List<Distribution> values =
                Stream.generate(Distribution::new).limit(SLICES).toList();
        private final double[] busy = new double[SLICES];
        private final int[] failed = new int[SLICES];
        private int seen;

        Drawing(LoadPlan plan, LoadRun run) {
            latencies = RequestLatencies.of(plan);
            streamed = plan.workload().stream();
            from = run.times().started();
            to = Math.max(run.times().ended(), from + SLICES);
            oneOf = Math.max(1, (run.records().size() + MOST_DOTS - 1) / MOST_DOTS);
        }

        void add(RequestRecord record) {
            Moments moments = record.moments();
            if (moments.sent() != Moments.NEVER) {
                stretch(moments.sent(), moments.end());
            }
            long start = latencies.start(record);
            if (!record.succeeded()) {
                failed[slice(start)] += record.cancelled() ? 0 : 1;
                return;
            }
            OptionalDouble value = streamed ? latencies.ttft(record) : OptionalDouble.of(latencies.e2e(record));
            value.ifPresent(ms -> point(start, ms));
        }

        private void point(long start, double ms) {
            if (seen++ % oneOf == 0) {
                dots.add(new Dot(start, ms));
            }
            values.get(slice(start)).add(ms);
        }

        private void stretch(long sent, long end) {
            for (int i = slice(sent); i <= slice(end); i++) {
                busy[i] += Math.max(0, Math.min(end, edge(i + 1)) - Math.max(sent, edge(i)));
            }
        }

        private int slice(long moment) {
            double part = (double) (moment - from) / (to - from);
            return (int) Math.max(0, Math.min(SLICES - 1, Math.floor(part * SLICES)));
        }

        private long edge(int slice) {
            return from + Math.round((double) (to - from) * slice / SLICES);
        }

        private static OptionalDouble percentile(Distribution values, double percentile, int fewest) {
            return values.n() < fewest ? OptionalDouble.empty() : OptionalDouble.of(values.percentile(percentile));
        }

        Timeline timeline() {
            List<Slice> slices = new ArrayList<>();
            for (int i = 0; i < SLICES; i++) {
                slices.add(new Slice(
                        (edge(i) + edge(i + 1)) / 2,
                        busy[i] / (edge(i + 1) - edge(i)),
                        failed[i],
                        percentile(values.get(i), 50, FEWEST_FOR_P50),
                        percentile(values.get(i), 90, FEWEST_FOR_P90)));
            }
            return new Timeline(streamed ? Metric.TTFT : Metric.E2E, from, to, dots, oneOf, slices);
        }
    }
}
