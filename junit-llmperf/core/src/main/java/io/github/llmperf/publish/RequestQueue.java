package io.github.llmperf.publish;

import io.github.llmperf.client.RequestRecord;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Hands requests to the one thread that words, packs and writes them, so that the load's threads do not. When that thread
 * cannot keep up, senders wait, which shows as their delay; nothing is dropped.
 */
final class RequestQueue implements RequestSink {

    /** Most requests that wait, texts included. */
    static final int CAPACITY = 256;

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final RequestFile file;
    private final ResultFiles files;
    private final RecordsProblem problem;
    private final BlockingQueue<Optional<RequestRecord>> waiting = new ArrayBlockingQueue<>(CAPACITY);
    private final AtomicLong started = new AtomicLong(UNKNOWN);
    private final Thread writer = new Thread(this::writeAll, "llmperf-requests");
    private @Nullable Throwable failure;
    private volatile boolean closed;

    private RequestQueue(RequestFile file, ResultFiles files, RecordsProblem problem) {
        this.file = file;
        this.files = files;
        this.problem = problem;
    }

    static RequestQueue start(RequestFile file, ResultFiles files, RecordsProblem problem) {
        RequestQueue queue = new RequestQueue(file, files, problem);
        queue.writer.setDaemon(true);
        queue.writer.start();
        return queue;
    }

    /** Of repetitions the first counts. */
    @Override
    public void started(long moment) {
        started.compareAndSet(UNKNOWN, moment);
    }

    @Override
    public void ended(RequestRecord record) {
        put(Optional.of(record));
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        put(Optional.empty());
        closed = true;
        awaitWriter();
        Throwable broken = failure;
        try {
            if (broken == null) {
                RequestFile.finish(files);
            } else {
                RequestFile.withdraw(files);
            }
        } catch (IOException e) {
            broken = broken == null ? e : broken;
        }
        if (broken != null) {
            problem.tell(broken);
        }
    }

    /** Waits for a place even when interrupted: a run that is cut short tells all its requests, too. */
    private void put(Optional<RequestRecord> entry) {
        boolean interrupted = false;
        boolean taken = false;
        while (!taken && !closed) {
            try {
                taken = waiting.offer(entry, 1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitWriter() {
        boolean interrupted = false;
        while (writer.isAlive()) {
            try {
                writer.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void writeAll() {
        boolean more = true;
        try (file) {
            while (more) {
                Optional<RequestRecord> next = next();
                more = next.isPresent();
                if (more) {
                    file.write(next.get(), started.get());
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        }
        // No sender may wait for a file that cannot be written.
        while (more) {
            Optional<RequestRecord> next = poll();
            more = next == null || next.isPresent();
        }
    }

    /** A second in which nothing ended is told, too. */
    private Optional<RequestRecord> next() throws IOException {
        Optional<RequestRecord> next = poll();
        while (next == null) {
            file.flush();
            next = poll();
        }
        return next;
    }

    @SuppressWarnings("NullableOptional") // null says that nothing came, empty that nothing will
    private @Nullable Optional<RequestRecord> poll() {
        try {
            return waiting.poll(RequestFile.FLUSH_NANOS, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            // Nobody ends this thread but by the empty entry.
            return null;
        }
    }
}
