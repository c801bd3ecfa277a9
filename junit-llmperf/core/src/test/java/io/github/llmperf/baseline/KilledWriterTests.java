package io.github.llmperf.baseline;

import static io.github.llmperf.baseline.BaselineFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Verdict;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a build in the middle of recording. {@code llmperf-kill.rounds} says how often; 4 unless set, which takes seconds,
 * and the profile {@code kill} sets 200.
 */
class KilledWriterTests {

    /** Runs that lie in the file before: so many that each record shortens a line. */
    private static final int STORED = BaselineStore.KEPT;

    @TempDir
    Path temp;

    /** Records runs until it is killed, and says of each that it is stored. */
    static final class WriterTestCase {

        public static void main(String[] args) throws IOException {
            BaselineStore store = BaselineStore.open(Path.of(args[0]));
            for (int i = STORED; ; i++) {
                store.append(run(Verdict.PASS, i));
                System.out.println("stored run-" + i);
                System.out.flush();
            }
        }
    }

    @Test
    void losesNothingThatWasStoredWheneverItIsKilled() throws IOException, InterruptedException {
        int rounds = Integer.getInteger("llmperf-kill.rounds", 4);
        Path directory = temp.resolve("baselines");
        Path file = directory.resolve("default/com.acme.RagLatencyTest/staysResponsive/single.jsonl");
        Files.createDirectories(file.getParent());
        List<String> lines = IntStream.range(0, STORED)
                .mapToObj(i -> run(Verdict.PASS, i).line())
                .toList();
        Random random = new Random(1);
        int halfWritten = 0;
        for (int round = 0; round < rounds; round++) {
            Files.write(file, lines);
            List<String> said = recordAndKill(directory, 1 + random.nextInt(5), random.nextInt(40_000_000));

            BaselineFile read = BaselineFile.read(file, "x");
            assertThat(read.warnings()).as("round %s", round).isEmpty();
            assertThat(read.lines()).as("round %s", round).hasSameSizeAs(read.runs());
            assertThat(read.runs().stream().map(BaselineRun::runId))
                    .as("round %s", round)
                    .startsWith(IntStream.range(0, STORED + said.size())
                            .mapToObj(i -> "run-" + i)
                            .toArray(String[]::new));
            assertThat(Files.readString(file)).as("round %s", round).endsWith("}\n");
            halfWritten += Files.exists(file.resolveSibling("single.jsonl.tmp")) ? 1 : 0;
        }
        System.out.println(rounds + " kills, " + halfWritten + " of them while a file was being written");
    }

    private static List<String> recordAndKill(Path directory, int records, long nanos)
            throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        WriterTestCase.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> said = new ArrayList<>();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            for (int i = 0; i < records; i++) {
                said.add(output.readLine());
            }
            LockSupport.parkNanos(nanos); // somewhere in the next record
            child.toHandle().destroyForcibly(); // the handle: the process would close the stream, too
            child.waitFor();
            // What it said before it was killed, down to the last whole line.
            StringWriter rest = new StringWriter();
            output.transferTo(rest);
            String whole = rest.toString().substring(0, rest.toString().lastIndexOf('\n') + 1);
            said.addAll(whole.lines().toList());
        }
        return said;
    }
}
