package io.github.llmperf.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.Healths;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.TestRecord;
import io.github.llmperf.measure.Timeline.Slice;
import io.github.llmperf.measure.ValuesOverTime.Dot;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.protocol.FailureKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A run of 120 s: each column of a timeline is 1 s, each slice 2 s. */
class TimelineTests {

    private static final long MS = 1_000_000;
    private static final long END = 120_000;

    private static Timeline of(TestPlan plan, List<RequestRecord> records) {
        return Timeline.of(
                plan.build(),
                new LoadRun(
                        Instant.EPOCH,
                        new RunTimes(0, 10_000 * MS, 110_000 * MS, END * MS),
                        records,
                        0,
                        Healths.of(0, 0, 0, 0, 2),
                        LoadRun.End.COMPLETED));
    }

    private static Timeline streamed(TestRecord... records) {
        return of(TestPlan.users(1).requests(1), TestRecord.records(records));
    }

    @Test
    void keepsARequestAtItsStartAndAGapAtItsEnd() {
        Timeline timeline = streamed(TestRecord.sentAt(4_100).tokensAt(4_400, 7_500, 7_700));

        assertThat(columnsWithSamples(timeline.requests())).containsExactly(4);
        assertThat(timeline.requests().columns().get(4).max()).isEqualTo(300);
        assertThat(columnsWithSamples(timeline.gaps())).containsExactly(7);
        assertThat(timeline.gaps().columns().get(7).n()).isEqualTo(2);
        assertThat(timeline.requests().dots()).containsExactly(new Dot(4_100 * MS, 300));
        assertThat(timeline.gaps().dots()).containsExactly(new Dot(7_500 * MS, 3_100), new Dot(7_700 * MS, 200));
    }

    @Test
    void showsFewRequestsOneByOneAndManyAsCountsOnly() {
        Timeline few = ofRequests(ValuesOverTime.MOST_DOTS);
        Timeline many = ofRequests(ValuesOverTime.MOST_DOTS + 1);

        assertThat(few.requests().dots()).hasSize(ValuesOverTime.MOST_DOTS);
        assertThat(few.requests().isDense()).isFalse();
        assertThat(many.requests().dots()).isEmpty();
        assertThat(many.requests().isDense()).isTrue();
        assertThat(many.requests().n()).isEqualTo(ValuesOverTime.MOST_DOTS + 1);
    }

    private static Timeline ofRequests(int number) {
        List<RequestRecord> records = IntStream.range(0, number)
                .mapToObj(i -> TestRecord.sentAt(i * 100L).answeredAfter(50).build())
                .toList();
        return of(TestPlan.users(1).requests(1), records);
    }

    @Test
    void keepsTheGapsOfOneRequestOnlyAsCountsWhereTheyAreMany() {
        long[] tokens = IntStream.range(0, 1000).mapToLong(i -> 1_000 + 20L * i).toArray();

        Timeline timeline = streamed(TestRecord.sentAt(900).tokensAt(tokens));

        assertThat(timeline.gaps().n()).isEqualTo(999);
        assertThat(timeline.gaps().dots()).isEmpty();
        // 1 s to 20.98 s: 50 gaps end in each second, but 49 in the first.
        assertThat(timeline.gaps().columns().get(1).n()).isEqualTo(49);
        assertThat(timeline.gaps().columns().get(2).n()).isEqualTo(50);
        assertThat(timeline.gaps().columns().get(20).n()).isEqualTo(50);
        assertThat(timeline.gaps().columns().get(21).n()).isZero();
    }

    @Test
    void sharesColumnsOutAmongFewerParts() {
        Timeline timeline = streamed(
                TestRecord.sentAt(3_000).answeredAfter(100),
                TestRecord.sentAt(3_999).answeredAfter(200),
                TestRecord.sentAt(4_000).answeredAfter(300));

        assertThat(timeline.requests().in(120)).hasSize(120);
        assertThat(timeline.requests().in(60).get(1).n()).isEqualTo(2);
        assertThat(timeline.requests().in(30).get(0).n()).isEqualTo(2);
        assertThat(timeline.requests().in(30).get(1).max()).isEqualTo(300);
        assertThat(timeline.requests().all().n()).isEqualTo(3);
        assertThatThrownBy(() -> timeline.requests().in(50))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("parts must divide 120 columns evenly, but are 50");
    }

