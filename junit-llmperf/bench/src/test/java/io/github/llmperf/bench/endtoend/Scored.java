package io.github.llmperf.bench.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.platform.engine.TestExecutionResult.Status;

/**
 * One candidate's build.
 *
 * @param baseline number of the baseline that it was judged against
 * @param sd of the luck that each start of the server had
 * @param effect true worsening
 * @param recorded builds that it took to store the baseline: more than are stored where some were invalid
 * @param builds of the candidate until one could be judged
 * @param started servers that the last of them started
 * @param status of the test
 * @param verdict of the result
 */
record Scored(
        int baseline, double sd, double effect, int recorded, int builds, int started, Status status, String verdict) {

    private static final String HEAD = "baseline,sd,effect,recorded,builds,started,status,verdict";

    /** Returns what was scored before, in the order of its lines. */
    static List<Scored> read(Path file) throws IOException {
        List<Scored> scored = new ArrayList<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                if (!line.equals(HEAD)) {
                    scored.add(parse(line.split(",", -1)));
                }
            }
        }
        return scored;
    }

    private static Scored parse(String[] fields) {
        return new Scored(
                Integer.parseInt(fields[0]),
                Double.parseDouble(fields[1]),
                Double.parseDouble(fields[2]),
                Integer.parseInt(fields[3]),
                Integer.parseInt(fields[4]),
                Integer.parseInt(fields[5]),
                Status.valueOf(fields[6]),
                fields[7]);
    }

    void append(Path file) throws IOException {
        if (!Files.exists(file)) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, HEAD + "\n");
        }
        Files.writeString(file, line() + "\n", StandardOpenOption.APPEND);
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "%d,%s,%s,%d,%d,%d,%s,%s",
                baseline,
                sd,
                effect,
                recorded,
                builds,
                started,
                status,
                verdict);
    }
}
