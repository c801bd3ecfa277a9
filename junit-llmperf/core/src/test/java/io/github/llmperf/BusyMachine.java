package io.github.llmperf;

import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.machine.SharedMachine;
import io.github.llmperf.settings.RetrySetting;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A machine on which time jumps, as it does for a program that other programs keep from running. It jumps by so much that
 * what the true machine does makes no difference.
 */
final class BusyMachine implements BeforeAllCallback {

    /** Configuration parameter: at which starts of {@link RestartedLlm} it is busy, as in {@code 1,3}; 0 before the first. */
    static final String BUSY = "busyMachine.starts";

    /** Configuration parameter: after how many waits it is not busy any more. */
    static final String CALM = "busyMachine.calmAfter";

    private static final long EVERY = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long JUMP = TimeUnit.SECONDS.toNanos(5);

    /** Nobody else waits for two seconds: what a load waits for is shorter, or its end. */
    private static final long MOST_WAIT_FOR_CALM = TimeUnit.SECONDS.toNanos(2);

    private static final long WAIT_FOR_CALM = TimeUnit.MILLISECONDS.toNanos(1900);

    private List<String> busyStarts = List.of();
    private int calmAfter;
    private int waits;
    private long skipped;
    private long next;

    @Override
    public void beforeAll(ExtensionContext context) {
        busyStarts = context.getConfigurationParameter(BUSY)
                .map(starts -> List.of(starts.split(",")))
                .orElse(List.of());
        calmAfter =
                context.getConfigurationParameter(CALM).map(Integer::valueOf).orElse(Integer.MAX_VALUE);
        context.getRoot()
                .getStore(RetrySetting.NAMESPACE)
                .put(SharedMachine.class, new SharedMachine(new Clock(), () -> 0));
    }

    private boolean isBusy() {
        return waits < calmAfter && busyStarts.contains(Long.toString(RestartedLlm.starts()));
    }

    private synchronized long now() {
        long time = System.nanoTime();
        if (time >= next) {
            skipped += isBusy() ? JUMP : 0;
            next = time + EVERY;
        }
        return time + skipped;
    }

    private synchronized void skip(long nanos) {
        skipped += nanos;
        waits++;
    }

    private final class Clock implements NanoClock {
        @Override
        public long now() {
            return BusyMachine.this.now();
        }

        @Override
        public void sleepUntil(long moment) throws InterruptedException {
            long wait = moment - now();
            if (wait > WAIT_FOR_CALM && wait <= MOST_WAIT_FOR_CALM) {
                skip(wait);
            }
            for (long left = moment - now(); left > 0; left = moment - now()) {
                LockSupport.parkNanos(Math.min(left, EVERY / 10));
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted while waiting");
                }
            }
        }
    }
}
