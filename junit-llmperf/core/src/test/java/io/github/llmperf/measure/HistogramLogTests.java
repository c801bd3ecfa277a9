package io.github.llmperf.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.load.Healths;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.TestRecord;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.LoadPlan;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;

/** Logs as HdrHistogram's own reader reads them. */
class HistogramLogTests {

    private static final long MS = 1_000_000;
    private static final Instant START = Instant.parse("2026-03-02T10:15:30.250Z");

    private final LoadPlan plan = TestPlan.users(1).requests(1).build();

    /** 2,000 answers of five tokens, sent one each 5 ms, measured from 1 s to 11 s. */
    private static LoadRun run() {
        Random random = new Random(3);
        List<TestRecord> records = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            long sent = 1001 + 5L * i;
            long at = sent + 20 + random.nextInt(400);
            long[] tokens = new long[5];
            for (int token = 0; token < tokens.length; token++) {
                tokens[token] = at;
                at += 5 + random.nextInt(30);
            }
            records.add(TestRecord.sentAt(sent).tokensAt(tokens));
        }
        RunTimes times = new RunTimes(0, 1000 * MS, 11_000 * MS, 12_000 * MS);
        return new LoadRun(
                START,
                times,
                TestRecord.records(records.toArray(TestRecord[]::new)),
                0,
                Healths.of(0, 0, 0, 0, 2),
                LoadRun.End.COMPLETED);
    }

    private static List<Histogram> read(String log) {
        List<Histogram> intervals = new ArrayList<>();
        try (HistogramLogReader reader =
                new HistogramLogReader(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)))) {
            while (reader.hasNext()) {
                intervals.add((Histogram) reader.nextIntervalHistogram());
            }
            assertThat(reader.getStartTimeSec()).isEqualTo(START.toEpochMilli() / 1e3);
        }
        return intervals;
    }

    private static Map<String, Histogram> sums(List<Histogram> intervals) {
        Map<String, Histogram> sums = new LinkedHashMap<>();
        for (Histogram interval : intervals) {
            sums.computeIfAbsent(interval.getTag(), tag -> new Histogram(3)).add(interval);
        }
        return sums;
    }

    @Test
    void holdsEveryLatencyByItsNameWithTheSamplesOfTheRun() {
        Measurement measurement = Recorder.measure(plan, run());

        Map<String, Histogram> sums = sums(read(HistogramLog.of(measurement, run())));

        assertThat(sums).containsOnlyKeys("ttft", "tpot", "itl", "e2e", "responseTime");
        sums.forEach((tag, histogram) -> {
            Distribution samples =
                    measurement.distribution(Metric.named(tag).orElseThrow()).orElseThrow();
            assertThat(histogram.getTotalCount()).isEqualTo(samples.n());
            for (double percentile : new double[] {1, 50, 90, 99, 99.9, 100}) {
                double expected = samples.percentile(percentile);
                assertThat(histogram.getValueAtPercentile(percentile) / 1000.)
                        .as(tag + " p" + percentile)
                        .isEqualTo(expected, within(2 * samples.resolution(expected)));
            }
        });
    }

    @Test
    void tellsEachSliceOfTheWindowByItsTime() {
        List<Histogram> ttft = read(HistogramLog.of(Recorder.measure(plan, run()), run())).stream()
                .filter(interval -> interval.getTag().equals("ttft"))
                .toList();

        assertThat(ttft).hasSize(Measurement.SLICES);
        assertThat(ttft.get(0).getStartTimeStamp()).isEqualTo(START.toEpochMilli() + 1000);
        assertThat(ttft.get(0).getEndTimeStamp()).isEqualTo(START.toEpochMilli() + 1500);
        assertThat(ttft.get(19).getEndTimeStamp()).isEqualTo(START.toEpochMilli() + 11_000);
        assertThat(ttft).extracting(Histogram::getTotalCount).containsOnly(100L);
    }

    @Test
    void saysTheUnitsAndTheLargestValueInMs() {
        String log = HistogramLog.of(Recorder.measure(plan, run()), run());

        assertThat(log)
                .startsWith("#[Latencies by junit-llmperf: values in microseconds, Interval_Max in milliseconds]\n"
                        + "#[Histogram log format version 1.3]\n#[StartTime: 1772446530.250 (seconds since epoch), ")
                .contains(
                        "\n\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n")
                .containsPattern("\nTag=ttft,1\\.000,0\\.500,4[0-2]\\d\\.\\d{3},HISTFAAA");
    }

    @Test
    void tellsRepetitionsInOnePiece() {
        Measurement pooled = Recorder.measure(plan, List.of(run(), run()));
        LoadRun together = LoadRun.together(List.of(run(), run()));

        List<Histogram> ttft = read(HistogramLog.of(pooled, together)).stream()
                .filter(interval -> interval.getTag().equals("ttft"))
                .toList();

        assertThat(ttft).singleElement().extracting(Histogram::getTotalCount).isEqualTo(4000L);
    }

    @Test
    void isEmptyWhereNothingWasMeasured() {
        RunTimes times = new RunTimes(0, 0, 1000 * MS, 1000 * MS);
        LoadRun nothing =
                new LoadRun(START, times, List.of(), 0, Healths.of(0, 0, 0, 0, 2), LoadRun.End.NOTHING_SUCCEEDED);

        assertThat(HistogramLog.of(Recorder.measure(plan, nothing), nothing)).isEmpty();
    }
}
