package io.github.llmperf.load;

import static io.github.llmperf.load.RunTimesAssert.assertThatRun;
import static io.github.llmperf.load.RunTimesAssert.sentMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadRun.End;
import io.github.llmperf.load.VirtualRun.Server;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CooldownTests {

    private static List<RequestRecord> cooldown(LoadRun run) {
        return run.records().stream()
                .filter(r -> r.phase() == RequestPhase.COOLDOWN)
                .toList();
    }

    @Nested
    class OfUsers {

        @Test
        void followsTheDurationAndIsCutOffAtItsEnd() {
            LoadRun run = VirtualRun.of(
                    TestPlan.users(2).duration(Duration.ofSeconds(1)).cooldown(Duration.ofMillis(600)),
                    Server.taking(300));

            assertThatRun(run)
                    .hasWindow(0, 1000)
                    .hasMeasured(8)
                    .hasInFlightAtEnd(0)
                    .endedAt(1600);
            assertThatRun(run).endedBy(End.COMPLETED);
            assertThat(sentMillis(cooldown(run))).containsExactly(1200L, 1200L, 1500L, 1500L);
            assertThat(cooldown(run)).filteredOn(RequestRecord::cancelled).hasSize(2);
        }

        @Test
        void followsTheLastRequestTakenFromTheQueue() {
            LoadRun run =
                    VirtualRun.of(TestPlan.users(1).requests(3).cooldown(Duration.ofMillis(250)), Server.taking(100));

            assertThatRun(run)
                    .hasWindow(0, 200)
                    .hasMeasured(3)
                    .hasInFlightAtEnd(0)
                    .endedAt(450);
            assertThat(sentMillis(cooldown(run))).containsExactly(300L, 400L);
        }

        @Test
        void followsTheAdaptiveGoal() {
            LoadRun run = VirtualRun.of(TestPlan.users(1).cooldown(Duration.ofMillis(250)), Server.taking(100));

            assertThatRun(run).hasWindow(0, 10_000).hasMeasured(100).endedAt(10_250);
            assertThat(sentMillis(cooldown(run))).containsExactly(10_000L, 10_100L, 10_200L);
        }

        @Test
        void doesNotCutOffMeasuredRequestsThatOutliveIt() {
            Server userZeroIsSlow = (request, index, user) -> request.answeredAfter(user == 0 ? 5000 : 150);
            LoadRun run = VirtualRun.of(
                    TestPlan.users(2).duration(Duration.ofSeconds(1)).cooldown(Duration.ofMillis(200)), userZeroIsSlow);

            assertThatRun(run)
                    .hasMeasured(1 + 7)
                    .hasCooldown(1)
                    .hasInFlightAtEnd(0)
                    .endedAt(5000);
            assertThat(run.records()).noneMatch(RequestRecord::cancelled);
        }

        @Test
        void isCappedByTheLongestDurationOfACompleteMeasurement() {
            LoadRun run = VirtualRun.of(
                    TestPlan.users(1)
                            .duration(Duration.ofSeconds(1))
                            .cooldown(Duration.ofSeconds(10))
                            .maxDuration(Duration.ofSeconds(3)),
                    Server.taking(300));

            assertThatRun(run).hasWindow(0, 1000).hasCooldown(6).endedAt(3000).endedBy(End.COMPLETED);
        }

        @Test
        void doesNotTakePlaceWhenTheLongestDurationEndsTheMeasurement() {
            LoadRun run = VirtualRun.of(
                    TestPlan.users(1).cooldown(Duration.ofSeconds(10)).maxDuration(Duration.ofSeconds(3)),
                    Server.taking(300));

            assertThatRun(run).hasWindow(0, 3000).hasCooldown(0).endedAt(3000).endedBy(End.MAX_DURATION);
        }

        @Test
        void servesThinkTimeAsBefore() {
            LoadRun run = VirtualRun.of(
                    TestPlan.users(1)
                            .think("1s")
                            .duration(Duration.ofSeconds(2))
                            .cooldown(Duration.ofSeconds(2)),
                    Server.taking(100));

            assertThat(sentMillis(run.records())).containsExactly(0L, 1100L, 2200L, 3300L);
            assertThatRun(run).hasMeasured(2).hasCooldown(2).endedAt(3400);
        }

        @Test
        void doesNotExistOverTheWholeRun() {
            LoadRun run = VirtualRun.of(
                    TestPlan.users(1)
                            .duration(Duration.ofSeconds(1))
                            .cooldown(Duration.ofSeconds(1))
                            .wholeRun(),
                    Server.taking(300));

            assertThatRun(run).hasWindow(0, 1000).hasCooldown(0).endedAt(1000);
        }

        @Test
        void keepsTheMeasurementWhenInterrupted() {
            LoadRun run = VirtualRun.interrupted(
                    TestPlan.users(1).duration(Duration.ofSeconds(1)).cooldown(Duration.ofSeconds(10)),
                    Server.taking(250),
                    1400);

            assertThatRun(run)
                    .hasWindow(0, 1000)
                    .hasMeasured(4)
                    .hasInFlightAtEnd(0)
                    .endedAt(1400);
            assertThatRun(run).endedBy(End.INTERRUPTED).hasCooldown(2);
        }

        @Test
        void countsRequestsThatCannotBeCancelledNeitherAsInFlight() {
            HandClock clock = new HandClock();
            List<LoadPlan> plans = List.of(TestPlan.users(1)
                    .duration(Duration.ofSeconds(1))
                    .cooldown(Duration.ofSeconds(1))
                    .build());
            StageSequence sequence =
                    new StageSequence(plans, List.of(LoadProgress.SILENT), List.of(StopRule.NEVER), clock, () -> {});
            sequence.start(0);
            Loop loop = sequence.begun(0);
            clock.set(1.5);
            assertThat(loop.next(0)).isEqualTo(new NextAction.Send(0, 0, RequestPhase.COOLDOWN, 0));
            clock.set(2);
            assertThat(sequence.state()).isEqualTo(Loop.State.CANCELLING);

            assertThatRun(sequence.finish(Instant.EPOCH, Healths.of(0, 0, 0, 0, 2))
                            .get(0))
                    .hasInFlightAtEnd(0);
        }

        @Test
        void isNoBusinessOfThoseWhoMayEndTheRunEarly() {
            StopRule endsWhatComesLate = new StopRule() {
                @Override
                public Optional<EarlyEnd> ended(RequestRecord record) {
                    return record.measured()
                            ? Optional.empty()
                            : Optional.of(new EarlyEnd.FailedHere(Failure.of(FailureKind.GENERATOR, "too late")));
                }

                @Override
                public Optional<EarlyEnd> tick(long now, int inFlight) {
                    return now < 2_500_000_000L
                            ? Optional.empty()
                            : Optional.of(new EarlyEnd.FailedHere(Failure.of(FailureKind.GENERATOR, "too late")));
                }
            };
            LoadRun run = VirtualRun.of(
                    TestPlan.users(1).duration(Duration.ofMillis(2500)).cooldown(Duration.ofSeconds(3)),
                    Server.taking(400),
                    endsWhatComesLate);

            assertThatRun(run).endedBy(End.COMPLETED).endedAt(5500);
        }
    }

    @Nested
    class OfASchedule {

        @Test
        void goesOnAtTheSameRate() {
            LoadRun run =
                    VirtualRun.of(TestPlan.rate(10).requests(10).cooldown(Duration.ofMillis(550)), Server.taking(5));

            assertThatRun(run).hasWindow(0, 1000).hasMeasured(10).endedAt(1505);
            assertThat(sentMillis(cooldown(run))).containsExactly(1100L, 1200L, 1300L, 1400L, 1500L);
        }

        @Test
        void beginsWhenTheDurationIsOver() {
            LoadRun run = VirtualRun.of(
                    TestPlan.rate(10).duration(Duration.ofMillis(1040)).cooldown(Duration.ofMillis(500)),
                    Server.taking(5));

            assertThatRun(run).hasWindow(0, 1040).hasMeasured(10).endedAt(1445);
            assertThat(sentMillis(cooldown(run))).containsExactly(1140L, 1240L, 1340L, 1440L);
        }

        @Test
        void leavesMeasuredRequestsWhereTheyWere() {
            TestPlan without =
                    TestPlan.rate(20).burstiness(.5).requests(100).warmup("2s").seed(3);
            List<NextAction.Send> plain = VirtualRun.sends(without, Server.taking(10));
            List<NextAction.Send> cooled = VirtualRun.sends(without.cooldown(Duration.ofSeconds(5)), Server.taking(10));

            assertThat(cooled).startsWith(plain.toArray(NextAction.Send[]::new)).hasSizeGreaterThan(plain.size());
        }

        @Test
        void waitsForMeasuredRequestsThatTheCapHeldBack() {
            LoadRun run = VirtualRun.of(
                    TestPlan.rate(4)
                            .duration(Duration.ofSeconds(1))
                            .maxInFlight(1)
                            .cooldown(Duration.ofMillis(2900)),
                    Server.taking(1000));

            // measured at 250, 1250, 2250 and 3250; from then on for 2900
            assertThatRun(run)
                    .hasWindow(0, 1000)
                    .hasMeasured(4)
                    .hasInFlightAtEnd(0)
                    .endedAt(6150);
            assertThat(sentMillis(cooldown(run))).containsExactly(4250L, 5250L);
        }

        @Test
        void isRefusedWhereAllRequestsStartAtOnce() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> VirtualRun.of(
                            TestPlan.rate(Double.POSITIVE_INFINITY).requests(5).cooldown(Duration.ofSeconds(1)),
                            Server.taking(1)))
                    .withMessage(
                            "cooldown must not be set with requestRate \"inf\", which sends all at once; remove it");
        }

        @Test
        void ofFailuresAloneEndsNothing() {
            Server failsLater = (request, index, user) ->
                    index < 10 ? request.answeredAfter(5) : request.endsAt(2000).failed(FailureKind.OVERLOAD);
            LoadRun run = VirtualRun.of(TestPlan.rate(10).requests(10).cooldown(Duration.ofSeconds(5)), failsLater);

            assertThatRun(run).endedBy(End.COMPLETED).hasMeasured(10).endedAt(5900);
        }
    }
}
