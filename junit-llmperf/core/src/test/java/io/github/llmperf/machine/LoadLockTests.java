package io.github.llmperf.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.file.LockedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadLockTests {

    @TempDir
    Path directory;

    private final List<String> said = new ArrayList<>();

    @Test
    void isFreeAgainAfterItsHolderClosesIt() throws Exception {
        LoadLock lock = lock(new Steps(null, 0));
        assertThat(lock.alone(said::add, () -> 1)).isEqualTo(1);
        assertThat(lock.alone(said::add, () -> 2)).isEqualTo(2);
        assertThat(said).isEmpty();
    }

    @Test
    void waitsForTheHolderAndSaysSo() throws Exception {
        LockedFile first = lock(new Steps(null, 0)).acquire(said::add);
        LockedFile second = lock(new Steps(first, 5)).acquire(said::add);
        second.close();
        assertThat(said)
                .containsExactly("waiting for another load test of this process on this machine to end ("
                        + directory.resolve("lock") + ")");
    }

    @Test
    void losesPatienceWithAClearError() throws Exception {
        LockedFile first = lock(new Steps(null, 0)).acquire(said::add);
        assertThatIllegalStateException()
                .isThrownBy(() -> lock(new Steps(null, 0)).acquire(said::add))
                .withMessage("other load tests have held " + directory.resolve("lock")
                        + " for 1 minutes, now one of this process: loads on one machine spoil each other's numbers;"
                        + " end the other build, or run this one again");
        first.close();
    }

    /** To a channel of its own, this process looks like another one. */
    @Test
    void namesTheProcessThatItWaitsFor() throws Exception {
        Path file = directory.resolve("lock");
        Files.writeString(file, "4711");
        try (FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock held = other.lock()) {
            assertThat(held.isValid()).isTrue();
            assertThatIllegalStateException()
                    .isThrownBy(() -> lock(new Steps(null, 0)).acquire(said::add))
                    .withMessageStartingWith(
                            "other load tests have held " + file + " for 1 minutes, now one (process 4711): ");
        }
        assertThat(said)
                .containsExactly(
                        "waiting for another load test (process 4711) on this machine to end (" + file + ")",
                        "waiting for another load test (process 4711) on this machine to end (" + file
                                + "), for 1 min so far");
        lock(new Steps(null, 0)).alone(said::add, () -> 1);
        assertThat(file).hasContent("" + ProcessHandle.current().pid());
    }

    @Test
    void keepsTheLockWhereAnotherLoadOfTheProcessGivesUpWaiting() throws Exception {
        LockedFile first = lock(new Steps(null, 0)).acquire(said::add);
        LoadLock impatient = new LoadLock(directory.resolve("lock"), new Steps(null, 0), Duration.ZERO);
        assertThatIllegalStateException().isThrownBy(() -> impatient.acquire(said::add));
        assertThat(lockedForOthers()).isTrue();
        first.close();
        assertThat(lockedForOthers()).isFalse();
    }

    /** Asks another process: this one cannot ask without losing its lock. */
    private boolean lockedForOthers() throws Exception {
        Path source = directory.resolve("Ask.java");
        Files.writeString(
                source,
                """
                import java.nio.channels.FileChannel;
                import java.nio.file.*;

                class Ask {
                    public static void main(String[] args) throws Exception {
                        try (FileChannel c = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE)) {
                            System.exit(c.tryLock() == null ? 1 : 0);
                        }
                    }
                }
                """);
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new ProcessBuilder(
                                java.toString(),
                                source.toString(),
                                directory.resolve("lock").toString())
                        .inheritIO()
                        .start()
                        .waitFor()
                == 1;
    }

    @Test
    void namesALockFileThatCannotBeOpened() {
        LoadLock lock = new LoadLock(directory.resolve("no/such/lock"), new Steps(null, 0), Duration.ofMinutes(1));
        assertThatIllegalStateException()
                .isThrownBy(() -> lock.acquire(said::add))
                .withMessageStartingWith("lock file " + directory.resolve("no/such/lock") + " must be a file ");
    }

    private LoadLock lock(NanoClock clock) {
        return new LoadLock(directory.resolve("lock"), clock, Duration.ofMinutes(1));
    }

    /** A clock that only moves while somebody waits; on a given wait it closes the lock that is waited for. */
    private static final class Steps implements NanoClock {
        private final LockedFile toClose;
        private final int waits;
        private long now;
        private int waited;

        Steps(LockedFile toClose, int waits) {
            this.toClose = toClose;
            this.waits = waits;
        }

        @Override
        public long now() {
            return now;
        }

        @Override
        public void sleepUntil(long moment) {
            now = moment;
            waited++;
            if (toClose != null && waited == waits) {
                try {
                    toClose.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }
}
