package io.github.llmperf.clock;

import java.util.concurrent.locks.LockSupport;

/** {@link System#nanoTime()}; sleeps with parking, which wakes within tens of microseconds. */
final class SystemClock implements NanoClock {

    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    public void sleepUntil(long moment) throws InterruptedException {
        for (long left = moment - now(); left > 0; left = moment - now()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting");
            }
        }
    }
}
