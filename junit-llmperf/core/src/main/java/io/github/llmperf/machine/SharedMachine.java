package io.github.llmperf.machine;

import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.Health;
import io.github.llmperf.load.MachineCpu;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.UnaryOperator;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A machine that other programs may keep busy: who could not measure for them waits here until they are done.
 *
 * @param clock of all that happens on it
 * @param used part of the processors' time that was used since that was asked last; NaN when unknown
 * @param health what a load generator on it is said to be like, from what it has seen of itself: the same, unless a test
 *     says otherwise
 */
@API(status = Status.INTERNAL, since = "0.1")
public record SharedMachine(NanoClock clock, DoubleSupplier used, UnaryOperator<Health> health) {

    /** Longest wait, in seconds. */
    public static final int MOST_SECONDS = 30;

    private static final long LONGEST = TimeUnit.SECONDS.toNanos(MOST_SECONDS);

    /** Longer than most hiccups. Where nobody knows how busy the machine is, it is all that is waited for. */
    private static final long LOOK = TimeUnit.SECONDS.toNanos(2);

    /** Of two processors, a program that takes a whole one leaves too little for a load and a server beside it. */
    private static final double MOST_USED = .45;

    /** Returns the one that this process runs on. */
    public static SharedMachine ofProcess() {
        return new SharedMachine(NanoClock.SYSTEM, MachineCpu::usedSinceLast, UnaryOperator.identity());
    }

    /**
     * Waits until more than half of the processors' time is free, for {@value #MOST_SECONDS} s at most. What this program
     * itself uses meanwhile counts, too.
     *
     * @return false where it was still used in the end
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public boolean awaitCalm() throws InterruptedException {
        long end = clock.now() + LONGEST;
        boolean known = !Double.isNaN(used.getAsDouble()); // asked here, since what was before does not count
        boolean busy = true;
        while (busy && clock.now() < end) {
            clock.sleepUntil(clock.now() + LOOK);
            busy = known && used.getAsDouble() > MOST_USED;
        }
        return !busy;
    }
}
