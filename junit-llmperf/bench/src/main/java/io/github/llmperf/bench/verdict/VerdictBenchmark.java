package io.github.llmperf.bench.verdict;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Runs all cells of the verdict benchmark and writes its page and its curves. */
public final class VerdictBenchmark {

    private static final int STEADY_RUNS = 1_000;
    private static final int PAIRED_RUNS = 2_500;
    private static final int PAIRS = 100_000;

    private final Path results;
    private final CellResults kept;
    private final double part;
    private List<RunRecord> records = List.of();

    private VerdictBenchmark(Path results, Path kept, double part) {
        this.results = results;
        this.kept = new CellResults(kept);
        this.part = part;
    }

    /**
     * Runs what is not there yet and writes the page.
     *
     * @param args the directory of results, the directory where results of cells are kept, optionally the part of the
     *     experiments that is run (default 1), optionally how many runs are recorded anew over HTTP (default none)
     * @throws IOException if a file cannot be read or written
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        VerdictBenchmark benchmark = new VerdictBenchmark(
                Path.of(args[0]), Path.of(args[1]), args.length > 2 ? Double.parseDouble(args[2]) : 1);
        benchmark.run(args.length > 3 ? Integer.parseInt(args[3]) : 0);
    }

    private void run(int toRecord) throws IOException, InterruptedException {
        RecordedFile file = new RecordedFile(results.resolve("verdict/recorded-runs.jsonl"));
        if (toRecord > 0 || !file.exists()) {
            file.record(Math.max(toRecord, RecordedFile.RUNS));
            for (BenchCell cell : BenchCells.read()) {
                if (cell.source() == BenchCell.Source.RECORDED) {
                    kept.forget(cell);
                }
            }
        }
        records = file.read();
        List<CellResult> done = new ArrayList<>();
        for (BenchCell cell : BenchCells.read()) {
            done.add(result(cell.withExperiments((int) Math.max(1, Math.round(part * cell.experiments())))));
        }
        String firstRun = new FirstStoredRun(BenchCells.read(), PAIRS).text();
        String twoTargets = once("two-targets", PAIRED_RUNS, runs -> new TwoTargets(BenchCells.read(), runs).text());
        String steadiness = once("steadiness", STEADY_RUNS, runs -> new Steadiness(runs).text());
        new BenchmarkPage(new Benchmarked(done)).write(results, firstRun + twoTargets + steadiness);
    }

    private CellResult result(BenchCell cell) throws IOException {
        Optional<CellResult> known = kept.find(cell);
        if (known.isPresent()) {
            return known.get();
        }
        long begun = System.nanoTime();
        CellResult result = new CellRun(cell, source(cell), Rules.of(cell)).result();
        kept.keep(result);
        System.out.printf("%s: %.1f s%n", cell.name(), (System.nanoTime() - begun) / 1e9);
        return result;
    }

    /** A section of the page, made of so many runs of each kind. */
    private interface Section {
        String text(int runs) throws IOException;
    }

    private String once(String name, int all, Section section) throws IOException {
        int runs = (int) Math.max(1, Math.round(part * all));
        Path file = kept.directory().resolve(name + "-" + runs + ".md");
        if (!Files.exists(file)) {
            Files.writeString(file, section.text(runs));
        }
        return Files.readString(file);
    }

    private Supplier<RunSource> source(BenchCell cell) {
        return switch (cell.source()) {
            case RUN -> () -> new DrawnRuns(cell);
            case REQUEST -> () -> new DrawnRequests(cell);
            case RECORDED -> () -> new RecordedRuns(cell, records);
        };
    }
}
