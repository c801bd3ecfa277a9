package io.github.llmperf.load;

import static io.github.llmperf.load.RunTimesAssert.assertThatRun;
import static io.github.llmperf.load.RunTimesAssert.sentMillis;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadRun.End;
import io.github.llmperf.load.VirtualRun.Server;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Users that start in steps, and those whose turn never comes. */
class RampTests {

    @Test
    void startsSoManyUsersTogetherAtAbsoluteMoments() {
        LoadRun run =
                VirtualRun.of(TestPlan.users(5).ramp("2 every 5s").requests(5).wholeRun(), Server.taking(60_000));

        assertThat(sentMillis(run.records())).containsExactly(0L, 0L, 5000L, 5000L, 10_000L);
    }

    @Test
    void opensTheWindowWhenTheLastStepHasWarmedUp() {
        LoadRun run = VirtualRun.of(
                TestPlan.users(6).ramp("2 every 5s").warmup("1").duration(Duration.ofSeconds(10)), Server.taking(800));

        assertThatRun(run).hasWindow(10_800, 20_800);
        assertThat(run.records())
                .filteredOn(RequestRecord::measured)
                .allMatch(r -> r.moments().sent() >= 10_800_000_000L);
        assertThat(run.records())
                .filteredOn(RequestRecord::warmup)
                .allMatch(r -> r.moments().sent() <= 10_800_000_000L);
    }

    @Test
    void opensTheWindowWithTheLastStepWhereThereIsNoWarmup() {
        LoadRun run =
                VirtualRun.of(TestPlan.users(4).ramp("2 every 5s").duration(Duration.ofSeconds(1)), Server.taking(300));

        assertThatRun(run).hasWindow(5000, 6000);
    }

    @Test
    void startsNobodyAfterTheDeadlineOfAWholeRun() {
        LoadRun run = VirtualRun.of(
                TestPlan.users(4)
                        .ramp("1 every 10s")
                        .duration(Duration.ofSeconds(15))
                        .wholeRun(),
                Server.taking(4000));

        assertThat(run.records()).extracting(RequestRecord::user).containsOnly(0, 1);
        assertThatRun(run)
                .hasWindow(0, 15_000)
                .endedAt(15_000)
                .hasInFlightAtEnd(2)
                .endedBy(End.COMPLETED);
    }

    @Test
    void startsNobodyForAnEmptyQueue() {
        LoadRun run =
                VirtualRun.of(TestPlan.users(4).ramp("1 every 10s").requests(5).wholeRun(), Server.taking(1000));

        assertThat(run.records()).extracting(RequestRecord::user).containsOnly(0);
        assertThatRun(run).hasMeasured(5).endedAt(5000).endedBy(End.COMPLETED);
    }

    @Test
    void measuresNothingWhenTheLongestDurationComesFirst() {
        LoadRun run = VirtualRun.of(
                TestPlan.users(3).ramp("1 every 10s").maxDuration(Duration.ofSeconds(15)), Server.taking(4000));

        assertThatRun(run).hasWindow(15_000, 15_000).hasMeasured(0).endedBy(End.MAX_DURATION);
        assertThat(run.records()).extracting(RequestRecord::user).containsOnly(0, 1);
    }

    @Test
    void isCutShortByAnInterruption() {
        LoadRun run =
                VirtualRun.interrupted(TestPlan.users(3).ramp("1 every 10s").requests(10), Server.taking(4000), 13_000);

        assertThatRun(run)
                .endedBy(End.INTERRUPTED)
                .endedAt(13_000)
                .hasMeasured(0)
                .hasInFlightAtEnd(2);
    }
}
