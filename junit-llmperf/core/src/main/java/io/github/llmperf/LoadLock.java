package io.github.llmperf;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.llmperf.clock.NanoClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One load at a time on a machine: a lock on a file, which spans forks and builds running side by side. The system frees it
 * when a process dies.
 */
record LoadLock(Path file, NanoClock clock, Duration patience) {

    /**
     * One load of a process after the other, by file: a process that closes a file, even one that it only waited at, loses
     * all locks that it has on it.
     */
    private static final Map<Path, Semaphore> turns = new ConcurrentHashMap<>();

    private static final Duration STEP = Duration.ofMillis(50);
    private static final Duration REMINDER = Duration.ofMinutes(1);

    static LoadLock ofMachine(NanoClock clock) {
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "junit-llmperf.lock");
        return new LoadLock(file, clock, Duration.ofMinutes(60));
    }

    /**
     * A lock that is held.
     *
     * @param turn of this process
     * @param channel of the file
     * @param lock on it
     */
    record Held(Semaphore turn, FileChannel channel, FileLock lock) {
        void release() {
            try {
                close(channel); // which frees the lock as well
            } finally {
                turn.release();
            }
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
        Semaphore turn = turns.computeIfAbsent(file.toAbsolutePath(), key -> new Semaphore(1));
        Wait wait = new Wait(saying, clock.now());
        while (!turn.tryAcquire()) {
            wait.step(" of this process");
        }
        try {
            return lock(turn, wait);
        } catch (InterruptedException | RuntimeException e) {
            turn.release();
            throw e;
        }
    }

    private Held lock(Semaphore turn, Wait wait) throws InterruptedException {
        FileChannel channel = new LockFile(file, clock).open();
        try {
            FileLock lock = tryLock(channel);
            while (lock == null) {
                wait.step(holder(channel));
                lock = tryLock(channel);
            }
            sign(channel);
            return new Held(turn, channel, lock);
        } catch (InterruptedException | RuntimeException e) {
            close(channel);
            throw e;
        }
    }

    /** Says now and then who is waited for, and loses patience in the end. */
    private final class Wait {
        private final Consumer<String> saying;
        private final long start;
        private long told;

        Wait(Consumer<String> saying, long start) {
            this.saying = saying;
            this.start = start;
        }

        void step(String holder) throws InterruptedException {
            Duration waited = Duration.ofNanos(clock.now() - start);
            if (waited.compareTo(patience) > 0) {
                throw new IllegalStateException("other load tests have held " + file + " for " + patience.toMinutes()
                        + " minutes, now one" + holder
                        + ": loads on one machine spoil each other's numbers; end the other"
                        + " build, or run this one again");
            }
            if (waited.compareTo(REMINDER.multipliedBy(told)) >= 0) {
                saying.accept("waiting for another load test" + holder + " on this machine to end (" + file + ")"
                        + (told == 0 ? "" : ", for " + waited.toMinutes() + " min so far"));
                told++;
            }
            clock.sleepUntil(clock.now() + STEP.toNanos());
        }
    }

    /** Tells those who wait whom they wait for. */
    private static void sign(FileChannel channel) {
        try {
            channel.truncate(0);
            channel.write(UTF_8.encode(Long.toString(ProcessHandle.current().pid())), 0);
        } catch (IOException e) {
            // They wait all the same.
        }
    }

    private static String holder(FileChannel channel) {
        try {
            ByteBuffer pid = ByteBuffer.allocate(20);
            channel.read(pid, 0);
            String text = UTF_8.decode(pid.flip()).toString();
            return text.matches("[0-9]+") ? " (process " + text + ")" : "";
        } catch (IOException e) {
            return ""; // some systems let nobody read what is locked
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
