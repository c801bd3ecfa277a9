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
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ClosedLoopTests {

    /** User u takes 100 × (u + 1) ms for each request. */
    private static final Server SLOWER_BY_USER = (request, index, user) -> request.answeredAfter(100L * (user + 1));

    @Nested
    class Users {

        @Test
        void sendTheNextRequestWhenTheLastEnded() {
            LoadRun run = VirtualRun.of(TestPlan.users(1).requests(3), Server.taking(100));

            assertThat(sentMillis(run.records())).containsExactly(0L, 100L, 200L);
            assertThatRun(run).endedAt(300).endedBy(End.COMPLETED);
        }

        @Test
        void takeRequestsFromOneSharedQueue() {
            LoadRun run = VirtualRun.of(TestPlan.users(2).requests(7), SLOWER_BY_USER);

            assertThat(run.records()).filteredOn(r -> r.user() == 0).hasSize(4);
            assertThat(run.records()).filteredOn(r -> r.user() == 1).hasSize(3);
            assertThat(run.records()).extracting(RequestRecord::index).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6);
        }

        @Test
        void areSpawnedAtAbsoluteMoments() {
            LoadRun run =
                    VirtualRun.of(TestPlan.users(3).spawnRate(4).requests(3).wholeRun(), Server.taking(10_000));

            assertThat(sentMillis(run.records())).containsExactly(0L, 250L, 500L);
        }

        @Test
        void thinkBeforeEachRequestButTheFirst() {
            List<Step.Send> sends =
                    VirtualRun.sends(TestPlan.users(1).think("1s").requests(3), Server.taking(100));

            assertThat(sends).extracting(s -> s.scheduled() / 1_000_000).containsExactly(0L, 1100L, 2200L);
        }

        @Test
        void thinkForTimesSpreadOverTheRange() {
            LoadRun run = VirtualRun.of(
                    TestPlan.users(1).think("1s..3s").requests(1001).maxDuration(Duration.ofHours(1)),
                    Server.taking(0));
            List<Long> sent = sentMillis(run.records());
            double[] thought = new double[1000];
            for (int i = 0; i < 1000; i++) {
                thought[i] = sent.get(i + 1) - sent.get(i);
            }

            assertThat(Arrays.stream(thought).min().orElseThrow()).isBetween(999.0, 1100.0);
            assertThat(Arrays.stream(thought).max().orElseThrow()).isBetween(2900.0, 3001.0);
            // standard error of the mean is 577 / √1000 = 18 ms
            assertThat(Arrays.stream(thought).average().orElseThrow()).isBetween(1910.0, 2090.0);
        }

        @Test
        void thinkIndependentlyOfEachOther() {
            List<Step.Send> sends =
                    VirtualRun.sends(TestPlan.users(50).think("0ms..1s").requests(100), Server.taking(10));
            long[] second = sends.stream()
                    .filter(s -> s.index() >= 50)
                    .mapToLong(Step.Send::scheduled)
                    .toArray();

            assertThat(second).doesNotHaveDuplicates();
            assertThat(second[49] - second[0]).isGreaterThan(500_000_000L);
        }

        @Test
        void thinkAlikeForTheSameSeed() {
            TestPlan plan = TestPlan.users(5).think("1s..3s").requests(200);

            assertThat(VirtualRun.sends(plan, SLOWER_BY_USER)).isEqualTo(VirtualRun.sends(plan, SLOWER_BY_USER));
        }

        @Test
        void thinkOtherwiseForAnotherSeed() {
            TestPlan plan = TestPlan.users(5).think("1s..3s").requests(200);

            assertThat(VirtualRun.sends(plan.seed(1), SLOWER_BY_USER))
                    .isNotEqualTo(VirtualRun.sends(plan.seed(2), SLOWER_BY_USER));
        }

        @Test
        void stopThinkingWhenTheQueueIsEmpty() {
            LoadRun run = VirtualRun.of(TestPlan.users(2).think("10s").requests(2), SLOWER_BY_USER);

            assertThatRun(run).endedAt(200);
        }
    }

    @Nested
    class Warmup {

        @Test
        void opensTheWindowWhenTheLastUserHasEndedIt() {
            LoadRun run = VirtualRun.of(TestPlan.users(3).warmup("2").requests(30), SLOWER_BY_USER);

            assertThat(run.times().windowOpened()).isEqualTo(600_000_000L);
        }

        @Test
        void countsNothingSentBeforeTheWindowOpened() {
            LoadRun run = VirtualRun.of(TestPlan.users(3).warmup("2").requests(30), SLOWER_BY_USER);

            assertThat(run.records()).allSatisfy(r -> assertThat(r.warmup())
                    .isEqualTo(r.moments().sent() < 600_000_000L));
            assertThatRun(run).hasMeasured(30).hasWarmup(6 + 3 + 2);
        }

        @Test
        void handsOverWithoutLettingAnyUserIdle() {
            LoadRun run = VirtualRun.of(TestPlan.users(5).warmup("3").duration(Duration.ofSeconds(4)), SLOWER_BY_USER);

            for (int user = 0; user < 5; user++) {
                int number = user;
                List<RequestRecord> own = run.records().stream()
                        .filter(r -> r.user() == number)
                        .sorted(Comparator.comparingInt(RequestRecord::index))
                        .toList();
                assertThat(own).anyMatch(RequestRecord::warmup).anyMatch(r -> !r.warmup());
                for (int i = 1; i < own.size(); i++) {
                    assertThat(own.get(i).moments().sent())
                            .isEqualTo(own.get(i - 1).moments().end());
                }
            }
        }

        @Test
        void doesNotReleaseAllUsersAtOnce() {
            LoadRun run = VirtualRun.of(TestPlan.users(5).warmup("1").requests(50), SLOWER_BY_USER);

            assertThat(measured(run).stream()
                            .filter(r -> r.moments().sent() == run.times().windowOpened()))
                    .as("sent in the instant of opening: the last user and user 0, which happens to be free")
                    .hasSize(2);
        }

        @Test
        void ofATimeEndsForTheLastUserAtItsSpawnPlusThatTime() {
            LoadRun run = VirtualRun.of(
                    TestPlan.users(3).spawnRate(1).warmup("5s").duration(Duration.ofSeconds(10)), Server.taking(300));

            assertThatRun(run).hasWindow(7_000, 17_000);
        }

        @Test
        void isMissingThenTheWindowOpensWithTheLastSpawn() {
            LoadRun run = VirtualRun.of(TestPlan.users(3).spawnRate(1).requests(10), Server.taking(500));

            assertThat(run.times().windowOpened()).isEqualTo(2_000_000_000L);
            assertThatRun(run).hasMeasured(10).hasWarmup(4 + 2);
        }

        @Test
        void isMissingAndAllStartAtOnceThenEveryRequestCounts() {
            assertThatRun(VirtualRun.of(TestPlan.users(4).requests(4), Server.taking(50)))
                    .hasMeasured(4)
                    .hasWarmup(0);
        }

        @Test
        void countsFailedRequestsAsServed() {
            Server failsFirst = (request, index, user) ->
                    index == 0 ? request.endsAt(40).failed(FailureKind.OVERLOAD) : request.answeredAfter(100);
            LoadRun run = VirtualRun.of(TestPlan.users(1).warmup("1").requests(2), failsFirst);

            assertThatRun(run).hasWindow(40, 140).hasWarmup(1).hasMeasured(2);
        }
    }

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
                            .warmup("5")
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
                (request, index, user) -> request.endsAt(10L * (index + 1)).failed(FailureKind.CONNECT);

        @Test
        void endTheRunWhenTwentyInARow() {
            LoadRun run = VirtualRun.of(TestPlan.users(1).warmup("1").requests(1000), REFUSING);

            assertThatRun(run).endedBy(End.NOTHING_SUCCEEDED).endedAt(200);
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
        void cancelWhatIsInFlight() {
            Server oneHangs = (request, index, user) -> index == 0
                    ? request.answeredAfter(50_000)
                    : request.endsAt(10L * (index + 1)).failed(FailureKind.CONNECT);
            LoadRun run = VirtualRun.of(TestPlan.users(2).requests(1000), oneHangs);

            assertThatRun(run).endedBy(End.NOTHING_SUCCEEDED).hasInFlightAtEnd(1);
            assertThat(run.records()).hasSize(21);
        }

        @Test
        void doNotStretchTheRunWhenTheGoalIsReachedWhileCancelling() {
            LoadRun run = VirtualRun.of(TestPlan.users(25), (request, index, user) -> request.endsAt(10)
                    .failed(FailureKind.CONNECT));

            assertThatRun(run).endedBy(End.NOTHING_SUCCEEDED).endedAt(10);
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
