package io.github.llmperf.measure;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.client.RequestTimestamps;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.measure.Timeline.Slice;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Collects a run's requests over its time. */
final class TimelineBuilder {

    private final RequestLatencies latencies;
    private final TimeSpan run;
    private final ValuesOverTimeBuilder requests;
    private final ValuesOverTimeBuilder gaps;
    private final TokenArrivals tokens;
    private final double[] busy = new double[Timeline.SLICES];
    private final List<Map<FailureKind, Integer>> failed = Stream.<Map<FailureKind, Integer>>generate(
                    () -> new EnumMap<>(FailureKind.class))
            .limit(Timeline.SLICES)
            .toList();

    TimelineBuilder(LoadPlan plan, RunTimes times) {
        latencies = RequestLatencies.of(plan);
        // A run that ended at once is drawn as one of no length to speak of.
        run = new TimeSpan(times.started(), Math.max(times.ended(), times.started() + ValuesOverTime.COLUMNS));
        requests = new ValuesOverTimeBuilder(latencies.streamed() ? Metric.TTFT : Metric.E2E, run);
        gaps = new ValuesOverTimeBuilder(Metric.ITL, run);
        tokens = new TokenArrivals(run, Timeline.SLICES);
    }

    void add(RequestRecord record) {
        RequestTimestamps moments = record.moments();
        if (moments.sent() != RequestTimestamps.NEVER) {
            stretch(moments.sent(), moments.end());
        }
        Failure failure = record.failure();
        if (failure == null) {
            delivered(record, moments);
        } else if (!record.cancelled()) {
            failed.get(slice(moments.end())).merge(failure.kind(), 1, Integer::sum);
        }
    }

    private void delivered(RequestRecord record, RequestTimestamps moments) {
        OptionalDouble value = latencies.streamed() ? latencies.ttft(record) : OptionalDouble.of(latencies.e2e(record));
        value.ifPresent(ms -> requests.add(latencies.start(record), ms));
        long[] events = latencies.streamed() ? moments.tokenEvents() : RequestTimestamps.NO_EVENTS;
        gaps.addGaps(latencies.gapsBetween(record));
        tokens.add(events, moments.end(), record.answer());
    }

    private void stretch(long sent, long end) {
        for (int i = slice(sent); i <= slice(end); i++) {
            busy[i] += Math.max(0, Math.min(end, edge(i + 1)) - Math.max(sent, edge(i)));
        }
    }

    private int slice(long moment) {
        return run.slice(moment, Timeline.SLICES);
    }

    private long edge(int slice) {
        return run.from() + Math.round((double) (run.to() - run.from()) * slice / Timeline.SLICES);
    }

    Timeline timeline() {
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < Timeline.SLICES; i++) {
            TimeSpan part = new TimeSpan(edge(i), edge(i + 1));
            slices.add(new Slice(
                    part.from(),
                    part.to(),
                    busy[i] / (part.to() - part.from()),
                    tokens.of(i) / part.seconds(),
                    failed.get(i)));
        }
        return new Timeline(run.from(), run.to(), requests.values(), gaps.values(), slices);
    }
}
