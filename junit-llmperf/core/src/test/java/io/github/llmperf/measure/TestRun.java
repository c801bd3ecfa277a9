package io.github.llmperf.measure;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.Healths;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.LoadRun.End;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.TestRecord;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import java.time.Instant;
import java.util.List;

/** A run written down by hand, in ms, and its measurement. Window and run last 0 to 1000 unless said. */
final class TestRun {

    private final List<RequestRecord> records;
    private TestPlan plan = TestPlan.users(1).requests(1);
    private long started;
    private long opened;
    private long closed = 1000;
    private long ended = 1000;
    private int inFlightAtEnd;
    private End end = End.COMPLETED;

    private TestRun(List<RequestRecord> records) {
        this.records = records;
    }

    static TestRun of(TestRecord... records) {
        return new TestRun(TestRecord.records(records));
    }

    TestRun plan(TestPlan newPlan) {
        plan = newPlan;
        return this;
    }

    TestRun window(long from, long to) {
        opened = from;
        closed = to;
        return this;
    }

    TestRun endedAt(long millis) {
        ended = millis;
        return this;
    }

    TestRun endedBy(End reason) {
        end = reason;
        return this;
    }

    TestRun inFlightAtEnd(int n) {
        inFlightAtEnd = n;
        return this;
    }

    Measurement measure() {
        RunTimes times = new RunTimes(nanos(started), nanos(opened), nanos(closed), nanos(ended));
        return Recorder.measure(
                plan.build(),
                new LoadRun(Instant.EPOCH, times, records, inFlightAtEnd, Healths.of(0, 0, 0, 0, 2), end));
    }

    /** Returns the one value of a rate, or the mean of a distribution. */
    double value(Metric metric) {
        return measure().value(Measure.of(metric)).orElseThrow();
    }

    boolean has(Metric metric) {
        return measure().value(Measure.of(metric)).isPresent();
    }

    private static long nanos(long millis) {
        return millis * 1_000_000;
    }
}
