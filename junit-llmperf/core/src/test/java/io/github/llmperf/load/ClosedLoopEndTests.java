package io.github.llmperf.load;

import static io.github.llmperf.load.RunTimesAssert.assertThatRun;
import static io.github.llmperf.load.RunTimesAssert.measured;
import static io.github.llmperf.load.RunTimesAssert.sentMillis;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadRun.End;
import io.github.llmperf.load.VirtualRun.Server;
import io.github.llmperf.protocol.FailureKind;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** When a closed loop ends, and what then becomes of its requests. */
class ClosedLoopEndTests {

    /** User u takes 100 × (u + 1) ms for each request. */
    private static final Server SLOWER_BY_USER = (request, index, user) -> request.answeredAfter(100L * (user + 1));

    @Nested
    class FixedNumber {

        @Test
        void closesTheWindowWhenTheLastRequestIsTaken() {
            LoadRun run = VirtualRun.of(TestPlan.users(1).warmup("1").requests(6), Server.taking(100));

            assertThatRun(run).hasWindow(100, 600).endedAt(700).hasMeasured(6).endedBy(End.COMPLETED);
        }

        @Test
        void letsRequestsInFlightRunOnAndCount() {
            Server lastIsSlow = (request, index, user) -> request.answeredAfter(index == 9 ? 30_000 : 100);
            LoadRun run = VirtualRun.of(TestPlan.users(1).requests(10), lastIsSlow);

            assertThatRun(run).hasWindow(0, 900).endedAt(30_900).hasMeasured(10).hasInFlightAtEnd(0);
        }
    }

    @Nested
    class FixedDuration {

        @Test
        void closesTheWindowWithTheDuration() {
            LoadRun run =
                    VirtualRun.of(TestPlan.users(1).warmup("1").duration(Duration.ofSeconds(1)), Server.taking(300));

            assertThatRun(run).hasWindow(300, 1300).endedAt(1500).hasMeasured(4).endedBy(End.COMPLETED);
        }

        @Test
        void startsNothingAtItsEnd() {
            LoadRun run = VirtualRun.of(TestPlan.users(1).duration(Duration.ofSeconds(1)), Server.taking(250));

            assertThat(sentMillis(run.records())).containsExactly(0L, 250L, 500L, 750L);
        }

        @Test
        void cancelsWhatOutlivesTheTimeout() {
            LoadRun run = VirtualRun.of(
                    TestPlan.users(1).duration(Duration.ofSeconds(1)).timeout(Duration.ofSeconds(2)),
                    Server.taking(60_000));

            assertThatRun(run).hasWindow(0, 1000).endedAt(4000).hasInFlightAtEnd(1);
        }
    }

    @Nested
    class NumberAndDuration {

        @Test
        void endWithTheNumberWhenThatComesFirst() {
            LoadRun run =
                    VirtualRun.of(TestPlan.users(1).requests(3).duration(Duration.ofSeconds(10)), Server.taking(100));

            assertThatRun(run).hasWindow(0, 200).endedAt(300).hasMeasured(3).endedBy(End.COMPLETED);
        }

        @Test
        void endWithTheDurationWhenThatComesFirst() {
            LoadRun run =
                    VirtualRun.of(TestPlan.users(1).requests(50).duration(Duration.ofSeconds(1)), Server.taking(100));

            assertThatRun(run).hasWindow(0, 1000).endedAt(1000).hasMeasured(10).endedBy(End.COMPLETED);
        }

        @Test
        void overTheWholeRunEndWithTheLastRequestWhenThatComesFirst() {
            LoadRun run = VirtualRun.of(
                    TestPlan.users(1)
                            .requests(3)
                            .duration(Duration.ofSeconds(10))
                            .wholeRun(),
                    Server.taking(100));

            assertThatRun(run).hasWindow(0, 300).endedAt(300).hasMeasured(3).endedBy(End.COMPLETED);
        }
    }

    @Nested
    class Adaptive {

