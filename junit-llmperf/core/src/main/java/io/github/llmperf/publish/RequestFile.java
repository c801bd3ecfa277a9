package io.github.llmperf.publish;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.file.WholeFile;
import io.github.llmperf.report.json.RequestLines;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.zip.GZIPOutputStream;

/**
 * {@code requests.jsonl.gz} in the making: lies beside its place until it is finished, and can be read up to the last
 * second wherever the writing stops. Used by one thread.
 */
final class RequestFile implements Closeable {

    static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int BUFFER_BYTES = 32 * 1024;

    private final RequestLines lines;
    private final LongSupplier clock;
    private final OutputStream target;
    private long flushed;
    private boolean dirty;

    /**
     * Begins the file.
     *
     * @param unfinished takes the bytes; closed in the end
     * @param clock in ns, says when to flush
     * @throws IOException if nothing can be written
     */
    RequestFile(OutputStream unfinished, RequestLines lines, LongSupplier clock) throws IOException {
        this.lines = lines;
        this.clock = clock;
        target = new BufferedOutputStream(new GZIPOutputStream(unfinished, BUFFER_BYTES, true), BUFFER_BYTES);
        flushed = clock.getAsLong();
    }

    static RequestFile create(ResultFiles files, RequestLines lines, LongSupplier clock) throws IOException {
        Files.createDirectories(files.directory());
        return new RequestFile(Files.newOutputStream(files.unfinishedRequests()), lines, clock);
    }

    void write(RequestRecord request, long started) throws IOException {
        target.write(lines.line(request, started).getBytes(StandardCharsets.UTF_8));
        target.write('\n');
        dirty = true;
        if (clock.getAsLong() - flushed >= FLUSH_NANOS) {
            flush();
        }
    }

    /** Makes all that was written readable. */
    void flush() throws IOException {
        if (dirty) {
            target.flush();
            dirty = false;
        }
        flushed = clock.getAsLong();
    }

    /** Ends the file where it is. */
    @Override
    public void close() throws IOException {
        target.close();
    }

    /** Puts an ended file in its place. */
    static void finish(ResultFiles files) throws IOException {
        WholeFile.move(files.unfinishedRequests(), files.requests());
    }

    /** Makes sure that the file of an earlier run is not taken for the one that could not be finished. */
    static void withdraw(ResultFiles files) throws IOException {
        Files.deleteIfExists(files.requests());
    }
}
