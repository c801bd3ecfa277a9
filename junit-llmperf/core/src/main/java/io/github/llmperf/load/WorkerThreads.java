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
final class WorkerThreads {

    private static final long CANCEL_EVERY = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long PATIENCE_MILLIS = 10_000;
    private static final int STOP_ATTEMPTS = 1000;
    private static final long STOP_PAUSE = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PATIENCE_WHEN_INTERRUPTED_MILLIS = 900;

    /** The work of one thread. */
    @FunctionalInterface
    interface Duty {
        /** Works until the run is over. */
        void perform() throws InterruptedException;
    }

    private final StageSequence sequence;
    private final WakeSignal wakeSignal;
    private final NanoClock clock;
    private final Runnable cancelAll;
    private final ConcurrentLinkedQueue<Thread> threads = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable Throwable> error = new AtomicReference<>();

    WorkerThreads(StageSequence sequence, WakeSignal wakeSignal, NanoClock clock, Runnable cancelAll) {
        this.sequence = sequence;
        this.wakeSignal = wakeSignal;
        this.clock = clock;
        this.cancelAll = cancelAll;
    }

    /** Starts a thread that repeatedly asks the sender's loops for the next action and carries it out. */
    void startThread(LoadThreads kind, String name, int sender, Work work) {
        start(kind, name, () -> {
            for (int load : sequence.loadsOf(sender)) {
                Loop loop = sequence.await(load);
                if (loop == null) {
                    return;
                }
                obey(loop, sender, work);
            }
        });
    }

    private void obey(Loop loop, int sender, Work work) throws InterruptedException {
        while (true) {
            long seenSignals = wakeSignal.signals();
            NextAction step = loop.next(sender);
            if (step instanceof NextAction.Send send) {
                work.send(loop, send);
            } else if (step instanceof NextAction.Wait wait) {
                wakeSignal.sleepUntil(wait.until(), seenSignals);
            } else {
                return;
            }
        }
    }

    /** Sends a request, on this thread or another. */
    @FunctionalInterface
    interface Work {
        /** Sends it. */
        void send(Loop loop, NextAction.Send step);
    }

    /** Runs a task on one of the threads. */
    Thread start(LoadThreads kind, String name, Duty duty) {
        Runnable guarded = () -> {
            try {
                duty.perform();
            } catch (InterruptedException e) {
                // Threads are interrupted only when the run is over.
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

    /** Turns errors of work on other threads into errors of the run. */
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
     * Starts the threads and waits until the run is over and all of them have ended.
     *
     * @param starter starts the threads that send, then the relay; when it fails, those already started are dismissed
     * @return whether the calling thread was interrupted, which ends the run within a second
     */
    boolean work(Runnable starter) {
        boolean interrupted = false;
        boolean complete = false;
        try {
            starter.run();
            Thread watch = start(LoadThreads.PLATFORM, "llmperf-watch", this::watch);
            complete = true;
            watch.join();
        } catch (InterruptedException e) {
            interrupted = true;
            sequence.stop(End.INTERRUPTED);
        } finally {
            // The watching thread may be the one that failed, and then cancels nothing any more.
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
        // Without memory there is no room for suppressed exceptions, and all of them would be the same.
        if (first != null && first != e && !(e instanceof VirtualMachineError)) {
            first.addSuppressed(e);
        }
    }

    /** Stopping needs some memory, too: other failing threads free theirs. */
    private void stop() {
        for (int attempt = 1; true; attempt++) {
            try {
                sequence.stop(End.INTERRUPTED);
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
            long seenSignals = wakeSignal.signals();
            switch (sequence.state()) {
                case DONE -> {
                    wakeSignal.signal();
                    return;
                }
                case CANCELLING -> {
                    // Repeatedly, since a request may be about to start while the others are cancelled.
                    cancelAll.run();
                    clock.sleepUntil(clock.now() + CANCEL_EVERY);
                }
                case RUNNING -> wakeSignal.sleepUntil(sequence.alarm(), seenSignals);
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