        @Test
        void goesOnUntilTheGoalHasEnded() {
            LoadRun run = VirtualRun.of(TestPlan.users(3).warmup("1"), SLOWER_BY_USER);
            long ended = measured(run).stream()
                    .filter(r -> r.moments().end() <= run.times().windowClosed())
                    .count();

            assertThat(ended).isEqualTo(100);
            assertThatRun(run).hasMeasured(102).endedBy(End.COMPLETED);
        }

        @Test
        void wantsFiveRequestsOfEachOfManyUsers() {
            LoadRun run = VirtualRun.of(TestPlan.users(40), Server.taking(100));

            assertThatRun(run).hasWindow(0, 500);
        }

        @Test
        void isCappedByTheLongestDuration() {
            LoadRun run = VirtualRun.of(
                    TestPlan.users(1).warmup("1").maxDuration(Duration.ofSeconds(10)), Server.taking(300));

            assertThatRun(run)
                    .hasWindow(300, 10_000)
                    .endedAt(10_200)
                    .endedBy(End.MAX_DURATION)
                    .hasInFlightAtEnd(0);
        }

        @Test
        void keepsTheWindowOfACappedRunWhoseGoalIsReachedInTheDrain() {
            LoadRun run = VirtualRun.of(TestPlan.users(1).maxDuration(Duration.ofMillis(9_950)), Server.taking(100));

            assertThatRun(run)
                    .hasMeasured(100)
                    .hasWindow(0, 9_950)
                    .endedAt(10_000)
                    .endedBy(End.MAX_DURATION);
        }

        @Test
        void hasAnEmptyWindowWhenTheWarmupNeverEnds() {
            LoadRun run = VirtualRun.of(
                    TestPlan.users(1).warmup("1h").maxDuration(Duration.ofSeconds(1)), Server.taking(300));

            assertThatRun(run).hasWindow(1000, 1000).hasMeasured(0).endedBy(End.MAX_DURATION);
        }
    }

    @Nested
    class WholeRun {

        @Test
        void cancelsEverythingAtTheDeadline() {
            LoadRun run = VirtualRun.of(
                    TestPlan.users(3)
                            .spawnRate(1)
                            .warmup("1")
                            .duration(Duration.ofSeconds(5))
                            .wholeRun(),
                    Server.taking(2200));

            assertThatRun(run)
                    .hasWindow(0, 5000)
                    .endedAt(5000)
                    .hasInFlightAtEnd(3)
                    .hasWarmup(0)
                    .endedBy(End.COMPLETED);
            assertThat(run.records()).filteredOn(r -> !r.cancelled()).hasSize(2 + 1 + 1);
        }

        @Test
        void ofANumberOfRequestsEndsWithTheLastOne() {
            LoadRun run = VirtualRun.of(TestPlan.users(2).requests(5).wholeRun(), SLOWER_BY_USER);

            assertThatRun(run).hasWindow(0, 400).endedAt(400).hasMeasured(5).hasInFlightAtEnd(0);
        }

        @Test
        void thatIsAdaptiveSendsTheGoalAndCutsNothingOff() {
            LoadRun run = VirtualRun.of(TestPlan.users(3).wholeRun(), SLOWER_BY_USER);

            assertThatRun(run).hasMeasured(100).hasInFlightAtEnd(0).endedBy(End.COMPLETED);
        }

        @Test
        void isCutByTheLongestDuration() {
            LoadRun run = VirtualRun.of(
                    TestPlan.users(2)
                            .requests(5)
                            .maxDuration(Duration.ofMillis(350))
                            .wholeRun(),
                    SLOWER_BY_USER);

            assertThatRun(run)
                    .hasWindow(0, 350)
                    .endedAt(350)
                    .hasInFlightAtEnd(1)
                    .endedBy(End.MAX_DURATION);
        }
    }

    @Nested
    class FailuresAtTheStart {

        private static final Server REFUSING =
                (request, index, user) -> request.answeredAfter(10).failed(FailureKind.SERVER_ERROR);

