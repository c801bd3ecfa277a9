package io.github.llmperf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.llmperf.clock.NanoClock;
import org.junit.jupiter.api.Test;

class CanaryTests {

    /** Oversleeps by 1 µs, 2 µs, …, and is interrupted in the end. */
    private static final class DrowsyClock implements NanoClock {

        private final int steps;
        private long now;
        private int slept;

        DrowsyClock(int steps) {
            this.steps = steps;
        }

        @Override
        public long now() {
            return now;
        }

        @Override
        public void sleepUntil(long moment) throws InterruptedException {
            if (slept == steps) {
                throw new InterruptedException("enough");
            }
            assertThat(moment % 10_000_000).isZero();
            now = moment + 1000L * ++slept;
        }
    }

    @Test
    void tellsTheNinetyNinthPercentileOfItsLateness() {
        assertThat(p99AfterSteps(100)).isEqualTo(.099);
        assertThat(p99AfterSteps(5000)).isEqualTo(4.950);
        assertThat(p99AfterSteps(1)).isEqualTo(.001);
    }

    @Test
    void isNotLateBeforeTheFirstStep() {
        assertThat(p99AfterSteps(0)).isZero();
    }

    @Test
    void leavesOutWhatWasBeforeAndAfterTheMeasuredTime() {
        Canary canary = sung(5000);

        assertThat(canary.p99Ms(0, 10_000_500)).as("the first step only").isEqualTo(.001);
        assertThat(canary.p99Ms(0, 9_999_999)).as("no step was due yet").isZero();
        assertThat(canary.p99Ms(Long.MAX_VALUE, Long.MAX_VALUE)).isZero();
    }

    @Test
    void countsAStepThatWasDueBeforeAndWokeAfterTheBegin() {
        assertThat(sung(1).p99Ms(10_000_500, 10_000_600)).isEqualTo(.001);
    }

    @Test
    void isLateOnceForEachStepOfAStall() throws InterruptedException {
        NanoClock stalled = new NanoClock() {
            private long now;
            private int slept;

            @Override
            public long now() {
                return now;
            }

            @Override
            public void sleepUntil(long moment) throws InterruptedException {
                if (++slept > 100) {
                    throw new InterruptedException("enough");
                }
                now = Math.max(now, slept == 50 ? moment + 200_000_000 : moment);
            }
        };
        Canary canary = new Canary(stalled);

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(canary::sing);

        assertThat(canary.p99Ms(0, 500_000_000))
                .as("of one sample of 100, late by 200 ms")
                .isEqualTo(200);
        assertThat(canary.p99Ms(0, Long.MAX_VALUE)).as("of a fifth of all").isEqualTo(190);
    }

    private static double p99AfterSteps(int steps) {
        return sung(steps).p99Ms(0, Long.MAX_VALUE);
    }

    private static Canary sung(int steps) {
        Canary canary = new Canary(new DrowsyClock(steps));
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(canary::sing);
        return canary;
    }
}
