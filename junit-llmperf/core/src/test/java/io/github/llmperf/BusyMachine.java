package io.github.llmperf;

import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.Health;
import io.github.llmperf.load.Healths;
import io.github.llmperf.machine.SharedMachine;
import io.github.llmperf.settings.RetrySetting;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A machine that is said to be busy in some tries and calm in others, whatever the true one does. */
final class BusyMachine implements BeforeAllCallback {

    /** Configuration parameter: at which starts of {@link RestartedLlm} it is busy, as in {@code 1,3}; 0 before the first. */
    static final String BUSY = "busyMachine.starts";

    /** Configuration parameter: after how many waits it is not busy any more. */
    static final String CALM = "busyMachine.calmAfter";

    private static final double STALL_MS = 5000;

    private final AtomicInteger waits = new AtomicInteger();
    private List<String> busyStarts = List.of();
    private int calmAfter;

    @Override
    public void beforeAll(ExtensionContext context) {
        busyStarts = context.getConfigurationParameter(BUSY)
                .map(starts -> List.of(starts.split(",", -1)))
                .orElse(List.of());
        calmAfter =
                context.getConfigurationParameter(CALM).map(Integer::valueOf).orElse(Integer.MAX_VALUE);
        context.getRoot()
                .getStore(RetrySetting.NAMESPACE)
                .put(SharedMachine.class, new SharedMachine(new Impatient(), () -> 0, this::health));
    }

    private Health health(Health seen) {
        boolean busy = waits.get() < calmAfter && busyStarts.contains(Long.toString(RestartedLlm.starts()));
        return busy ? Healths.stalled(seen, STALL_MS) : Healths.keptUp(seen);
    }

    /** Does not wait for the machine to be calm. */
    private final class Impatient implements NanoClock {

        /** Nobody else waits for two seconds: what a load waits for is shorter, or its end. */
        private static final long WAIT = TimeUnit.SECONDS.toNanos(2);

        @Override
        public long now() {
            return SYSTEM.now();
        }

        @Override
        public void sleepUntil(long moment) throws InterruptedException {
            long left = moment - now();
            if (left > WAIT - TimeUnit.MILLISECONDS.toNanos(200) && left <= WAIT) {
                waits.incrementAndGet();
            } else {
                SYSTEM.sleepUntil(moment);
            }
        }
    }
}