        @Test
        void endTheRunWhenTwentyInARow() {
            LoadRun run = VirtualRun.of(TestPlan.users(1).warmup("1").requests(1000), REFUSING);

            // after each but the last a pause of 100 ms
            assertThatRun(run).endedBy(End.NOTHING_SUCCEEDED).endedAt(2_100);
            assertThat(run.records()).hasSize(20);
        }

        @Test
        void endNothingAfterOneSuccess() {
            Server onlyTheTwentieth = (request, index, user) -> index == 19
                    ? request.answeredAfter(10)
                    : request.endsAt(10L * (index + 1)).failed(FailureKind.OVERLOAD);
            LoadRun run = VirtualRun.of(TestPlan.users(1).requests(100), onlyTheTwentieth);

            assertThatRun(run).endedBy(End.COMPLETED).hasMeasured(100);
        }

        @Test
        void cancelWhatWasSentLater() {
            Server failing = (request, index, user) -> index < 20
                    ? request.answeredAfter(200 + 10L * index).failed(FailureKind.SERVER_ERROR)
                    : request.answeredAfter(50_000);
            LoadRun run = VirtualRun.of(TestPlan.users(20).requests(1000), failing);

            assertThatRun(run).endedBy(End.NOTHING_SUCCEEDED).endedAt(390).hasInFlightAtEnd(19);
            assertThat(run.records()).hasSize(39);
        }

        @Test
        void doNotStretchTheRunWhenTheGoalIsReachedWhileCancelling() {
            LoadRun run = VirtualRun.of(TestPlan.users(25), (request, index, user) -> request.endsAt(10)
                    .failed(FailureKind.SERVER_ERROR));

            assertThatRun(run).endedBy(End.NOTHING_SUCCEEDED).endedAt(10);
        }
    }

    @Nested
    class RequestsThatThisMachineFails {

        @Test
        void endTheRunWhenTheyAreTwenty() {
            Server everySecond = (request, index, user) -> index % 2 == 0
                    ? request.answeredAfter(10)
                    : request.endsAt(10L * index + 10).failed(FailureKind.GENERATOR);
            LoadRun run = VirtualRun.of(TestPlan.users(1).requests(1000), everySecond);

            assertThatRun(run).endedBy(End.GENERATOR_FAILED);
            assertThat(run.records()).filteredOn(RequestRecord::failedHere).hasSize(20);
            assertThat(run.early()).get().isInstanceOf(EarlyEnd.FailedHere.class);
        }

        @Test
        void endTheRunAtOnceInTheWarmup() {
            LoadRun run = VirtualRun.of(
                    TestPlan.users(1).warmup("5").requests(1000),
                    (request, index, user) ->
                            index == 2 ? request.failed(FailureKind.GENERATOR) : request.answeredAfter(10));

            assertThatRun(run).endedBy(End.GENERATOR_FAILED);
            assertThat(run.records()).hasSize(3);
        }

        @Test
        void areNoSignOfADeadTarget() {
            Server mixed = (request, index, user) -> index % 2 == 0
                    ? request.endsAt(10L * index + 10).failed(FailureKind.GENERATOR)
                    : request.endsAt(10L * index + 10).failed(FailureKind.CONNECT);
            LoadRun run = VirtualRun.of(TestPlan.users(1).requests(1000), mixed);

            assertThatRun(run).endedBy(End.GENERATOR_FAILED);
        }
    }

    @Nested
    class Interruption {

        @Test
        void keepsWhatHasEndedAndCancelsTheRest() {
            LoadRun run = VirtualRun.interrupted(TestPlan.users(2).requests(1000), Server.taking(100), 350);

            assertThatRun(run)
                    .endedBy(End.INTERRUPTED)
                    .hasWindow(0, 350)
                    .endedAt(350)
                    .hasInFlightAtEnd(2);
            assertThat(run.records()).filteredOn(RequestRecord::succeeded).hasSize(6);
        }

        @Test
        void duringTheDrainKeepsTheWindow() {
            LoadRun run = VirtualRun.interrupted(TestPlan.users(1).requests(3), Server.taking(100), 250);

            assertThatRun(run).endedBy(End.INTERRUPTED).hasWindow(0, 200).endedAt(250);
        }
    }
}
