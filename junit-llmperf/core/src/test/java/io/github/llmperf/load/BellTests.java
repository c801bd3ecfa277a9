package io.github.llmperf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.llmperf.clock.NanoClock;
import org.junit.jupiter.api.Test;

class BellTests {

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
        Bell bell = new Bell(new Dream(() -> {
            throw new AssertionError("slept");
        }));
        long heard = bell.rings();
        bell.ring();

        bell.sleepUntil(1000, heard);
        assertThat(bell.rings()).isEqualTo(heard + 1);
    }

    @Test
    void endsTheSleepWithoutLeavingAnInterruptBehind() throws Exception {
        Bell[] bell = new Bell[1];
        bell[0] = new Bell(new Dream(() -> bell[0].ring()));

        bell[0].sleepUntil(1000, 0);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void passesOnAnInterruptOfSomeoneElse() {
        Bell bell = new Bell(new Dream(() -> Thread.currentThread().interrupt()));

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> bell.sleepUntil(1000, 0));
    }
}
