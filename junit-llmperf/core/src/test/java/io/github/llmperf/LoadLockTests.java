package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.llmperf.load.NanoClock;
import java.nio.file.Path;
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
    void waitsForTheHolderAndSaysSoOnce() throws Exception {
        LoadLock.Held first = lock(new Steps(null, 0)).acquire(said::add);
        LoadLock.Held second = lock(new Steps(first, 5)).acquire(said::add);
        assertThat(second.lock().isValid()).isTrue();
        second.release();
        assertThat(said)
                .containsExactly(
                        "waiting for another load test on this machine to end (" + directory.resolve("lock") + ")");
    }

    @Test
    void losesPatienceWithAClearError() throws Exception {
        LoadLock.Held first = lock(new Steps(null, 0)).acquire(said::add);
        assertThatIllegalStateException()
                .isThrownBy(() -> lock(new Steps(null, 0)).acquire(said::add))
                .withMessage("another load test has held " + directory.resolve("lock")
                        + " for 1 minutes: loads on one machine spoil each other's numbers; end the other build, or"
                        + " run this one again");
        first.release();
    }

    @Test
    void namesALockFileThatCannotBeOpened() {
        LoadLock lock = new LoadLock(directory.resolve("no/such/lock"), new Steps(null, 0), Duration.ofMinutes(1));
        assertThatIllegalStateException()
                .isThrownBy(() -> lock.acquire(said::add))
                .withMessageStartingWith("lock file " + directory.resolve("no/such/lock") + " must be writable");
    }

    private LoadLock lock(NanoClock clock) {
        return new LoadLock(directory.resolve("lock"), clock, Duration.ofMinutes(1));
    }

    /** A clock that only moves while somebody waits; on a given wait it closes the lock that is waited for. */
    private static final class Steps implements NanoClock {
        private final LoadLock.Held toClose;
        private final int waits;
        private long now;
        private int waited;

        Steps(LoadLock.Held toClose, int waits) {
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
                toClose.release();
            }
        }
    }
}
