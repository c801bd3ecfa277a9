package io.github.llmperf.machine;

import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.file.LockedFile;
import io.github.llmperf.file.SharedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * One load at a time on a machine: a lock on a file, which spans forks and builds running side by side. The system frees it
 * when a process dies.
 */
@API(status = Status.INTERNAL, since = "0.1")
public record LoadLock(Path file, NanoClock clock, Duration patience) {

    private static final Duration STEP = Duration.ofMillis(50);
    private static final Duration REMINDER = Duration.ofMinutes(1);

    public static LoadLock ofMachine(NanoClock clock) {
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "junit-llmperf.lock");
        return new LoadLock(file, clock, Duration.ofMinutes(60));
    }

    /** What is done while no other load runs on this machine. */
    @FunctionalInterface
    public interface Load<T> {
        T run() throws InterruptedException;
    }

    /** Waits for all other loads on this machine to end, and runs one while others wait. */
    public <T> T alone(Consumer<String> saying, Load<T> load) throws InterruptedException {
        try (LockedFile held = acquire(saying)) {
            sign(held);
            return load.run();
        } catch (IOException e) {
            throw new IllegalStateException("lock file " + file + " cannot be locked: " + e, e);
        }
    }

    LockedFile acquire(Consumer<String> saying) throws IOException, InterruptedException {
        return LockedFile.acquire(file, path -> new SharedFile(path, clock).open(), new Wait(saying, clock.now()));
    }

    /** Says now and then who is waited for, and loses patience in the end. */
    private final class Wait implements LockedFile.Waiting {
        private final Consumer<String> saying;
        private final long start;
        private long told;

        Wait(Consumer<String> saying, long start) {
            this.saying = saying;
            this.start = start;
        }

        @Override
        public void step(Optional<String> note) throws InterruptedException {
            String holder = note.map(LoadLock::process).orElse(" of this process");
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

    /** Says to those who wait whom they wait for. */
    private static void sign(LockedFile held) {
        try {
            held.write(Long.toString(ProcessHandle.current().pid()));
        } catch (IOException e) {
            // They wait all the same.
        }
    }

    private static String process(String note) {
        return note.matches("[0-9]+") ? " (process " + note + ")" : "";
    }
}
