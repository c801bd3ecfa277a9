package io.github.llmperf.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.baseline.PlanFixture;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.RehearsalResult;
import io.github.llmperf.load.RehearsalResult.State;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.Target;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RehearsalTests {

    private final PlanFixture plan = new PlanFixture();

    @Test
    void readsEventsOfAServerOfItsOwn() {
        plan.arrival = Arrival.ClosedLoop.of(4);

        RehearsalResult rehearsed = Rehearsal.of(plan.build(), NanoClock.SYSTEM, () -> 0);

        assertThat(rehearsed.state()).as(rehearsed.why()).isEqualTo(State.DONE);
        assertThat(rehearsed.events()).isGreaterThan(RehearsalSize.EVENTS);
        assertThat(rehearsed.seconds()).isPositive();
    }

    @Test
    void rehearsesAnOpenLoopToo() {
        plan.arrival = new Arrival.OpenLoop(4, 1, OptionalInt.empty());
        plan.target = Target.at("http://localhost:8000").withApi("ollama-chat").withModel("m");

        RehearsalResult rehearsed = Rehearsal.of(plan.build(), NanoClock.SYSTEM, () -> 0);

        assertThat(rehearsed.state()).as(rehearsed.why()).isEqualTo(State.DONE);
    }

    @Test
    void goesThroughTlsWhereTheTargetDoes() {
        plan.arrival = Arrival.ClosedLoop.of(2);
        plan.target = Target.at("https://llm.example:8443");

        RehearsalResult rehearsed = Rehearsal.of(plan.build(), NanoClock.SYSTEM, () -> 0);

        assertThat(rehearsed.state()).as(rehearsed.why()).isEqualTo(State.DONE);
    }

    @Test
    void failsNoLoad() {
        assertThat(Rehearsal.of(plan.build(), NanoClock.SYSTEM, () -> {
                    throw new IllegalStateException("no time is told here");
                }))
                .isEqualTo(RehearsalResult.failed("no time is told here"));
    }

    @Test
    void endsWithAnInterruptThatStaysSet() {
        Thread.currentThread().interrupt();

        RehearsalResult rehearsed = Rehearsal.of(plan.build(), NanoClock.SYSTEM, () -> 0);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(rehearsed).isEqualTo(RehearsalResult.failed("interrupted"));
    }

    @Test
    void keepsTheNumberOfStreamsWithinBounds() {
        assertThat(RehearsalSize.of(1).streams()).isEqualTo(8);
        assertThat(RehearsalSize.of(20).streams()).isEqualTo(20);
        assertThat(RehearsalSize.of(1000).streams()).isEqualTo(64);
    }
}
