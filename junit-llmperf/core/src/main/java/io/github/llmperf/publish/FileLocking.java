package io.github.llmperf.publish;

import io.github.llmperf.clock.NanoClock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Keeps a file to one thread of one process at a time: forks and parallel builds write the same summary. */
final class FileLocking {

    private static final long STEP_NANOS = 5_000_000;
    private static final long MOST_NANOS = 20_000_000_000L;

    /** Works on the locked file. */
    @FunctionalInterface
    interface Work<T> {
        T on(FileChannel channel) throws IOException;
    }

    private final NanoClock clock;

    FileLocking(NanoClock clock) {
        this.clock = clock;
    }

    /**
     * Runs while no other thread or process holds the file.
     *
     * @throws IOException if it stays held for 20 s, or the thread is interrupted meanwhile
     */
    <T> T with(Path file, Work<T> work) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        try (FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock lock = lock(channel, file)) {
            assert lock.isValid();
            return work.on(channel);
        }
    }

    private FileLock lock(FileChannel channel, Path file) throws IOException {
        long until = clock.now() + MOST_NANOS;
        while (true) {
            FileLock lock = tryLock(channel);
            if (lock != null) {
                return lock;
            }
            if (clock.now() >= until) {
                throw new IOException("lock on " + file + " must become free, but another process has held it for 20 s;"
                        + " end that process, or give each build its own llmperf.output");
            }
            try {
                clock.sleepUntil(clock.now() + STEP_NANOS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while waiting for the lock on " + file);
            }
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // held by another thread of this process: the platform reports that differently
        }
    }
}
