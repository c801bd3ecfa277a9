package io.github.llmperf.load;

import io.github.llmperf.clock.NanoClock;

/** Stands still until told. */
final class HandClock implements NanoClock {

    private long now;

    void set(double seconds) {
        now = Math.round(seconds * 1e9);
    }

    @Override
    public long now() {
        return now;
    }

    @Override
    public void sleepUntil(long moment) {
        throw new AssertionError("a loop must not wait");
    }
}
