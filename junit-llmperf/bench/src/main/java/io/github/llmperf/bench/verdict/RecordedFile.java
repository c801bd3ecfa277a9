package io.github.llmperf.bench.verdict;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs that were measured over HTTP, one a line.
 *
 * @param path where they are
 */
record RecordedFile(Path path) {

    /** Enough for a baseline, three trials and eight pairs, twice over. */
    static final int RUNS = 64;

    private static final ObjectMapper JSON = new ObjectMapper();

    boolean exists() {
        return Files.exists(path);
    }

    List<RunRecord> read() throws IOException {
        List<RunRecord> runs = new ArrayList<>();
        for (String line : Files.readAllLines(path)) {
            runs.add(JSON.readValue(line, RunRecord.class));
        }
        return runs;
    }

    /** Measures runs and replaces the file. */
    void record(int number) throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        for (RunRecord run : MeasuredRuns.measure(number)) {
            lines.add(JSON.writeValueAsString(
                    new RunRecord(rounded(run.ttft()), rounded(run.tpot()), rounded(run.rate()))));
        }
        Files.createDirectories(path.toAbsolutePath().getParent());
        Files.write(path, lines);
    }

    /** A microsecond is what the product keeps. */
    private static double[] rounded(double[] values) {
        return Arrays.stream(values)
                .map(value -> Math.round(value * 1000) / 1000.)
                .toArray();
    }
}
