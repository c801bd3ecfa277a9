package io.github.llmperf.load;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** One thread for each request in flight of an open loop; threads are reused. */
final class RequestThreads implements AutoCloseable {

    private static final long IDLE_SECONDS = 10;

    private static final long PATIENCE_MILLIS = 5000;
    private static final long PATIENCE_WHEN_INTERRUPTED_MILLIS = 50;

    private final Sender sender;
    private final WorkerThreads workerThreads;
    private final ThreadPoolExecutor pool;
    private long patienceMillis = PATIENCE_MILLIS;

    RequestThreads(Sender sender, WorkerThreads workerThreads) {
        this.sender = sender;
        this.workerThreads = workerThreads;
        AtomicInteger number = new AtomicInteger();
        LoadThreads kind = LoadThreads.light();
        pool = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                work -> kind.unstarted("llmperf-request-" + number.getAndIncrement(), work));
    }

    /** Sends a request on a thread of its own and returns at once. */
    void send(Loop loop, NextAction.Send step) {
        boolean handedOver = false;
        try {
            pool.execute(workerThreads.guarded(() -> sender.send(loop, step)));
            handedOver = true;
        } finally {
            if (!handedOver) {
                loop.lost(step);
            }
        }
    }

    /**
     * Starts the threads and waits until the run is over.
     *
     * @param starter starts the threads that ask what to send
     * @return whether the calling thread was interrupted
     */
    boolean work(Runnable starter) {
        boolean interrupted = workerThreads.work(starter);
        if (interrupted) {
            patienceMillis = PATIENCE_WHEN_INTERRUPTED_MILLIS;
        }
        return interrupted;
    }

    /** Ends the threads. Requests have ended or were abandoned by now; this waits only for their final bookkeeping. */
    @Override
    public void close() {
        pool.shutdown();
        try {
            if (!pool.awaitTermination(patienceMillis, TimeUnit.MILLISECONDS)) {
                pool.shutdownNow();
            }
        } catch (InterruptedException e) {
            pool.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
