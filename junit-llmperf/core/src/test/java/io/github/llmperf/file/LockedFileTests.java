package io.github.llmperf.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.llmperf.clock.NanoClock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockedFileTests {

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("sub/lock");
    }

    @Test
    void replacesWhatTheFileHolds() throws IOException {
        hold(held -> held.write("a long text"));
        hold(held -> held.write(held.text().substring(7) + "\u00e9"));

        assertThat(file).hasContent("text\u00e9");
    }

    @Test
    void isHeldByOneThreadAtATime() throws Exception {
        hold(held -> held.write("0"));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(threads.submit(() -> {
                hold(held -> held.write("" + (Integer.parseInt(held.text()) + 1)));
                return 0;
            }));
        }
        for (Future<?> one : all) {
            one.get();
        }
        threads.shutdown();

        assertThat(file).hasContent("20");
    }

    @Test
    void isFreeAgainAfterWorkThatFails() throws IOException {
        assertThatIOException()
                .isThrownBy(() -> hold(held -> {
                    throw new IOException("disk full");
                }))
                .withMessage("disk full");

        hold(held -> held.write("free"));
        assertThat(file).hasContent("free");
    }

    @Test
    void isFreeAgainAfterItCouldNotBeOpened() throws IOException {
        Files.createDirectories(file);
        assertThatIOException().isThrownBy(() -> hold(held -> held.write("")));
        Files.delete(file);

        hold(held -> held.write("free"));
        assertThat(file).hasContent("free");
    }

    @Test
    void followsNoLink() throws IOException {
        Files.createDirectories(file.getParent());
        Files.createSymbolicLink(file, directory.resolve("elsewhere"));

        assertThatIOException().isThrownBy(() -> hold(held -> held.write("")));
        assertThat(directory.resolve("elsewhere")).doesNotExist();
    }

    @Test
    void givesUpOnAFileThatIsNeverFree() throws IOException {
        WaitingClock clock = new WaitingClock();
        hold(held -> assertThatIOException()
                .isThrownBy(() -> LockedFile.hold(file, clock, never -> never))
                .withMessage(file + " must become free, but another build has held it for 30 s; end that build, or give"
                        + " each a directory of its own"));

        assertThat(clock.now()).isEqualTo(Duration.ofSeconds(30).toNanos());
    }

    @Test
    void stopsWaitingWhenInterrupted() throws IOException {
        hold(held -> {
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(InterruptedIOException.class)
                    .isThrownBy(() -> LockedFile.hold(file, NanoClock.SYSTEM, never -> never))
                    .withMessage("interrupted while waiting for " + file);
            assertThat(Thread.interrupted()).as("the interruption is passed on").isTrue();
        });
    }

    /** What needs no result. */
    @FunctionalInterface
    private interface Use {
        void of(LockedFile held) throws IOException;
    }

    private void hold(Use use) throws IOException {
        LockedFile.hold(file, NanoClock.SYSTEM, held -> {
            use.of(held);
            return held;
        });
    }

    /** Time passes only by waiting. */
    private static final class WaitingClock implements NanoClock {
        private long now;

        @Override
        public long now() {
            return now;
        }

        @Override
        public void sleepUntil(long moment) {
            now = moment;
        }
    }
}
