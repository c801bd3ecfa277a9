package io.github.llmperf.report.svg;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.Healths;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.TestRecord;
import io.github.llmperf.measure.Timeline;
import io.github.llmperf.measure.ValuesOverTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A run of 120 s: of 30 columns each is 4 s wide. */
class HeatMapTests {

    private static final LogScale SCALE = new LogScale(50, 20_000);

    /** Ten requests a second of 100 ms each, and one at 61 s that took ten seconds. */
    private static HeatMap steadyWithOneSlow() {
        List<RequestRecord> records = new ArrayList<>();
        for (int i = 0; i < 1200; i++) {
            records.add(TestRecord.sentAt(i * 100L).answeredAfter(100).build());
        }
        records.add(TestRecord.sentAt(61_000).answeredAfter(10_000).build());
        return HeatMap.of(values(records), SCALE, ValuesOverTime.COLUMNS);
    }

    private static ValuesOverTime values(List<RequestRecord> records) {
        LoadRun run = new LoadRun(
                Instant.EPOCH,
                new RunTimes(0, 0, 120_000_000_000L, 120_000_000_000L),
                records,
                0,
                Healths.of(0, 0, 0, 0, 2),
                LoadRun.End.COMPLETED);
        return Timeline.of(TestPlan.users(1).requests(1).build(), run).requests();
    }

    @Test
    void countsEachRequestInTheCellOfItsTimeAndLatency() {
        HeatMap map = steadyWithOneSlow();

        assertThat(map.columns()).isEqualTo(30);
        assertThat(map.rows()).isEqualTo(24);
        assertThat(map.most()).isEqualTo(40);
        // 24 rows from 50 ms to 20 s: 100 ms is 2.8 rows up, 10 s is 21.2 rows up.
        for (int column = 0; column < 30; column++) {
            assertThat(map.level(column, 2)).isEqualTo(HeatMap.LEVELS);
        }
        assertThat(map.level(15, 21)).isEqualTo(1);
        assertThat(map.level(14, 21)).isZero();
        assertThat(map.level(15, 20)).isZero();
    }

    @Test
    void drawsNeighboursOfOneLevelAsOneStrokeFromTheTop() {
        HeatMap map = steadyWithOneSlow();

        assertThat(map.path(HeatMap.LEVELS)).isEqualTo("M0 21h30");
        assertThat(map.path(1)).isEqualTo("M15 2h1");
        assertThat(map.path(2)).isEmpty();
    }

    @Test
    void tellsCountsApartByTheirLogarithm() {
        List<RequestRecord> records = new ArrayList<>();
        int[] counts = {1, 10, 100, 1000};
        for (int i = 0; i < counts.length; i++) {
            for (int k = 0; k < counts[i]; k++) {
                records.add(TestRecord.sentAt(i * 4_000L + k).answeredAfter(100).build());
            }
        }
        HeatMap map = HeatMap.of(values(records), SCALE, 30);

        assertThat(List.of(map.level(0, 2), map.level(1, 2), map.level(2, 2), map.level(3, 2)))
                .containsExactly(1, 3, 5, 7);
    }

    @Test
    void putsWhatLiesBelowTheAxisIntoItsLowestRow() {
        List<RequestRecord> records = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            records.add(TestRecord.sentAt(i).answeredAfter(1).build());
        }
        HeatMap map = HeatMap.of(values(records), SCALE, 30);

        assertThat(map.most()).isEqualTo(500);
        assertThat(map.path(HeatMap.LEVELS)).isEqualTo("M0 23h1");
    }

    @Test
    void hasMoreColumnsTheMoreThereIsToShow() {
        assertThat(HeatMap.of(values(spread(401)), SCALE, 120).columns()).isEqualTo(30);
        assertThat(HeatMap.of(values(spread(2_400)), SCALE, 120).columns()).isEqualTo(60);
        assertThat(HeatMap.of(values(spread(4_800)), SCALE, 120).columns()).isEqualTo(120);
        assertThat(HeatMap.of(values(spread(4_800)), SCALE, 60).columns()).isEqualTo(60);
    }

    @Test
    void losesNoRequest() {
        List<RequestRecord> records = spread(6_000);
        HeatMap map = HeatMap.of(values(records), SCALE, 120);
        HeatMap narrow = HeatMap.of(values(records), SCALE, 60);

        // Every column holds 50 requests, or 100 of twice the width, all in one cell.
        assertThat(map.most()).isEqualTo(50);
        assertThat(map.path(HeatMap.LEVELS)).isEqualTo("M0 31h120");
        assertThat(narrow.most()).isEqualTo(100);
    }

    private static List<RequestRecord> spread(int number) {
        List<RequestRecord> records = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            records.add(
                    TestRecord.sentAt(120_000L * i / number).answeredAfter(100).build());
        }
        return records;
    }
}
