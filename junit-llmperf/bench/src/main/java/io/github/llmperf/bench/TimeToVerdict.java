package io.github.llmperf.bench;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.load.LoadProgress;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.report.model.Report;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How long it takes from the last response to the verdict and its files: 100,000 requests of 100 token events each, five
 * stored runs to compare with.
 */
final class TimeToVerdict {

    static final int REQUESTS = 100_000;
    static final int TOKENS = 100;

    private static final double MS = 1e6;

    private TimeToVerdict() {}

    /**
     * Times of one run after its end, in ms.
     *
     * @param ending until all threads of the load have ended
     * @param measuring until the measurement is there
     * @param telling until it is judged and all files are written
     * @param busy processor time of the thread that measures, judges and writes, whatever else runs on the machine
     */
    record Times(double ending, double measuring, double telling, double busy) {
        double all() {
            return ending + measuring + telling;
        }
    }

    /** Measures runs one after the other; the first meets a JVM that has only sent the load. */
    static List<Times> measure(int runs) throws IOException, InterruptedException {
        LongRun run = LongRun.of(REQUESTS, false, Files.createTempDirectory(Path.of("target"), "overhead"));
        List<BaselineRun> stored = List.of();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        List<Times> times = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            LoadRun records = run.load(TOKENS, LoadProgress.SILENT);
            long ended = System.nanoTime();
            long busy = threads.getCurrentThreadCpuTime();
            Measurement measurement = run.measure(records);
            long measured = System.nanoTime();
            Report report = run.tell(records, measurement, stored);
            long told = System.nanoTime();
            busy = threads.getCurrentThreadCpuTime() - busy;
            times.add(new Times(
                    (ended - records.times().ended()) / MS,
                    (measured - ended) / MS,
                    (told - measured) / MS,
                    busy / MS));
            stored = LongRun.stored(report);
        }
        return times;
    }
}
