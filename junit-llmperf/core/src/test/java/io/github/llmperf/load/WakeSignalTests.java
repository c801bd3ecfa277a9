package io.github.llmperf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.llmperf.clock.NanoClock;
import org.junit.jupiter.api.Test;

class WakeSignalTests {

    /** Does something while the caller sleeps; time does not pass. */
    private record Dream(Runnable content) implements NanoClock {

        @Override
        public long now() {
            return 0;
        }

        @Override
        public void sleepUntil(long moment) throws InterruptedException {
            content.run();
            if (Thread.interrupted()) {
                throw new InterruptedException("woken");
            }
        }
    }

    @Test
    void doesNotSleepWhenItHasRungSinceTheQuestion() throws Exception {
        WakeSignal wakeSignal = new WakeSignal(new Dream(() -> {
            throw new AssertionError("slept");
        }));
        long seenSignals = wakeSignal.signals();
        wakeSignal.signal();

        wakeSignal.sleepUntil(1000, seenSignals);
        assertThat(wakeSignal.signals()).isEqualTo(seenSignals + 1);
    }

    @Test
    void endsTheSleepWithoutLeavingAnInterruptBehind() throws Exception {
        WakeSignal[] wakeSignal = new WakeSignal[1];
        wakeSignal[0] = new WakeSignal(new Dream(() -> wakeSignal[0].signal()));

        wakeSignal[0].sleepUntil(1000, 0);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void passesOnAnInterruptOfSomeoneElse() {
        WakeSignal wakeSignal =
                new WakeSignal(new Dream(() -> Thread.currentThread().interrupt()));

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> wakeSignal.sleepUntil(1000, 0));
    }
}
