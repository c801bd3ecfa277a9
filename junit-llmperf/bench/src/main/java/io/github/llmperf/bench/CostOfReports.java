package io.github.llmperf.bench;

import com.sun.management.ThreadMXBean;
import io.github.llmperf.allure.DescriptionHtml;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.build.SummaryPublisher;
import io.github.llmperf.build.forge.GitHubStepSummary;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadProgress;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.publish.CalibrationPublisher;
import io.github.llmperf.publish.FilesPublisher;
import io.github.llmperf.publish.JudgedRun;
import io.github.llmperf.publish.Publisher;
import io.github.llmperf.publish.Publishers;
import io.github.llmperf.publish.ResultFiles;
import io.github.llmperf.report.model.Report;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What all reports of a run of 100,000 requests of 100 token events each cost: every file of its cell, the description for
 * Allure, and the build's summary, matrix and step summary. Writes a table to the file named by the first argument. Meant
 * for a JVM of 256 MB, in which the records of the run lie as well.
 */
public final class CostOfReports {

    private static final int REQUESTS = 100_000;
    private static final int TOKENS = 100;
    private static final int LATER = 15;
    private static final double MS = 1e6;
    private static final double MB = 1 << 20;
    private static final double KB = 1000;

    private final LongRun run;
    private final LoadRun records;
    private final Path output;
    private final List<Publisher> cell = List.of(new FilesPublisher(), new CalibrationPublisher(CostOfReports::hear));
    private final List<Publisher> build;

    /** Steps of telling a run once, and processor time of all of them, in ms; what was allocated meanwhile, in MB. */
    private record Cost(
            double looking, double files, double description, double summary, double busy, double allocated) {
        double all() {
            return looking + files + description + summary;
        }
    }

    private CostOfReports(Path output) throws IOException, InterruptedException {
        this.output = output;
        Path jobPage = output.resolve("step-summary.md");
        build = List.of(new SummaryPublisher(
                NanoClock.SYSTEM, new GitHubStepSummary(() -> Optional.of(jobPage), NanoClock.SYSTEM)));
        run = LongRun.ofCell(1, REQUESTS, output);
        records = run.load(TOKENS, LoadProgress.SILENT);
    }

    /** Measures and writes the table. */
    public static void main(String[] args) throws IOException, InterruptedException {
        String place = Place.words();
        CostOfReports reports = new CostOfReports(Files.createTempDirectory(Path.of("target"), "reports"));
        long kept = used();
        heapPools().forEach(MemoryPoolMXBean::resetPeakUsage);
        Measurement measurement = reports.run.measure(reports.records);
        Report first = reports.run.report(reports.records, measurement, List.of());
        List<BaselineRun> stored = LongRun.stored(first);
        List<Cost> costs = new ArrayList<>();
        for (int i = 0; i <= LATER; i++) {
            costs.add(reports.tell(reports.run.report(reports.records, measurement, stored)));
            if (i == 0) {
                reports.tellAnotherCell();
            }
        }
        long most = heapPools().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
        Files.writeString(Path.of(args[0]), head(place) + rows(costs) + memory(kept, most, costs) + reports.sizes());
    }

    /** So that the build has a matrix. */
    private void tellAnotherCell() throws IOException, InterruptedException {
        LongRun other = LongRun.ofCell(2, 1000, output);
        LoadRun few = other.load(TOKENS, LoadProgress.SILENT);
        other.tell(few, other.measure(few), List.of());
    }

    private Cost tell(Report report) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = threads.getCurrentThreadAllocatedBytes();
        long busy = threads.getCurrentThreadCpuTime();
        long begun = System.nanoTime();
        report.observed().overTime().timeline();
        long looked = System.nanoTime();
        publish(report, cell);
        long written = System.nanoTime();
        if (new DescriptionHtml().render(report).isEmpty()) {
            throw new IllegalStateException("description must say something, but is empty");
        }
        long described = System.nanoTime();
        publish(report, build);
        long told = System.nanoTime();
        return new Cost(
                (looked - begun) / MS,
                (written - looked) / MS,
                (described - written) / MS,
                (told - described) / MS,
                (threads.getCurrentThreadCpuTime() - busy) / MS,
                (threads.getCurrentThreadAllocatedBytes() - allocated) / MB);
    }

    private static void publish(Report report, List<Publisher> publishers) {
        List<String> problems = Publishers.publishAll(new JudgedRun(report, false), publishers);
        if (!problems.isEmpty()) {
            throw new IllegalStateException(String.join("; ", problems));
        }
    }

    private static void hear(List<String> lines) {
        throw new IllegalStateException("nothing was calibrated, but this is printed: " + lines);
    }

    private static String head(String place) {
        return String.format(
                Locale.ROOT,
                """
                # Cost of all reports

                %,d requests of %d token events each, compared with five stored runs; the requests' records lie in the heap
                of at most %.0f MB as well. Told is all there is: the files of the cell, the description for Allure, and the
                build's summary, matrix and step summary, built anew with two cells in it. Times in ms of one thread, one
                telling after the other in one JVM; the first meets a JVM that has measured a run, but told none. %s.

                | what | where | n | ms, median | least | most | allowed |
                |---|---|---|---|---|---|---|
                """,
                REQUESTS,
                TOKENS,
                Runtime.getRuntime().maxMemory() / MB,
                place);
    }

    private static String rows(List<Cost> costs) {
        return rows("first in its JVM", costs.subList(0, 1)) + rows("later ones", costs.subList(1, costs.size()));
    }

    private static String rows(String where, List<Cost> costs) {
        return row("looking at the requests over time", where, "", costs, Cost::looking)
                + row("files of the cell", where, "", costs, Cost::files)
                + row("description for Allure", where, "", costs, Cost::description)
                + row("summary, matrix, step summary", where, "", costs, Cost::summary)
                + row("**all**", where, "2000", costs, Cost::all)
                + row("processor time of all", where, "", costs, Cost::busy);
    }

    private static String row(
            String what, String where, String allowed, List<Cost> costs, ToDoubleFunction<Cost> time) {
        return "| " + what + " | " + where + " | "
                + Spread.cells(costs.stream().mapToDouble(time).toArray()) + " | " + allowed + " |\n";
    }

    private static String memory(long kept, long most, List<Cost> costs) {
        return String.format(
                Locale.ROOT,
                """

                | memory | MB |
                |---|---|
                | records of the run, after a collection | %.0f |
                | allocated by the first telling | %.0f |
                | allocated by a later one, mean | %.0f |
                | most of the heap in use at any time from measuring on, garbage included | %.0f |

                """,
                kept / MB,
                costs.get(0).allocated(),
                costs.subList(1, costs.size()).stream()
                        .mapToDouble(Cost::allocated)
                        .average()
                        .orElseThrow(),
                most / MB);
    }

    private String sizes() throws IOException {
        Path directory = ResultFiles.forScenario(output, run.plan().scenario()).directory();
        Map<String, Long> sizes = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                sizes.put(directory.relativize(file).toString(), Files.size(file));
            }
        }
        StringBuilder table = new StringBuilder("| file of the cell | KB |\n|---|---|\n");
        sizes.forEach((file, bytes) -> table.append(String.format(Locale.ROOT, "| %s | %.1f |%n", file, bytes / KB)));
        return table.toString();
    }

    private static Stream<MemoryPoolMXBean> heapPools() {
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP);
    }

    private static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
