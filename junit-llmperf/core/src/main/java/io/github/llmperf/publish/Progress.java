package io.github.llmperf.publish;

import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadProgress;
import io.github.llmperf.plan.LoadPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Says on the console how far the loads of a test are, from a thread of its own: one line per phase and one each 10 s, or a
 * bar on the terminal. After {@link #close()} nothing more is printed.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class Progress implements AutoCloseable {

    /** Often enough for a bar; what happens in between has its own moment all the same. */
    private static final long LOOK_EVERY = TimeUnit.MILLISECONDS.toNanos(250);

    private static final long PATIENCE_MILLIS = 1000;

    private final List<WatchedLoad> loads;
    private final Console console;
    private final Optional<Terminal> terminal;
    private final NanoClock clock;
    private final Thread thread = new Thread(this::keepLooking, "llmperf-progress");
    private boolean closed;

    /** How much is said. */
    public enum Mode {
        /** Whole lines on the console. */
        LINES,
        /** A line per phase, and a live bar on the terminal. */
        BAR,
        /** Nothing. */
        OFF
    }

    private Progress(List<WatchedLoad> loads, Console console, Optional<Terminal> terminal, NanoClock clock) {
        this.loads = List.copyOf(loads);
        this.console = console;
        this.terminal = terminal;
        this.clock = clock;
        thread.setDaemon(true);
    }

    /**
     * Begins to tell of loads.
     *
     * @param plans one, or the stages of a test; none for saying nothing
     * @param console where lines go
     * @param terminal where the bar is drawn; empty for lines
     * @return the progress, to be closed when all loads have ended
     */
    public static Progress of(List<LoadPlan> plans, Console console, Optional<Terminal> terminal, NanoClock clock) {
        Progress progress = idle(plans, console, terminal, clock);
        if (!plans.isEmpty()) {
            progress.thread.start();
        }
        return progress;
    }

    /** Makes one that looks only when told. */
    static Progress idle(List<LoadPlan> plans, Console console, Optional<Terminal> terminal, NanoClock clock) {
        return new Progress(
                plans.stream().map(plan -> new WatchedLoad(plan, clock)).toList(), console, terminal, clock);
    }

    /**
     * Returns who is to be told of each load.
     *
     * @param others told as well, one for each load in their order
     * @return as many
     */
    public List<LoadProgress> beside(List<? extends LoadProgress> others) {
        List<LoadProgress> all = new ArrayList<>();
        for (LoadProgress other : others) {
            all.add(
                    loads.isEmpty()
                            ? other
                            : LoadProgress.both(other, loads.get(all.size()).progress()));
        }
        return all;
    }

    private void keepLooking() {
        try {
            while (look()) {
                clock.sleepUntil(clock.now() + LOOK_EVERY);
            }
        } catch (InterruptedException | RuntimeException e) {
            // Whoever closes it interrupts it; and a console that cannot be written to must not end a load.
        }
    }

    /** Says what there is to say; tells whether there may be more. */
    synchronized boolean look() {
        if (!closed) {
            long now = clock.now();
            print(now, terminal.isEmpty());
            terminal.ifPresent(device -> bar(device, now));
        }
        return !closed;
    }

    private void print(long now, boolean ticks) {
        List<String> lines = new ArrayList<>();
        loads.forEach(load -> load.look(now, ticks).forEach(line -> lines.add("[llmperf] " + line)));
        if (!lines.isEmpty()) {
            terminal.ifPresent(Terminal::erase);
            console.print(lines);
        }
    }

    private void bar(Terminal device, long now) {
        // Of stages, that which began last is the one that sends.
        loads.stream()
                .flatMap(load -> load.bar(now, device.columns()).stream())
                .reduce((earlier, later) -> later)
                .ifPresentOrElse(device::draw, device::erase);
    }

    /** Says which phases there were that were too short to be seen, and nothing after that. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            try {
                print(clock.now(), false);
                terminal.ifPresent(Terminal::erase);
            } catch (RuntimeException e) {
                // The same as while it ran.
            }
            // Not while it prints: an interrupt closes channels that are being written to.
            thread.interrupt();
        }
        awaitThread();
    }

    private void awaitThread() {
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
