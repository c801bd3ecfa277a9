package io.github.llmperf.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.llmperf.clock.NanoClock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * A file that one thread of one process holds. The system frees it when the process dies. The file stays when it is free
 * again: deleting it would let two processes hold two files of the same name.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class LockedFile implements AutoCloseable {

    /**
     * One thread of a process after the other, by file: a process that closes a file, even one that it only waited at, loses
     * all locks that it has on it.
     */
    private static final Map<Path, Semaphore> TURNS = new ConcurrentHashMap<>();

    private static final Duration STEP = Duration.ofMillis(10);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** More of a file is not shown to those who wait for it. */
    private static final int NOTE_BYTES = 20;

    private final Semaphore turn;
    private final FileLock lock;

    private LockedFile(Semaphore turn, FileLock lock) {
        this.turn = turn;
        this.lock = lock;
    }

    /** Uses the file while it is held. */
    @FunctionalInterface
    public interface Work<T> {
        T on(LockedFile file) throws IOException;
    }

    /** Opens the file for reading and writing. */
    @FunctionalInterface
    public interface Opening {
        FileChannel open(Path file) throws IOException, InterruptedException;
    }

    /** Waits before the next try, or gives up. */
    @FunctionalInterface
    public interface Waiting {

        /**
         * Waits once.
         *
         * @param note how the file begins, which another process holds; empty where this process holds it
         */
        void step(Optional<String> note) throws IOException, InterruptedException;
    }

    /**
     * Does short work while no other thread or process holds the file, which is made where there is none.
     *
     * @throws IOException if it stays held for 30 s, or the thread is interrupted meanwhile
     */
    public static <T> T hold(Path file, NanoClock clock, Work<T> work) throws IOException {
        long start = clock.now();
        try (LockedFile held = acquire(file, LockedFile::open, note -> {
            if (clock.now() - start >= LIMIT.toNanos()) {
                throw new IOException(file + " must become free, but another build has held it for " + LIMIT.toSeconds()
                        + " s; end that build, or give each a directory of its own");
            }
            clock.sleepUntil(clock.now() + STEP.toNanos());
        })) {
            return work.on(held);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted while waiting for " + file).initCause(e);
        }
    }

    private static FileChannel open(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        return FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
    }

    /** Waits until the file is free, and holds it until it is closed. */
    public static LockedFile acquire(Path file, Opening opening, Waiting waiting)
            throws IOException, InterruptedException {
        Semaphore turn = TURNS.computeIfAbsent(file.toAbsolutePath().normalize(), key -> new Semaphore(1));
        while (!turn.tryAcquire()) {
            waiting.step(Optional.empty());
        }
        try {
            FileChannel channel = opening.open(file);
            try {
                return new LockedFile(turn, lock(channel, waiting));
            } catch (IOException | InterruptedException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            turn.release();
            throw e;
        }
    }

    private static FileLock lock(FileChannel channel, Waiting waiting) throws IOException, InterruptedException {
        FileLock lock = tryLock(channel);
        while (lock == null) {
            waiting.step(Optional.of(note(channel)));
            lock = tryLock(channel);
        }
        return lock;
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // held in this very process, by a copy of this class that another class loader has
        }
    }

    private static String note(FileChannel channel) {
        try {
            return read(channel, NOTE_BYTES);
        } catch (IOException e) {
            return ""; // some systems let nobody read what is locked
        }
    }

    /** Returns what the file holds. To open it once more would free it. */
    public String text() throws IOException {
        return read(lock.channel(), Math.toIntExact(lock.channel().size()));
    }

    /** Replaces what the file holds, in place: others may have it open. */
    public void write(String text) throws IOException {
        FileChannel channel = lock.channel();
        ByteBuffer bytes = UTF_8.encode(text);
        channel.position(0);
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.truncate(channel.position());
    }

    private static String read(FileChannel channel, int most) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(most);
        int got;
        do {
            got = channel.read(bytes, bytes.position());
        } while (got > 0);
        return UTF_8.decode(bytes.flip()).toString();
    }

    @Override
    public void close() throws IOException {
        try {
            lock.channel().close(); // which frees the lock as well
        } finally {
            turn.release();
        }
    }
}
