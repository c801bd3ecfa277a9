package io.github.llmperf.run;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Lets the end of the build (Ctrl-C, a cancelled job) and an interrupt of the test's thread end a load so that its results
 * are still written. While it is open, the virtual machine's shutdown interrupts the load and then waits for
 * {@link #close()}, at most {@value #PATIENCE_SECONDS} seconds.
 *
 * <p>An interrupt is kept from everything after the load, since writing a file from an interrupted thread closes the file;
 * {@code close} sets it again.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class BuildStop implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 20;

    /** What an interrupt ends. */
    @FunctionalInterface
    public interface Load<T> {
        /** Returns what there is until then, with the thread's interrupt status set. */
        T run() throws InterruptedException;
    }

    private final Thread thread = Thread.currentThread();
    private final Thread hook = new Thread(this::buildEnds, "llmperf-shutdown");
    private final CountDownLatch closed = new CountDownLatch(1);
    private boolean loading;
    private boolean ending;
    private boolean interrupted;

    private BuildStop() {}

    /**
     * Watches for the end of the build from now on.
     *
     * @throws InterruptedException if the build is ending already
     */
    public static BuildStop watch() throws InterruptedException {
        BuildStop stop = new BuildStop();
        try {
            Runtime.getRuntime().addShutdownHook(stop.hook);
        } catch (IllegalStateException e) {
            throw ending();
        }
        return stop;
    }

    private static InterruptedException ending() {
        return new InterruptedException("the build is ending: no load is started any more");
    }

    /**
     * Runs a load, which an interrupt or the end of the build ends.
     *
     * @throws InterruptedException if either came before the load began
     */
    public <T> T during(Load<T> load) throws InterruptedException {
        synchronized (this) {
            if (ending || interrupted) {
                throw ending();
            }
            loading = true;
        }
        try {
            return load.run();
        } finally {
            synchronized (this) {
                loading = false;
                interrupted |= Thread.interrupted();
            }
        }
    }

    /**
     * Returns whether the virtual machine is about to end, so that what the launcher does at the end of all tests is
     * not done.
     */
    synchronized boolean isBuildEnding() {
        return ending;
    }

    private void buildEnds() {
        synchronized (this) {
            ending = true;
            if (loading) {
                thread.interrupt();
            }
        }
        try {
            closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets the virtual machine end, and gives the thread its interrupt back. */
    @Override
    public void close() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The hook is running: it ends by itself.
        }
        if (interrupted) {
            thread.interrupt();
        }
    }
}
