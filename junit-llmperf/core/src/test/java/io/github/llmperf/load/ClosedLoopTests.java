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
            List<NextAction.Send> sends =
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
            List<NextAction.Send> sends =
                    VirtualRun.sends(TestPlan.users(50).think("0ms..1s").requests(100), Server.taking(10));
            long[] second = sends.stream()
                    .filter(s -> s.index() >= 50)
                    .mapToLong(NextAction.Send::scheduled)
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
        void pauseWhenNobodyListens() {
            Server goneAfterTheFirst = (request, index, user) -> index == 0
                    ? request.answeredAfter(50)
                    : request.answeredAfter(0).failed(FailureKind.CONNECT);
            LoadRun run = VirtualRun.of(TestPlan.users(1).requests(4), goneAfterTheFirst);

            assertThat(sentMillis(run.records())).containsExactly(0L, 50L, 150L, 250L);
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
                    index == 0 ? request.endsAt(140).failed(FailureKind.OVERLOAD) : request.answeredAfter(100);
            LoadRun run = VirtualRun.of(TestPlan.users(1).warmup("1").requests(2), failsFirst);

            assertThatRun(run).hasWindow(140, 240).hasWarmup(1).hasMeasured(2);
        }
    }
}
