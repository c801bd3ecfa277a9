package io.github.llmperf;

import io.github.llmperf.load.NanoClock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One load at a time on a machine: a lock on a file, which spans forks and builds running side by side. The system frees it
 * when a process dies.
 */
record LoadLock(Path file, NanoClock clock, Duration patience) {

    private static final Duration STEP = Duration.ofMillis(50);

    static LoadLock ofMachine(NanoClock clock) {
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "junit-llmperf.lock");
        return new LoadLock(file, clock, Duration.ofMinutes(60));
    }

    /** A lock that is held. */
    record Held(FileChannel channel, FileLock lock) {
        void release() {
            close(channel); // which frees the lock as well
        }
    }

    /** What is done while no other load runs on this machine. */
    @FunctionalInterface
    interface Load<T> {
        T run() throws InterruptedException;
    }

    /** Waits for all other loads on this machine to end, and runs one while others wait. */
    <T> T alone(Consumer<String> saying, Load<T> load) throws InterruptedException {
        Held held = acquire(saying);
        try {
            return load.run();
        } finally {
            held.release();
        }
    }

    Held acquire(Consumer<String> saying) throws InterruptedException {
        FileChannel channel = open();
        long start = clock.now();
        boolean said = false;
        while (true) {
            FileLock lock = tryLock(channel);
            if (lock != null) {
                return new Held(channel, lock);
            }
            if (clock.now() - start > patience.toNanos()) {
                close(channel);
                throw new IllegalStateException(
                        "another load test has held " + file + " for " + patience.toMinutes()
                                + " minutes: loads on one machine spoil each other's numbers; end the other build, or run this one again");
            }
            if (!said) {
                saying.accept("waiting for another load test on this machine to end (" + file + ")");
                said = true;
            }
            clock.sleepUntil(clock.now() + STEP.toNanos());
        }
    }

    private FileChannel open() {
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            // Builds of other users of this machine must be able to lock it too.
            shareWithOthers();
            return channel;
        } catch (IOException e) {
            throw new IllegalStateException(
                    "lock file " + file + " must be writable, so that loads of parallel builds do not" + " overlap: "
                            + e + "; make it writable or set java.io.tmpdir",
                    e);
        }
    }

    private void shareWithOthers() {
        try {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        } catch (IOException | UnsupportedOperationException e) {
            // Whoever created it has already shared it, or the file system knows no such thing.
        }
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // held by another load in this very process
        } catch (IOException e) {
            throw new IllegalStateException("lock file cannot be locked: " + e, e);
        }
    }
}
