package io.github.llmperf.load;

import static io.github.llmperf.load.RunTimesAssert.assertThatRun;
import static io.github.llmperf.load.RunTimesAssert.sentMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.load.LoadRun.End;
import io.github.llmperf.load.VirtualRun.Server;
import io.github.llmperf.protocol.FailureKind;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenLoopTests {

    @Test
    void sendsBySchedulePaceWhateverTheServerDoes() {
        LoadRun run = VirtualRun.of(TestPlan.rate(4).requests(4), Server.taking(10_000));

        assertThat(sentMillis(run.records())).containsExactly(250L, 500L, 750L, 1000L);
        assertThatRun(run).hasWindow(0, 1000).endedAt(11_000).endedBy(End.COMPLETED);
    }

    @Test
    void sendsAllAtOnceAtAnInfiniteRate() {
        LoadRun run = VirtualRun.of(TestPlan.rate(Double.POSITIVE_INFINITY).requests(50), Server.taking(100));

        assertThat(sentMillis(run.records())).hasSize(50).containsOnly(0L);
        assertThatRun(run).hasWindow(0, 0).endedAt(100);
    }

    @Test
    void sendsRateTimesDurationRequests() {
        LoadRun run = VirtualRun.of(TestPlan.rate(10).duration(Duration.ofMillis(1040)), Server.taking(5));

        assertThatRun(run).hasMeasured(10).hasWindow(0, 1040).endedAt(1040);
    }

    @Test
    void endsWithTheRequestsWhenTheyComeBeforeTheDuration() {
        LoadRun run = VirtualRun.of(TestPlan.rate(10).requests(5).duration(Duration.ofSeconds(10)), Server.taking(5));

        assertThatRun(run).hasMeasured(5).hasWindow(0, 500).endedAt(505);
    }

    @Test
    void endsWithTheDurationWhenItComesBeforeTheRequests() {
        LoadRun run = VirtualRun.of(TestPlan.rate(10).requests(50).duration(Duration.ofSeconds(1)), Server.taking(5));

        assertThatRun(run).hasMeasured(10).hasWindow(0, 1000).endedAt(1005);
    }

    @Test
    void ofTheWholeRunEndsWithTheLastRequestWhenItComesBeforeTheDuration() {
        LoadRun run = VirtualRun.of(
                TestPlan.rate(10).requests(5).duration(Duration.ofSeconds(10)).wholeRun(), Server.taking(5));

        assertThatRun(run).hasMeasured(5).hasWindow(0, 505).endedAt(505).endedBy(End.COMPLETED);
    }

    @Test
    void isOverrunWhenAServerThatHangsTakesAllThisMachineHas() {
        Server hangs = (request, index, user) -> index < 200
                ? request.answeredAfter(50_000)
                : request.endsAt(100L * index + 101).failed(FailureKind.GENERATOR);

        LoadRun run = VirtualRun.of(TestPlan.rate(10).requests(1000), hangs);

        assertThatRun(run).endedBy(End.OVERRUN);
        assertThat(run.early()).get().isInstanceOfSatisfying(EarlyEnd.PiledUp.class, piled -> {
            assertThat(piled.answered()).isZero();
            assertThat(piled.unanswered()).isEqualTo(200);
            assertThat(piled.failure().kind()).isEqualTo(FailureKind.GENERATOR);
        });
    }

    @Test
    void failsHereWhenThisMachineLacksWhatItNeedsForAServerThatAnswers() {
        Server answers = (request, index, user) -> index % 2 == 0
                ? request.answeredAfter(500)
                : request.endsAt(100L * index + 101).failed(FailureKind.GENERATOR);

        LoadRun run = VirtualRun.of(TestPlan.rate(10).requests(1000), answers);

        assertThatRun(run).endedBy(End.GENERATOR_FAILED);
    }

    @Test
    void sendsAHundredRequestsWhenNothingIsSaid() {
        assertThatRun(VirtualRun.of(TestPlan.rate(10), Server.taking(5)))
                .hasMeasured(100)
                .hasWindow(0, 10_000);
    }

    @Test
    void schedulesTheWarmupBeforeTheMeasuredPart() {
        LoadRun run = VirtualRun.of(TestPlan.rate(10).warmup("2s").requests(10), Server.taking(5));

        assertThatRun(run).hasWarmup(20).hasMeasured(10).hasWindow(2000, 3000);
    }

    @Test
    void hasNoWarmupOfRequestsPerUser() {
        assertThatRun(VirtualRun.of(TestPlan.rate(10).warmup("1").requests(10), Server.taking(5)))
                .hasWarmup(0);
    }

    @Test
    void neverHasMoreInFlightThanTheCap() {
        TestPlan plan = TestPlan.rate(100).requests(60).maxInFlight(3);

        assertThat(Collections.max(VirtualRun.inFlight(plan, Server.taking(100))))
                .isEqualTo(3);
    }

    @Test
    void keepsTheScheduledMomentOfARequestHeldBackByTheCap() {
        LoadRun run = VirtualRun.of(TestPlan.rate(10).requests(3).maxInFlight(1), Server.taking(1000));

        assertThat(sentMillis(run.records())).containsExactly(100L, 1100L, 2100L);
        assertThat(run.records())
                .extracting(r -> r.moments().scheduled() / 1_000_000)
                .containsExactly(100L, 200L, 300L);
    }

    @Test
    void isNotShiftedByARequestThatIsSentLate() {
        HandClock clock = new HandClock();
        Loop loop =
                new OpenLoop(TestPlan.rate(10).requests(5).build(), clock, StopRule.NEVER, Handover.none(0), () -> {});
        clock.set(.25);

        assertThat(loop.next(-1)).isEqualTo(new NextAction.Send(0, -1, RequestPhase.MEASURED, 100_000_000L));
        assertThat(loop.next(-1)).isEqualTo(new NextAction.Send(1, -1, RequestPhase.MEASURED, 200_000_000L));
        assertThat(loop.next(-1)).isEqualTo(new NextAction.Wait(290_000_000L));
    }

    @Test
    void handsOverWhatIsDueSoonAfterTheBeginBeforeIt() {
        HandClock clock = new HandClock();
        Loop loop = new OpenLoop(
                TestPlan.rate(20).requests(5).build(), clock, StopRule.NEVER, Handover.none(1_000_000_000), () -> {});
        clock.set(.96);

        assertThat(loop.hasBegun()).isFalse();
        assertThat(loop.next(-1)).isEqualTo(new NextAction.Send(0, -1, RequestPhase.MEASURED, 1_050_000_000L));
        assertThat(loop.next(-1)).isEqualTo(new NextAction.Wait(999_600_000L));
        clock.set(1);
        assertThat(loop.hasBegun()).isTrue();
        assertThat(loop.next(-1)).isEqualTo(new NextAction.Wait(1_090_000_000L));
        clock.set(1.09);
        assertThat(loop.next(-1)).isEqualTo(new NextAction.Send(1, -1, RequestPhase.MEASURED, 1_100_000_000L));
    }

    /** Its request is due when the load must stop, and would be sent too late. */
    @Test
    void handsNothingOverThatIsDueWhenItMustStop() {
        HandClock clock = new HandClock();
        Loop loop = new OpenLoop(
                TestPlan.rate(4)
                        .requests(100)
                        .maxDuration(Duration.ofSeconds(1))
                        .build(),
                clock,
                StopRule.NEVER,
                Handover.none(0),
                () -> {});
        for (double due : new double[] {.25, .5, .75}) {
            clock.set(due);
            assertThat(loop.next(-1)).isInstanceOf(NextAction.Send.class);
        }
        clock.set(.995);
        assertThat(loop.next(-1)).isEqualTo(new NextAction.Wait(1_000_000_000L));
        clock.set(1);
        assertThat(loop.next(-1)).isEqualTo(NextAction.STOP);
    }

    /** The last request is handed over before it is due, and closes the window when it is due. */
    @Test
    void closesWithTheMomentTheLastRequestIsDue() {
        HandClock clock = new HandClock();
        Loop loop =
                new OpenLoop(TestPlan.rate(10).requests(1).build(), clock, StopRule.NEVER, Handover.none(0), () -> {});
        clock.set(.09);

        assertThat(loop.next(-1)).isInstanceOf(NextAction.Send.class);
        assertThat(loop.quiet()).isEmpty();
        clock.set(.1);
        assertThat(loop.quiet()).hasValue(100_000_000);
    }

    @Test
    void sendsWhatIsDueEvenAfterTheDuration() {
        LoadRun run =
                VirtualRun.of(TestPlan.rate(4).duration(Duration.ofSeconds(1)).maxInFlight(1), Server.taking(1000));

        assertThatRun(run).hasMeasured(4).hasWindow(0, 1000).endedAt(4250).endedBy(End.COMPLETED);
    }

    @Test
    void stopsAtTheLongestDurationWhateverIsDue() {
        LoadRun run =
                VirtualRun.of(TestPlan.rate(4).requests(100).maxDuration(Duration.ofSeconds(1)), Server.taking(100));

        assertThatRun(run).hasMeasured(3).hasWindow(0, 1000).endedBy(End.MAX_DURATION);
    }

    @Test
    void cancelsAtTheDeadlineOfAWholeRun() {
        LoadRun run =
                VirtualRun.of(TestPlan.rate(4).duration(Duration.ofSeconds(1)).wholeRun(), Server.taking(400));

        assertThatRun(run).hasWindow(0, 1000).endedAt(1000).hasInFlightAtEnd(1).endedBy(End.COMPLETED);
    }

    @Test
    void endsAfterTwentyFailures() {
        LoadRun run = VirtualRun.of(
                TestPlan.rate(10).requests(1000), (request, index, user) -> request.failed(FailureKind.CONNECT));

        assertThatRun(run).endedBy(End.NOTHING_SUCCEEDED).endedAt(2000);
    }

    @Test
    void goesOnThoughPromptsThatDoNotFitAreRefusedFirst() {
        LoadRun run = VirtualRun.of(
                TestPlan.rate(10).requests(100),
                (request, index, user) ->
                        index < 40 ? request.endsAt(1).failed(FailureKind.LENGTH) : request.answeredAfter(10));

        assertThatRun(run).endedBy(End.COMPLETED).hasMeasured(100);
    }

    @Test
    void hasTheSameScheduleForTheSameSeed() {
        List<NextAction.Send> one = VirtualRun.sends(poisson(7), Server.taking(10));

        assertThat(VirtualRun.sends(poisson(7), Server.taking(99))).isEqualTo(one);
        assertThat(VirtualRun.sends(poisson(8), Server.taking(10))).isNotEqualTo(one);
    }

    @Test
    void drawsTheWarmupAndTheMeasuredPartApart() {
        List<NextAction.Send> sends =
                VirtualRun.sends(TestPlan.rate(20).burstiness(1).requests(20).warmup("1s"), Server.taking(10));

        assertThat(sends.get(20).scheduled()).isNotEqualTo(sends.get(0).scheduled() + 1_000_000_000L);
    }

    private static TestPlan poisson(long seed) {
        return TestPlan.rate(20).burstiness(1).requests(200).warmup("1s").seed(seed);
    }

    @Test
    void refusesAnInfiniteRateForATime() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VirtualRun.of(
                        TestPlan.rate(Double.POSITIVE_INFINITY).duration(Duration.ofSeconds(1)), Server.taking(1)))
                .withMessage("duration must not be set with requestRate \"inf\", which sends all at once; set requests"
                        + " instead");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VirtualRun.of(
                        TestPlan.rate(Double.POSITIVE_INFINITY).warmup("1s").requests(5), Server.taking(1)))
                .withMessage("warmup must not be a time with requestRate \"inf\", which sends all at once; set warmup ="
                        + " \"0\"");
    }

    /** What was prepared and never sent is no request. */
    @Test
    void countsNothingThatWasCutOffBeforeItWasDue() {
        LoadRun run = VirtualRun.interrupted(TestPlan.rate(100).requests(200), Server.taking(50), 1_005);

        assertThat(run.records()).hasSize(100);
        assertThat(run.inFlightAtEnd()).isEqualTo(5);
    }

    @Test
    void takesTheMoreTimeToOpenItsFirstConnectionsTheMoreThereAre() {
        assertThat(OpenLoop.lead(TestPlan.users(10).build())).isZero();
        assertThat(OpenLoop.lead(TestPlan.rate(10).requests(50).build())).isEqualTo(100_200_000);
        assertThat(OpenLoop.lead(
                        TestPlan.rate(Double.POSITIVE_INFINITY).requests(500).build()))
                .isEqualTo(200_000_000);
        assertThat(OpenLoop.lead(
                        TestPlan.rate(Double.POSITIVE_INFINITY).requests(90_000).build()))
                .isEqualTo(1_100_000_000);
    }
}
