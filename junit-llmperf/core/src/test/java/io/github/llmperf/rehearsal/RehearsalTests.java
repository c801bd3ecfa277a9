package io.github.llmperf.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.baseline.PlanFixture;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.Rehearsed;
import io.github.llmperf.load.Rehearsed.State;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.Target;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RehearsalTests {

    private final PlanFixture plan = new PlanFixture();

    @Test
    void readsEventsOfAServerOfItsOwn() {
        plan.arrival = Arrival.ClosedLoop.of(4);

        Rehearsed rehearsed = Rehearsal.of(plan.build(), NanoClock.SYSTEM, () -> 0);

        assertThat(rehearsed.state()).as(rehearsed.why()).isEqualTo(State.DONE);
        assertThat(rehearsed.events()).isGreaterThan(Pace.EVENTS);
        assertThat(rehearsed.seconds()).isPositive();
    }

    @Test
    void rehearsesAnOpenLoopToo() {
        plan.arrival = new Arrival.OpenLoop(4, 1, OptionalInt.empty());
        plan.target = Target.at("http://localhost:8000").withApi("ollama-chat").withModel("m");

        Rehearsed rehearsed = Rehearsal.of(plan.build(), NanoClock.SYSTEM, () -> 0);

        assertThat(rehearsed.state()).as(rehearsed.why()).isEqualTo(State.DONE);
    }

    @Test
    void goesThroughTlsWhereTheTargetDoes() {
        plan.arrival = Arrival.ClosedLoop.of(2);
        plan.target = Target.at("https://llm.example:8443");

        Rehearsed rehearsed = Rehearsal.of(plan.build(), NanoClock.SYSTEM, () -> 0);

        assertThat(rehearsed.state()).as(rehearsed.why()).isEqualTo(State.DONE);
    }

    @Test
    void failsNoLoad() {
        assertThat(Rehearsal.of(plan.build(), NanoClock.SYSTEM, () -> {
                    throw new IllegalStateException("no time is told here");
                }))
                .isEqualTo(Rehearsed.failed("no time is told here"));
    }

    @Test
    void endsWithAnInterruptThatStaysSet() {
        Thread.currentThread().interrupt();

        Rehearsed rehearsed = Rehearsal.of(plan.build(), NanoClock.SYSTEM, () -> 0);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(rehearsed).isEqualTo(Rehearsed.failed("interrupted"));
    }

    @Test
    void keepsTheNumberOfStreamsWithinBounds() {
        assertThat(Pace.of(1).streams()).isEqualTo(8);
        assertThat(Pace.of(20).streams()).isEqualTo(20);
        assertThat(Pace.of(1000).streams()).isEqualTo(64);
    }
}
