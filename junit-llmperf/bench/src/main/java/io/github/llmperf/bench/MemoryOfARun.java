package io.github.llmperf.bench;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadProgress;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.publish.RequestSink;
import io.github.llmperf.publish.ResultFiles;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * How much memory a run of a million requests with ten token events each takes, in a JVM of 512 MB: with and without full
 * records. Writes a table to the file named by the first argument.
 */
public final class MemoryOfARun {

    private static final int REQUESTS = 1_000_000;
    private static final int TOKENS = 10;
    private static final int QUARTERS = 4;
    private static final double MB = 1 << 20;

    private final boolean fullRecords;
    private final long[] heap = new long[QUARTERS + 1];

    private MemoryOfARun(boolean fullRecords) {
        this.fullRecords = fullRecords;
    }

    /** Measures both and writes the table. */
    public static void main(String[] args) throws IOException, InterruptedException {
        StringBuilder table = new StringBuilder(head());
        table.append(new MemoryOfARun(false).row()).append(new MemoryOfARun(true).row());
        Files.writeString(Path.of(args[0]), table);
    }

    private static String head() {
        return String.format(
                Locale.ROOT,
                """
                # Memory of a long run

                %,d requests with %d token events each, sent by the load's own threads through a client that answers at once
                with a text; then measured, judged and written. Heap of at most %.0f MB. Used heap after a collection at parts
                of the run, in MB; *most* is the highest use at any time, garbage included. %s.

                | records | 0 %% | 25 %% | 50 %% | 75 %% | 100 %% | bytes per request | measured and told | most | requests in s | \
                to the files in s | requests.jsonl.gz in MB |
                |---|---|---|---|---|---|---|---|---|---|---|---|
                """,
                REQUESTS,
                TOKENS,
                Runtime.getRuntime().maxMemory() / MB,
                Place.words());
    }

    private String row() throws IOException, InterruptedException {
        Path output = Files.createTempDirectory(Path.of("target"), "memory");
        LongRun run = LongRun.of(REQUESTS, fullRecords, output);
        heapPools().forEach(MemoryPoolMXBean::resetPeakUsage);
        long begun = System.nanoTime();
        LoadRun records;
        try (RequestSink sink = RequestSink.of(run.plan(), MemoryOfARun::refuse)) {
            records = run.load(TOKENS, new Quarters(sink));
        }
        long sent = System.nanoTime();
        heap[QUARTERS] = used();
        long looked = System.nanoTime();
        Measurement measurement = run.measure(records);
        run.tell(records, measurement, List.of());
        long told = System.nanoTime();
        long after = used();
        long gaps = measurement.distribution(Metric.ITL).orElseThrow().n();
        if (records.records().size() != REQUESTS || gaps != (long) REQUESTS * (TOKENS - 1)) {
            throw new IllegalStateException("all must be recorded, but only " + gaps + " gaps are");
        }
        Path file = ResultFiles.forScenario(output, run.plan().scenario()).requests();
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.0f | %.0f | %.0f | %.1f | %.1f | %s |%n",
                fullRecords ? "full" : "summary",
                quarters(),
                (heap[QUARTERS] - heap[0]) / (double) REQUESTS,
                after / MB,
                heapPools().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum() / MB,
                (sent - begun) / 1e9,
                (told - looked) / 1e9,
                fullRecords ? String.format(Locale.ROOT, "%.0f", Files.size(file) / MB) : "none");
    }

    private String quarters() {
        StringBuilder cells = new StringBuilder();
        for (int i = 0; i <= QUARTERS; i++) {
            cells.append(i == 0 ? "" : " | ").append(String.format(Locale.ROOT, "%.0f", heap[i] / MB));
        }
        return cells.toString();
    }

    private static void refuse(String problem) {
        throw new IllegalStateException(problem);
    }

    private static Stream<MemoryPoolMXBean> heapPools() {
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP);
    }

    private static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Looks at the heap whenever another quarter of the requests has ended. */
    private final class Quarters implements LoadProgress {
        private final LoadProgress told;
        private final AtomicInteger ended = new AtomicInteger();

        Quarters(LoadProgress told) {
            this.told = told;
        }

        @Override
        public void started(long moment) {
            heap[0] = used();
            told.started(moment);
        }

        @Override
        public void ended(RequestRecord record) {
            told.ended(record);
            int n = ended.incrementAndGet();
            if (n % (REQUESTS / QUARTERS) == 0 && n < REQUESTS) {
                heap[n / (REQUESTS / QUARTERS)] = used();
            }
        }
    }
}
