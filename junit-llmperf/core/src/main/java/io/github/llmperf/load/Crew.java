package io.github.llmperf.load;

import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadRun.End;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one run. Each drives the loop; the first error of any of them stops the run and is rethrown to the
 * caller.
 */
final class Crew {

    private static final long CANCEL_EVERY = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long PATIENCE_MILLIS = 10_000;
    private static final int STOP_ATTEMPTS = 1000;
    private static final long STOP_PAUSE = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PATIENCE_WHEN_INTERRUPTED_MILLIS = 900;

    /** What a thread of the crew does. */
    @FunctionalInterface
    interface Duty {
        /** Works until the run is over. */
        void perform() throws InterruptedException;
    }

    private final Relay relay;
    private final Bell bell;
    private final NanoClock clock;
    private final Runnable cancelAll;
    private final ConcurrentLinkedQueue<Thread> threads = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable Throwable> error = new AtomicReference<>();

    Crew(Relay relay, Bell bell, NanoClock clock, Runnable cancelAll) {
        this.relay = relay;
        this.bell = bell;
        this.clock = clock;
        this.cancelAll = cancelAll;
    }

    /** Starts a thread that asks the loops a sender takes part in again and again, and does what they say. */
    void hire(LoadThreads kind, String name, int sender, Work work) {
        start(kind, name, () -> {
            for (int load : relay.loadsOf(sender)) {
                Loop loop = relay.await(load);
                if (loop == null) {
                    return;
                }
                obey(loop, sender, work);
            }
        });
    }

    private void obey(Loop loop, int sender, Work work) throws InterruptedException {
        while (true) {
            long heard = bell.rings();
            Step step = loop.next(sender);
            if (step instanceof Step.Send send) {
                work.send(loop, send);
            } else if (step instanceof Step.Wait wait) {
                bell.sleepUntil(wait.until(), heard);
            } else {
                return;
            }
        }
    }

    /** Sends a request, on this thread or another. */
    @FunctionalInterface
    interface Work {
        /** Sends it. */
        void send(Loop loop, Step.Send step);
    }

    /** Runs a duty on a thread of the crew. */
    Thread start(LoadThreads kind, String name, Duty duty) {
        Runnable guarded = () -> {
            try {
                duty.perform();
            } catch (InterruptedException e) {
                // Only a run that is over interrupts its crew.
                Thread.currentThread().interrupt();
            } catch (Throwable e) {
                fail(e);
            }
        };
        Thread thread = kind.unstarted(name, guarded);
        threads.add(thread);
        thread.start();
        return thread;
    }

    /** Makes the errors of work that is done elsewhere the run's. */
    Runnable guarded(Runnable work) {
        return () -> {
            try {
                work.run();
            } catch (Throwable e) {
                fail(e);
            }
        };
    }

    /**
     * Puts the crew to work and waits until the run is over and all its threads have ended.
     *
     * @param hiring starts the threads that send, then the relay; when it fails, those already started are dismissed
     * @return whether the calling thread was interrupted, which ends the run within a second
     */
    boolean work(Runnable hiring) {
        boolean interrupted = false;
        boolean complete = false;
        try {
            hiring.run();
            Thread watch = start(LoadThreads.PLATFORM, "llmperf-watch", this::watch);
            complete = true;
            watch.join();
        } catch (InterruptedException e) {
            interrupted = true;
            relay.stop(End.INTERRUPTED);
        } finally {
            // The watch may be who failed, and cancel no more.
            if (!complete || error.get() != null) {
                stop();
                cancelAll.run();
            }
            dismiss(interrupted ? PATIENCE_WHEN_INTERRUPTED_MILLIS : PATIENCE_MILLIS);
        }
        return interrupted;
    }

    /** Throws the first error of any thread. */
    void rethrow() {
        Throwable first = error.get();
        if (first instanceof Error e) {
            throw e;
        }
        if (first instanceof RuntimeException e) {
            throw e;
        }
        if (first != null) {
            throw new IllegalStateException("load ended by an error", first);
        }
    }

    private void fail(Throwable e) {
        Throwable first = error.compareAndExchange(null, e);
        stop();
        // Without memory there is none for a list of what else failed, and all of it would be the same.
        if (first != null && first != e && !(e instanceof VirtualMachineError)) {
            first.addSuppressed(e);
        }
    }

    /** Stopping takes some bytes, too: those who fail beside this one give theirs back. */
    private void stop() {
        for (int attempt = 1; true; attempt++) {
            try {
                relay.stop(End.INTERRUPTED);
                return;
            } catch (OutOfMemoryError e) {
                if (attempt == STOP_ATTEMPTS) {
                    throw e;
                }
                LockSupport.parkNanos(STOP_PAUSE);
            }
        }
    }

    private void watch() throws InterruptedException {
        while (true) {
            long heard = bell.rings();
            switch (relay.state()) {
                case DONE -> {
                    bell.ring();
                    return;
                }
                case CANCELLING -> {
                    // Again and again: a request may be about to start while the others are cancelled.
                    cancelAll.run();
                    clock.sleepUntil(clock.now() + CANCEL_EVERY);
                }
                case RUNNING -> bell.sleepUntil(relay.alarm(), heard);
            }
        }
    }

    private void dismiss(long patienceMillis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
        List<Thread> left = new ArrayList<>(threads);
        try {
            for (Thread thread : left) {
                TimeUnit.NANOSECONDS.timedJoin(thread, deadline - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        left.forEach(Thread::interrupt);
    }
}
