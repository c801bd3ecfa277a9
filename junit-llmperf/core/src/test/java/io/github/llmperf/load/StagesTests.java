package io.github.llmperf.load;

import static io.github.llmperf.load.RunTimesAssert.assertThatRun;
import static io.github.llmperf.load.RunTimesAssert.sentMillis;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadRun.End;
import io.github.llmperf.load.VirtualRun.Sending;
import io.github.llmperf.load.VirtualRun.Server;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.protocol.FailureKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class StagesTests {

    private static TestPlan users(int users) {
        return TestPlan.users(users).duration(Duration.ofSeconds(1));
    }

    private static List<Long> sentBy(LoadRun run, int user) {
        return sentMillis(run.records().stream().filter(r -> r.user() == user).toList());
    }

    @Nested
    class Users {

        @Test
        void goOnInTheNextStageWhenTheirRequestHasEnded() {
            List<LoadRun> runs = VirtualRun.stages(List.of(users(2), users(3)), Server.taking(300));

            assertThatRun(runs.get(0))
                    .startedAt(0)
                    .hasWindow(0, 1000)
                    .hasMeasured(8)
                    .endedAt(1200);
            assertThatRun(runs.get(1))
                    .startedAt(1000)
                    .hasWindow(1000, 2000)
                    .hasMeasured(10)
                    .endedAt(2200);
            assertThat(sentBy(runs.get(1), 0)).containsExactly(1200L, 1500L, 1800L);
            assertThat(sentBy(runs.get(1), 2)).containsExactly(1000L, 1300L, 1600L, 1900L);
            assertThat(runs.get(0).inFlightAtEnd()).isZero();
        }

        @Test
        void areNotLateForHavingBeenBusy() {
            List<LoadRun> runs = VirtualRun.stages(List.of(users(2), users(2)), Server.taking(300));

            assertThat(runs.get(1).records())
                    .allMatch(r -> r.moments().scheduled() == r.moments().sent());
        }

        @Test
        void settleInANewWarmupBeforeTheWindowOpens() {
            List<LoadRun> runs =
                    VirtualRun.stages(List.of(users(2).warmup("1"), users(3).warmup("1")), Server.taking(300));

            // stage 0 from 300 to 1300; users 0 and 1 come over at 1500, user 2 starts at 1300
            assertThatRun(runs.get(0)).hasWindow(300, 1300);
            assertThatRun(runs.get(1)).startedAt(1300).hasWindow(1800, 2800);
            assertThat(sentMillis(runs.get(1).records().stream()
                            .filter(RequestRecord::warmup)
                            .toList()))
                    .startsWith(1300L, 1500L, 1500L, 1600L);
        }

        @Test
        void startByTheRampOfTheStageThatWantsMore() {
            List<LoadRun> runs = VirtualRun.stages(List.of(users(2), users(6).ramp("2 every 5s")), Server.taking(300));
            List<Long> first = IntStream.range(0, 6)
                    .mapToObj(user -> sentBy(runs.get(1), user).get(0))
                    .toList();

            assertThat(first).containsExactly(1200L, 1200L, 1000L, 1000L, 6000L, 6000L);
            assertThatRun(runs.get(1)).hasWindow(6000, 7000);
        }

        @Test
        void whoHadNotStartedStartByTheNextRamp() {
            TestPlan slowRamp = TestPlan.users(4)
                    .ramp("1 every 1s")
                    .duration(Duration.ofMillis(1500))
                    .wholeRun();
            List<LoadRun> runs = VirtualRun.stages(List.of(slowRamp, users(4).ramp("1 every 2s")), Server.taking(300));

            assertThat(runs.get(0).records()).extracting(RequestRecord::user).containsOnly(0, 1);
            assertThat(sentBy(runs.get(1), 1).get(0)).isEqualTo(1600);
            assertThat(sentBy(runs.get(1), 2).get(0)).isEqualTo(1500);
            assertThat(sentBy(runs.get(1), 3).get(0)).isEqualTo(3500);
        }

        @Test
        void leaveAfterTheirRequestWhenThereAreTooMany() {
            List<LoadRun> runs = VirtualRun.stages(List.of(users(3), users(1)), Server.taking(300));

            assertThatRun(runs.get(0)).hasMeasured(12).endedAt(1200);
            assertThat(runs.get(1).records()).extracting(RequestRecord::user).containsOnly(0);
            assertThatRun(runs.get(1)).hasWindow(1000, 2000).endedAt(2100);
        }

        @Test
        void comeBackInAStageThatWantsThemAgain() {
            List<LoadRun> runs = VirtualRun.stages(List.of(users(2), users(1), users(2)), Server.taking(300));

            assertThat(sentBy(runs.get(2), 1)).containsExactly(2000L, 2300L, 2600L, 2900L);
            assertThat(sentBy(runs.get(2), 0)).containsExactly(2100L, 2400L, 2700L);
        }

        @Test
        void finishTheirThinkTimeFirst() {
            List<LoadRun> runs = VirtualRun.stages(
                    List.of(
                            TestPlan.users(1).think("1s").duration(Duration.ofMillis(1500)),
                            TestPlan.users(1).duration(Duration.ofSeconds(1))),
                    Server.taking(100));

            // sent at 0 and 1100, then thinking from 1200 to 2200
            assertThat(sentMillis(runs.get(1).records())).startsWith(2200L, 2300L);
        }

        @Test
        void areNotReleasedAllAtOnce() {
            Server slowerByUser = (request, index, user) -> request.answeredAfter(110L + 70L * user);
            List<LoadRun> runs = VirtualRun.stages(List.of(users(5), users(5)), slowerByUser);
            List<Long> first = IntStream.range(0, 5)
                    .mapToObj(user -> sentBy(runs.get(1), user).get(0))
                    .toList();

            // each at the first multiple of its own latency after 1000
            assertThat(first).containsExactly(1100L, 1080L, 1000L, 1280L, 1170L);
        }

        @Test
        void whoAreBusyForAWholeStageTakePartInTheOneAfterIt() {
            Server firstOfUserOneIsSlow =
                    (request, index, user) -> request.answeredAfter(user == 1 && index == 1 ? 2500 : 300);
            List<LoadRun> runs = VirtualRun.stages(List.of(users(2), users(2), users(2)), firstOfUserOneIsSlow);

            assertThat(sentBy(runs.get(0), 1)).containsExactly(0L);
            assertThat(sentBy(runs.get(1), 1)).isEmpty();
            assertThat(sentBy(runs.get(2), 1)).containsExactly(2500L, 2800L);
            assertThatRun(runs.get(0)).hasWindow(0, 1000).endedAt(2500);
        }
    }

    @Nested
    class Schedules {

        @Test
        void followUsersAndTheOtherWayRound() {
            List<LoadRun> runs = VirtualRun.stages(
                    List.of(users(2), TestPlan.rate(10).duration(Duration.ofMillis(500)), users(2)),
                    Server.taking(300));

            assertThatRun(runs.get(0)).hasWindow(0, 1000).hasMeasured(8).endedAt(1200);
            assertThatRun(runs.get(1))
                    .startedAt(1000)
                    .hasWindow(1000, 1500)
                    .hasMeasured(5)
                    .endedAt(1800);
            assertThat(sentMillis(runs.get(1).records())).containsExactly(1100L, 1200L, 1300L, 1400L, 1500L);
            assertThatRun(runs.get(2)).startedAt(1500).hasWindow(1500, 2500);
            assertThat(sentBy(runs.get(2), 0)).containsExactly(1500L, 1800L, 2100L, 2400L);
        }

        @Test
        void lastForTheirDurationThoughTheLastRequestIsDueEarlier() {
            List<LoadRun> runs = VirtualRun.stages(
                    List.of(
                            TestPlan.rate(1).duration(Duration.ofMillis(1400)),
                            TestPlan.rate(10).requests(2)),
                    Server.taking(50));

            assertThatRun(runs.get(0)).hasWindow(0, 1400).hasMeasured(1);
            assertThat(sentMillis(runs.get(1).records())).containsExactly(1500L, 1600L);
        }

        @Test
        void differFromStageToStage() {
            TestPlan poisson = TestPlan.rate(20).burstiness(1).duration(Duration.ofSeconds(10));
            List<Sending> sendings = VirtualRun.sendings(List.of(poisson, poisson), Server.taking(10));
            List<Long> first = offsets(sendings, 0);

            assertThat(first).hasSize(200);
            assertThat(offsets(sendings, 1)).hasSize(200).isNotEqualTo(first);
            assertThat(VirtualRun.sendings(List.of(poisson, poisson), Server.taking(99)))
                    .extracting(Sending::step)
                    .isEqualTo(sendings.stream().map(Sending::step).toList());
        }

        private List<Long> offsets(List<Sending> sendings, int load) {
            return sendings.stream()
                    .filter(sending -> sending.load() == load)
                    .map(sending -> sending.step().scheduled() - load * 10_000_000_000L)
                    .toList();
        }
    }

    @Nested
    class Prompts {

        @Test
        void goOnWhereTheStageBeforeStopped() {
            List<Sending> sendings = VirtualRun.sendings(
                    List.of(
                            users(3),
                            TestPlan.rate(10).duration(Duration.ofMillis(500)),
                            users(2).warmup("1").cooldown(Duration.ofSeconds(1))),
                    Server.taking(300));

            assertThat(sendings)
                    .extracting(Sending::prompt)
                    .containsExactlyElementsOf(
                            IntStream.range(0, sendings.size()).boxed().toList());
        }

        @Test
        void areCountedFromZeroWithinEachRun() {
            List<LoadRun> runs = VirtualRun.stages(List.of(users(2), users(2)), Server.taking(300));

            assertThat(runs).allSatisfy(run -> assertThat(run.records())
                    .extracting(RequestRecord::index)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, run.records().size()).boxed().toList()));
        }
    }

    @Nested
    class Ends {

        private static final EarlyEnd WHY = new EarlyEnd.LimitLost(
                Limit.parse("errorRate <= 1%"),
                new EarlyEnd.Seen.Counted(EarlyEnd.Seen.Counted.What.FAILED, 1, 1),
                OptionalLong.empty());

        private static final StopRule AT_ONCE = new StopRule() {
            @Override
            public Optional<EarlyEnd> ended(RequestRecord record) {
                return Optional.of(WHY);
            }

            @Override
            public Optional<EarlyEnd> tick(long now, int inFlight) {
                return Optional.empty();
            }
        };

        @Test
        void ofAStageThatIsEndedEarlyIsTheEndOfTheRun() {
            List<LoadRun> runs = VirtualRun.stages(
                    List.of(users(2), users(2), users(2)),
                    List.of(StopRule.NEVER, AT_ONCE, StopRule.NEVER),
                    (request, index, user) -> request.answeredAfter(user == 0 ? 300 : 400));

            assertThat(runs).hasSize(2);
            assertThatRun(runs.get(0)).endedBy(End.COMPLETED).hasMeasured(7);
            assertThatRun(runs.get(1)).endedBy(End.LIMIT_BROKEN).endedAt(1500).hasInFlightAtEnd(1);
            assertThat(runs.get(1).early()).contains(WHY);
        }

        @Test
        void ofAStageInWhichNothingSucceedsIsTheEndOfTheRun() {
            Server failing = (request, index, user) -> request.answeredAfter(10).failed(FailureKind.SERVER_ERROR);
            List<LoadRun> runs = VirtualRun.stages(List.of(users(4), users(4)), failing);

            assertThat(runs).hasSize(1);
            assertThatRun(runs.get(0)).endedBy(End.NOTHING_SUCCEEDED).endedAt(450);
        }

        @Test
        void ofAStageWhoseLastRequestsShowThatNothingSucceedsDropsTheNext() {
            Server failing = (request, index, user) -> request.endsAt(1500).failed(FailureKind.TIMEOUT);
            List<LoadRun> runs = VirtualRun.stages(List.of(users(20), users(25)), failing);

            assertThat(runs).hasSize(1);
            assertThatRun(runs.get(0))
                    .endedBy(End.NOTHING_SUCCEEDED)
                    .hasWindow(0, 1000)
                    .hasMeasured(20);
        }

        @Test
        void byInterruptionKeepWhatTheStageBeforeMeasured() {
            Server userOneIsSlow = (request, index, user) -> request.answeredAfter(user == 1 ? 5000 : 300);
            List<LoadRun> runs = VirtualRun.interrupted(List.of(users(2), users(2), users(2)), userOneIsSlow, 1600);

            assertThat(runs).hasSize(2);
            assertThatRun(runs.get(0)).endedBy(End.COMPLETED).hasWindow(0, 1000).hasInFlightAtEnd(1);
            assertThatRun(runs.get(1))
                    .endedBy(End.INTERRUPTED)
                    .hasWindow(1000, 1600)
                    .hasInFlightAtEnd(1);
        }

        @Test
        void byTheLongestDurationLetTheNextStageFollow() {
            List<LoadRun> runs = VirtualRun.stages(
                    List.of(TestPlan.users(1).maxDuration(Duration.ofSeconds(1)), users(1)), Server.taking(300));

            assertThatRun(runs.get(0))
                    .endedBy(End.MAX_DURATION)
                    .hasWindow(0, 1000)
                    .endedAt(1200);
            assertThatRun(runs.get(1)).endedBy(End.COMPLETED).startedAt(1000).hasWindow(1000, 2000);
        }

        @Test
        void ofACooldownLetItsRequestsRunOnUnderTheNextStage() {
            List<LoadRun> runs =
                    VirtualRun.stages(List.of(users(1).cooldown(Duration.ofMillis(500)), users(1)), Server.taking(400));

            assertThatRun(runs.get(0))
                    .hasWindow(0, 1000)
                    .hasMeasured(3)
                    .hasCooldown(1)
                    .endedAt(1600);
            assertThat(runs.get(0).records()).noneMatch(RequestRecord::cancelled);
            assertThat(sentMillis(runs.get(1).records())).containsExactly(1600L, 2000L, 2400L);
        }

        @Test
        void ofTheLastStageWaitForSlowRequestsOfAnEarlierOne() {
            Server userOneIsSlow = (request, index, user) -> request.answeredAfter(user == 1 ? 9000 : 300);
            List<LoadRun> runs =
                    VirtualRun.stages(List.of(users(2), users(1).cooldown(Duration.ofMillis(100))), userOneIsSlow);

            assertThatRun(runs.get(0)).hasInFlightAtEnd(0).endedAt(9000);
            assertThatRun(runs.get(1)).hasWindow(1000, 2000);
        }
    }
}
