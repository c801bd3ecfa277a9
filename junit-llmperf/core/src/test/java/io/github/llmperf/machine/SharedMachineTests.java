package io.github.llmperf.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.clock.NanoClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class SharedMachineTests {

    private long now;

    /** A machine that was used so much between one question and the next; the last answer stays. */
    private SharedMachine machine(Double... used) {
        Deque<Double> answers = new ArrayDeque<>(List.of(used));
        NanoClock clock = new NanoClock() {
            @Override
            public long now() {
                return now;
            }

            @Override
            public void sleepUntil(long moment) {
                now = moment;
            }
        };
        return new SharedMachine(
                clock, () -> answers.size() > 1 ? answers.remove() : answers.element(), UnaryOperator.identity());
    }

    private long waited() {
        return Duration.ofNanos(now).toSeconds();
    }

    @Test
    void looksForAMomentWhereItIsCalmAlready() throws Exception {
        assertThat(machine(.1).awaitCalm()).isTrue();
        assertThat(waited()).isEqualTo(2);
    }

    @Test
    void takesNothingFromBeforeItLooked() throws Exception {
        assertThat(machine(1., .1, 1.).awaitCalm()).isTrue();
        assertThat(waited()).isEqualTo(2);
    }

    @Test
    void waitsForOtherPrograms() throws Exception {
        assertThat(machine(1., .9, .8, .46, .45).awaitCalm()).isTrue();
        assertThat(waited()).isEqualTo(8);
    }

    @Test
    void losesPatience() throws Exception {
        assertThat(machine(.6).awaitCalm()).isFalse();
        assertThat(waited()).isEqualTo(SharedMachine.MOST_SECONDS);
    }

    @Test
    void pausesWhereNobodyKnows() throws Exception {
        assertThat(machine(Double.NaN).awaitCalm()).isTrue();
        assertThat(waited()).isEqualTo(2);
    }
}
