package io.github.llmperf.bench.first;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The processor time of another process over time, looked at from outside, so that the process itself does nothing for it.
 * The system counts in steps of 10 ms.
 */
final class CpuLog implements AutoCloseable {

    private static final long STEP_NANOS = 25_000_000;
    private static final double SECONDS_PER_TICK = .01;

    private final Path file;
    private final Thread thread = new Thread(this::look, "cpu log");
    private final List<Look> looks = new ArrayList<>();
    private volatile boolean closed;

    private record Look(long at, double seconds) {}

    private CpuLog(long pid) {
        file = Path.of("/proc", Long.toString(pid), "stat");
        thread.setDaemon(true);
    }

    static CpuLog of(Process process) {
        CpuLog log = new CpuLog(process.pid());
        log.thread.start();
        return log;
    }

    private void look() {
        while (!closed) {
            try {
                String[] fields =
                        Files.readString(file).replaceAll(".*\\) ", "").split(" ", -1);
                long ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
                looks.add(new Look(System.nanoTime(), ticks * SECONDS_PER_TICK));
            } catch (IOException | RuntimeException e) {
                return; // the process has ended
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
    }

    /** Returns the processor time between two moments; to be called when closed. */
    double seconds(long from, long to) {
        return at(to) - at(from);
    }

    /** Returns the processor time of the process as it was last seen. */
    double total() {
        return looks.isEmpty() ? 0 : looks.get(looks.size() - 1).seconds();
    }

    private double at(long moment) {
        Look before = new Look(Long.MIN_VALUE, 0);
        for (Look look : looks) {
            if (look.at() >= moment) {
                double part =
                        before.at() == Long.MIN_VALUE ? 1 : (moment - before.at()) / (double) (look.at() - before.at());
                return before.seconds() + part * (look.seconds() - before.seconds());
            }
            before = look;
        }
        return before.seconds();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
