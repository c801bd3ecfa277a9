package io.github.llmperf.client;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import okhttp3.Call;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;

/**
 * Reads bodies that go on after the end mark, beside the next request of their user, so that their connections can be used
 * again. A server that keeps a body open for ever costs a connection, not the user's time.
 */
final class Drain implements AutoCloseable {

    private static final int READ = 8192;

    /** The end of the body usually follows the end mark within microseconds; the user waits this long for it. */
    private static final long GRACE_MILLIS = 5;

    private static final int DEADLINE_SECONDS = 1;
    private static final int MOST_THREADS = 64;
    private static final int IDLE_SECONDS = 2;

    /** After this time the server is taken to keep the body open; before that, this machine may have been busy. */
    private static final long HELD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final LongAdder held = new LongAdder();
    private final Set<Rest> underWay = ConcurrentHashMap.newKeySet();
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0, MOST_THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), Drain::thread);

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(null, work, "llmperf-drain");
        thread.setDaemon(true);
        return thread;
    }

    /** A body that is not over. */
    private static final class Rest {
        private final long since = System.nanoTime();

        boolean isHeld() {
            return System.nanoTime() - since > HELD_NANOS;
        }
    }

    /** Forgets the bodies of an earlier load. */
    void begin() {
        held.reset();
        underWay.clear();
    }

    /** Returns how many bodies the server has kept open. */
    long heldOpen() {
        return held.sum() + underWay.stream().filter(Rest::isHeld).count();
    }

    /**
     * Reads the rest of a body and closes it; returns when that has happened, or soon when the server keeps it open.
     */
    void finish(Call call, Response response, Runnable done) {
        CountDownLatch finished = new CountDownLatch(1);
        Rest rest = new Rest();
        underWay.add(rest);
        try {
            threads.execute(() -> {
                try (response) {
                    readRest(response.body().source());
                } catch (IOException e) {
                    call.cancel(); // the connection is lost; the answer was complete
                } finally {
                    over(rest);
                    done.run();
                    finished.countDown();
                }
            });
            finished.await(GRACE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            held.increment(); // as many others are, for longer than that
            lose(call, response, rest, done);
        } catch (OutOfMemoryError e) {
            lose(call, response, rest, done); // no thread can be started
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The connection is lost, and the answer complete. */
    private void lose(Call call, Response response, Rest rest, Runnable done) {
        underWay.remove(rest);
        call.cancel();
        response.close();
        done.run();
    }

    private void over(Rest rest) {
        if (underWay.remove(rest) && rest.isHeld()) {
            held.increment();
        }
    }

    private static void readRest(BufferedSource body) throws IOException {
        body.timeout().deadline(DEADLINE_SECONDS, TimeUnit.SECONDS);
        Buffer buffer = new Buffer();
        while (body.read(buffer, READ) >= 0) {
            buffer.clear();
        }
    }

    /** Ends the threads as soon as they have read to the end. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
