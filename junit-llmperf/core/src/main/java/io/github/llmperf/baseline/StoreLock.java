package io.github.llmperf.baseline;

import io.github.llmperf.clock.NanoClock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Keeps all other writers out of a baseline directory, threads and processes alike. The file stays when the lock is
 * given back: deleting it would let two writers lock two files of the same name.
 */
final class StoreLock implements AutoCloseable {

    static final String FILE = ".lock";

    private static final Duration POLL = Duration.ofMillis(10);

    private final FileChannel channel;

    private StoreLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Waits for the lock.
     *
     * @throws IOException if it cannot be had within the limit, or the thread is interrupted meanwhile
     */
    static StoreLock acquire(Path directory, NanoClock clock, Duration limit) throws IOException {
        Path file = directory.resolve(FILE);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try {
            long deadline = clock.now() + limit.toNanos();
            while (tryLock(channel) == null) {
                if (clock.now() - deadline >= 0) {
                    throw new IOException("another build has held " + file + " for " + limit.toSeconds() + " s");
                }
                clock.sleepUntil(clock.now() + POLL.toNanos());
            }
            return new StoreLock(channel);
        } catch (InterruptedException e) {
            channel.close();
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted while waiting for " + file).initCause(e);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Held by another thread of this process, for which the operating system does not make us wait.
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
