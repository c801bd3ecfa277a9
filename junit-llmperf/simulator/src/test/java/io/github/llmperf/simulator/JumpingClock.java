package io.github.llmperf.simulator;

import io.github.llmperf.simulator.http.LoopClock;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/** Never waits for a moment: it is that moment at once. Used by one thread. */
final class JumpingClock implements LoopClock {

    private long now;

    @Override
    public long now() {
        return now;
    }

    @Override
    public void parkUntil(OptionalLong moment) {
        if (moment.isEmpty()) {
            LockSupport.park(this);
        } else {
            now = Math.max(now, moment.getAsLong());
        }
    }
}
