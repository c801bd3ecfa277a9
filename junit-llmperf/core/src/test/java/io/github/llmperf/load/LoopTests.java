package io.github.llmperf.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.load.Loop.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A loop asked step by step, at moments set by hand in seconds. */
class LoopTests {

    private static final Health HEALTHY = Healths.of(0, 0, 0, 0, 2);

    private final HandClock clock = new HandClock();
    private int changes;

    private Loop loop(TestPlan plan) {
        return new ClosedLoop(plan.build(), clock, StopRule.NEVER, Handover.none(0), () -> changes++);
    }

    private static TestPlan oneSecondWholeRun() {
        return TestPlan.users(2).duration(Duration.ofSeconds(1)).wholeRun();
    }

    @Test
    void wantsRequestsCancelledFromTheDeadlineOn() {
        Loop loop = loop(oneSecondWholeRun());
        loop.next(0);

        clock.set(.999);
        assertThat(loop.state()).isEqualTo(State.RUNNING);
        assertThat(loop.alarm()).isEqualTo(1_000_000_000L);
        clock.set(1);
        assertThat(loop.state()).isEqualTo(State.CANCELLING);
    }

    @Test
    void keepsNoTextOfAnAnswer() {
        Loop loop = loop(oneSecondWholeRun());
        NextAction.Send send = (NextAction.Send) loop.next(0);
        loop.ended(TestRecord.of(send, 0).says("a long answer").build());
        clock.set(1);

        assertThat(loop.finish(Instant.EPOCH, HEALTHY).records())
                .singleElement()
                .satisfies(record -> assertThat(record.answer().text()).isEmpty());
    }

    private StageSequence sequence(TestPlan plan) {
        StageSequence sequence = new StageSequence(
                List.of(plan.build()), List.of(LoadProgress.SILENT), List.of(StopRule.NEVER), clock, () -> changes++);
        sequence.start(0);
        return sequence;
    }

    @Test
    void isAskedAgainAtOnceWhenItsDeadlinePassesBetweenStateAndAlarm() {
        StageSequence sequence = sequence(oneSecondWholeRun());
        assertThat(sequence.begun(0)).isNotNull();
        sequence.begun(0).next(0);
        clock.set(.9999999);
        assertThat(sequence.state()).isEqualTo(State.RUNNING);
        clock.set(1.0000001);

        assertThat(sequence.alarm()).isLessThanOrEqualTo(clock.now());
    }

    @Test
    void neverBeginsWhenItIsStoppedBefore() {
        StageSequence sequence = new StageSequence(
                List.of(oneSecondWholeRun().build()),
                List.of(LoadProgress.SILENT),
                List.of(StopRule.NEVER),
                clock,
                () -> changes++);
        sequence.stop(LoadRun.End.INTERRUPTED);
        sequence.start(0);

        assertThat(sequence.finish(Instant.EPOCH, HEALTHY).get(0).end()).isEqualTo(LoadRun.End.INTERRUPTED);
    }

    @Test
    void leavesBehindWhatCannotBeCancelled() {
        StageSequence sequence = sequence(oneSecondWholeRun());
        Loop loop = sequence.begun(0);
        assertThat(loop).isNotNull();
        NextAction.Send send = (NextAction.Send) loop.next(0);
        clock.set(1);
        assertThat(sequence.state()).isEqualTo(State.CANCELLING);
        clock.set(10.999);
        assertThat(sequence.state()).isEqualTo(State.CANCELLING);
        clock.set(11);
        assertThat(sequence.state()).isEqualTo(State.DONE);

        LoadRun run = sequence.finish(Instant.EPOCH, HEALTHY).get(0);
        loop.ended(TestRecord.of(send, clock.now()).build());
        assertThat(run.inFlightAtEnd()).isEqualTo(1);
        assertThat(run.records()).isEmpty();
        assertThat(run.times().windowSeconds()).isEqualTo(1);
    }

    @Test
    void lastsForItsDurationThoughAllRequestsHaveEnded() {
        TestPlan plan = TestPlan.rate(1).duration(Duration.ofMillis(1400));
        Loop loop = new OpenLoop(plan.build(), clock, StopRule.NEVER, Handover.none(0), () -> changes++);
        clock.set(1);
        NextAction.Send send = (NextAction.Send) loop.next(-1);
        clock.set(1.1);
        loop.ended(TestRecord.of(send, clock.now()).build());

        assertThat(loop.state()).isEqualTo(State.RUNNING);
        clock.set(1.4);
        assertThat(loop.state()).isEqualTo(State.DONE);
    }

    @Test
    void doesNotWaitForARequestThatWasLost() {
        Loop loop = loop(oneSecondWholeRun());
        NextAction.Send send = (NextAction.Send) loop.next(0);
        loop.stop(LoadRun.End.INTERRUPTED);
        assertThat(loop.state()).isEqualTo(State.CANCELLING);
        loop.lost(send);

        assertThat(loop.state()).isEqualTo(State.DONE);
    }

    @Test
    void waitsNoLongerThanToTheNextMomentThatChangesSomething() {
        Loop loop = loop(
                TestPlan.users(2).spawnRate(.01).duration(Duration.ofSeconds(1)).wholeRun());

        assertThat(loop.next(1)).isEqualTo(new NextAction.Wait(1_000_000_000L));
    }

    @Test
    void tellsThoseWhoWaitWhenItStops() {
        Loop loop = loop(oneSecondWholeRun());
        int before = changes;
        loop.stop(LoadRun.End.INTERRUPTED);

        assertThat(changes).isGreaterThan(before);
        assertThat(loop.next(0)).isEqualTo(NextAction.STOP);
    }

    @Test
    void measuresThinkTimeFromTheAnswersEndNotFromItsBookkeeping() {
        Loop loop = loop(TestPlan.users(1).think("2s").duration(Duration.ofSeconds(60)));
        NextAction.Send send = (NextAction.Send) loop.next(0);
        clock.set(1.5);
        loop.ended(TestRecord.of(send, 0).answeredAfter(1000).build());

        assertThat(loop.next(0)).isEqualTo(new NextAction.Wait(3_000_000_000L));
        clock.set(3.25);
        assertThat(loop.next(0)).isEqualTo(new NextAction.Send(1, 0, RequestPhase.MEASURED, 3_000_000_000L));
    }
}