    @Test
    void countsTokensWhereTheyArrive() {
        // Eight tokens in four events: two in the slice to 2 s, one at its end, one in the next.
        Timeline timeline = streamed(
                TestRecord.sentAt(0).tokensAt(500, 1_999, 2_000, 3_000).output(8, 32),
                TestRecord.sentAt(0).tokensAt(119_000).output(6, 24));

        assertThat(timeline.slices().get(0).tokenRate()).isEqualTo(2, within(1e-9));
        assertThat(timeline.slices().get(1).tokenRate()).isEqualTo(2, within(1e-9));
        assertThat(timeline.slices().get(2).tokenRate()).isZero();
        assertThat(timeline.slices().get(59).tokenRate()).isEqualTo(3, within(1e-9));
    }

    @Test
    void countsEachTokenOnceWhereverSlicesEnd() {
        List<RequestRecord> records = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            long sent = 37L * i;
            long[] tokens = IntStream.range(0, 1 + i)
                    .mapToLong(k -> sent + 411L * (k / 3))
                    .toArray();
            records.add(TestRecord.sentAt(sent).tokensAt(tokens).build());
        }
        Timeline timeline = of(TestPlan.users(1).requests(1), records);

        double tokens = timeline.slices().stream()
                .mapToDouble(slice -> slice.tokenRate() * 2)
                .sum();
        assertThat(tokens).isEqualTo(200 * 201 / 2, within(1e-6));
    }

    @Test
    void countsFailuresByKindAtTheirEnd() {
        Timeline timeline = streamed(
                TestRecord.sentAt(1_000).endsAt(61_000).failed(FailureKind.TIMEOUT),
                TestRecord.sentAt(60_500).endsAt(60_900).failed(FailureKind.OVERLOAD),
                TestRecord.sentAt(60_500).endsAt(61_900).failed(FailureKind.OVERLOAD),
                TestRecord.sentAt(119_000).endsAt(120_000).failed(FailureKind.CANCELLED));

        assertThat(timeline.slices().get(30).failed())
                .containsExactly(Map.entry(FailureKind.TIMEOUT, 1), Map.entry(FailureKind.OVERLOAD, 2));
        assertThat(timeline.slices().get(30).failures()).isEqualTo(3);
        assertThat(timeline.slices().stream().mapToInt(Slice::failures).sum()).isEqualTo(3);
        assertThat(timeline.requests().n()).isZero();
    }

    @Test
    void averagesRequestsInFlightCancelledOnesIncluded() {
        Timeline timeline = streamed(
                TestRecord.sentAt(1_000).tokensAt(3_000),
                TestRecord.sentAt(2_000).endsAt(4_000).failed(FailureKind.CANCELLED));

        assertThat(timeline.slices().get(0).inFlight()).isEqualTo(.5, within(1e-9));
        assertThat(timeline.slices().get(1).inFlight()).isEqualTo(1.5, within(1e-9));
        assertThat(timeline.slices().get(2).inFlight()).isZero();
    }

    @Test
    void tellsWholeAnswersByTheirEnd() {
        Timeline timeline = of(
                TestPlan.users(1).requests(1).notStreamed(),
                TestRecord.records(
                        TestRecord.sentAt(1_000).tokensAt(2_000, 5_500).output(10, 40)));

        assertThat(timeline.requests().metric()).isEqualTo(Metric.E2E);
        assertThat(timeline.requests().dots()).containsExactly(new Dot(1_000 * MS, 4_500));
        assertThat(timeline.gaps().n()).isZero();
        assertThat(timeline.slices().get(2).tokenRate()).isEqualTo(5, within(1e-9));
    }

    @Test
    void survivesARunThatEndedAtOnce() {
        Timeline timeline = Timeline.of(
                TestPlan.users(1).requests(1).build(),
                new LoadRun(
                        Instant.EPOCH,
                        new RunTimes(5, 5, 5, 5),
                        List.of(),
                        0,
                        Healths.of(0, 0, 0, 0, 2),
                        LoadRun.End.INTERRUPTED));

        assertThat(timeline.to()).isGreaterThan(timeline.from());
        assertThat(timeline.slices()).hasSize(60).allSatisfy(slice -> assertThat(slice.inFlight())
                .isZero());
    }

    private static List<Integer> columnsWithSamples(ValuesOverTime values) {
        return IntStream.range(0, ValuesOverTime.COLUMNS)
                .filter(i -> values.columns().get(i).n() > 0)
                .boxed()
                .toList();
    }
}
