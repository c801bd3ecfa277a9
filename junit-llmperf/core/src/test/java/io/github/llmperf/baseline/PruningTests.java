package io.github.llmperf.baseline;

import static io.github.llmperf.baseline.BaselineFixture.environment;
import static io.github.llmperf.baseline.BaselineFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PruningTests {

    @TempDir
    Path temp;

    private Path file;
    private BaselineStore store;
    private final PlanFixture plan = new PlanFixture();

    @BeforeEach
    void open() throws IOException {
        store = BaselineStore.open(temp.resolve("baselines"));
        file = temp.resolve("baselines/default/com.acme.RagLatencyTest/staysResponsive/single.jsonl");
        Files.createDirectories(file.getParent());
    }

    private static List<String> lines(int from, int to) {
        return new ArrayList<>(IntStream.range(from, to)
                .mapToObj(i -> run(Verdict.PASS, i).line())
                .toList());
    }

    private List<String> append(List<String> lines, BaselineRun run) throws IOException {
        Files.write(file, lines);
        assertThat(store.append(run)).isTrue();
        return Files.readAllLines(file);
    }

    private static String line(BaselineRun run, int edit) {
        return run.line().replace("\"startedAt\"", "\"edit\":" + edit + ",\"startedAt\"");
    }

    @Test
    void keepsAllOfTheNewestThirty() throws IOException {
        List<String> lines = lines(0, 29);

        assertThat(append(lines, run(Verdict.PASS, 29))).isEqualTo(lines(0, 30));
    }

    @Test
    void keepsOnlyTheNumbersOfOlderRunsInTheirPlace() throws IOException {
        List<String> lines = lines(0, 31);

        List<String> after = append(lines, run(Verdict.PASS, 31));

        assertThat(after).hasSize(32);
        assertThat(after.subList(2, 32)).isEqualTo(lines(2, 32));
        assertThat(after.subList(0, 2))
                .containsExactly(BaselineLine.summary(lines.get(0)), BaselineLine.summary(lines.get(1)));
        assertThat(after.get(0))
                .isEqualTo(lines.get(0).substring(0, lines.get(0).indexOf(",\"machine\":")) + "}")
                .hasSizeLessThan(1_500);
    }

    @Test
    void countsByAgeWhateverTheOrderOfLines() throws IOException {
        List<String> lines = lines(0, 31);
        Collections.reverse(lines);

        List<String> after = append(lines, run(Verdict.PASS, 31));

        assertThat(after.subList(0, 29)).isEqualTo(lines.subList(0, 29));
        assertThat(after.get(29)).isEqualTo(BaselineLine.summary(lines.get(29)));
        assertThat(after.get(30)).isEqualTo(BaselineLine.summary(lines.get(30)));
    }

    @Test
    void countsOnlyComparableRuns() throws IOException {
        List<String> lines = lines(0, 20);
        plan.maxNewTokens = 512;
        for (int i = 20; i < 45; i++) {
            lines.add(run(plan, new MeasurementFixture(), Verdict.PASS, i).line());
        }

        assertThat(append(lines, run(Verdict.PASS, 45)).subList(0, 45)).isEqualTo(lines);
    }

    @Test
    void keepsEverythingThatIsComparedWith() throws IOException {
        List<String> lines = lines(0, 40);
        lines.set(3, run(Verdict.PASS, 3).marked(null, "v1.2").line());
        Files.write(file, lines);
        plan.anchor = "v1.2";
        BaselineLookup before = store.find(plan.build(), environment());

        store.append(run(Verdict.REGRESSION, 40));

        assertThat(Files.size(file)).isLessThan(String.join("\n", lines).length());
        BaselineLookup after = store.find(plan.build(), environment());
        assertThat(after.runs()).isEqualTo(before.runs());
        assertThat(after.warnings()).isEmpty();
        assertThat(after.anchor().orElseThrow().runs())
                .hasSize(4)
                .allMatch(BaselineRun::isSummary)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("histograms", "environment")
                .isEqualTo(before.anchor().orElseThrow().runs());
    }

    @Test
    void readsASummaryAsWhatIsLeftOfTheRun() {
        BaselineRun run = run(Verdict.REGRESSION, 1).marked("larger model", "v1.2");

        BaselineRun summary =
                BaselineLine.read(BaselineLine.summary(run.line())).orElseThrow();

        assertThat(summary.isSummary()).isTrue();
        assertThat(run.isSummary()).isFalse();
        assertThat(summary.histograms()).isEmpty();
        assertThat(summary.values()).isEqualTo(run.values());
        assertThat(summary.counts()).isEqualTo(run.counts());
        assertThat(summary.comparability()).isEqualTo(run.comparability());
        assertThat(summary.accepted()).isEqualTo("larger model");
        assertThat(summary.tag()).isEqualTo("v1.2");
        assertThat(BaselineLine.write(summary)).isEqualTo(BaselineLine.summary(run.line()));
    }

    @Test
    void keepsWhatItDoesNotKnowInASummary() {
        String line = run(Verdict.PASS, 1).line().replace("\"verdict\"", "\"weather\":\"hot\",\"verdict\"");

        assertThat(BaselineLine.summary(line)).contains("\"weather\":\"hot\"").doesNotContain("HIST", "machine");
    }

    @Test
    void keepsWhatItCannotReadByteForByte() throws IOException {
        byte[] odd = "{\"schema\":2,\"histograms\":{}}\r\n\n\u00e9 rubbish \n".getBytes(StandardCharsets.ISO_8859_1);
        byte[] runs = (String.join("\n", lines(0, 40)) + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] all = new byte[odd.length + runs.length];
        System.arraycopy(odd, 0, all, 0, odd.length);
        System.arraycopy(runs, 0, all, odd.length, runs.length);
        Files.write(file, all);

        store.append(run(Verdict.PASS, 40));

        assertThat(Files.readAllBytes(file)).startsWith(odd).hasSizeLessThan(all.length);
    }

    @Test
    void dropsWhatAMergeLeftTwice() throws IOException {
        List<String> lines = lines(0, 3);
        lines.add(lines.get(1));
        lines.add(BaselineLine.summary(lines.get(0)));

        assertThat(append(lines, run(Verdict.PASS, 3)))
                .containsExactly(
                        lines.get(1),
                        lines.get(2),
                        BaselineLine.summary(lines.get(0)),
                        run(Verdict.PASS, 3).line());
    }

    @Test
    void dropsALineThatWasEditedSince() throws IOException {
        BaselineRun accepted = run(Verdict.REGRESSION, 1).marked("larger model", null);
        List<String> lines = lines(0, 1);
        lines.add(run(Verdict.REGRESSION, 1).line());
        lines.add(line(accepted, 1));

        assertThat(append(lines, run(Verdict.PASS, 2)))
                .containsExactly(
                        lines.get(0), line(accepted, 1), run(Verdict.PASS, 2).line());
    }

    @Test
    void losesNoMarkThatTwoBranchesSet() throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(line(run(Verdict.REGRESSION, 1).marked("larger model", null), 1));
        lines.add(line(run(Verdict.REGRESSION, 1).marked(null, "v1.2"), 1));
        plan.anchor = "v1.2";

        for (int seed = 0; seed < 2; seed++) {
            Collections.shuffle(lines, new Random(seed));
            List<String> after = append(lines, run(Verdict.PASS, 2));

            assertThat(after).hasSize(3).containsAll(lines);
            assertThat(store.find(plan.build(), environment()).runs()).hasSize(2);
            assertThat(store.find(plan.build(), environment())
                            .anchor()
                            .orElseThrow()
                            .runs())
                    .singleElement()
                    .matches(run -> "larger model".equals(run.accepted()) && "v1.2".equals(run.tag()));
        }
    }

    /** An edit made by hand on a branch that had not seen the summary. */
    @Test
    void letsAnEditWinOverASummary() throws IOException {
        List<String> lines = lines(1, 32);
        lines.add(BaselineLine.summary(run(Verdict.REGRESSION, 0).line()));
        lines.add(line(run(Verdict.REGRESSION, 0).marked("looked into", null), 1));

        List<String> after = append(lines, run(Verdict.PASS, 32));

        assertThat(after.stream().filter(l -> l.contains("\"run-0\"")))
                .containsExactly(
                        BaselineLine.summary(line(run(Verdict.REGRESSION, 0).marked("looked into", null), 1)));
    }

    @Test
    void losesNothingToThreadsAndProcessesThatWriteAtOnce() throws Exception {
        Files.write(file, lines(0, 25));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        BaselineStoreAppendTests.WriterTestCase.class.getName(),
                        temp.resolve("baselines").toString(),
                        "100")
                .inheritIO()
                .start();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<Boolean>> appended = new ArrayList<>();
        for (int i = 25; i < 45; i++) {
            BaselineRun run = run(Verdict.PASS, i);
            appended.add(threads.submit(() -> store.append(run)));
        }
        for (Future<Boolean> future : appended) {
            assertThat(future.get()).isTrue();
        }
        threads.shutdown();
        assertThat(process.waitFor()).isZero();

        BaselineFile read = BaselineFile.read(file, "x");
        assertThat(read.warnings()).isEmpty();
        assertThat(read.lines()).hasSize(55).hasSameSizeAs(read.runs());
        assertThat(read.runs().stream().map(BaselineRun::isSummary))
                .containsExactlyElementsOf(
                        IntStream.range(0, 55).mapToObj(i -> i < 25).toList());
    }

    @Tag("simulation")
    @Test
    void saysTheSameBeforeAndAfterWhateverTheLines() throws IOException {
        for (int seed = 0; seed < 30; seed++) {
            List<String> lines = lines(new Random(seed), 60);
            Files.write(file, lines);
            List<BaselineRun> before = BaselineFile.read(file, "x").runs();

            store.append(run(Verdict.PASS, 1_000 + seed));

            List<BaselineRun> after = BaselineFile.read(file, "x").runs();
            assertThat(after.subList(0, after.size() - 1))
                    .as("seed %s", seed)
                    .usingRecursiveFieldByFieldElementComparatorIgnoringFields("histograms", "environment")
                    .isEqualTo(before);
            assertThat(Files.readAllLines(file)).doesNotHaveDuplicates();
        }
    }

    private static List<String> lines(Random random, int n) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Verdict verdict = random.nextInt(4) == 0 ? Verdict.REGRESSION : Verdict.PASS;
            String accepted = random.nextInt(6) == 0 ? "reason " + random.nextInt(3) : null;
            String tag = random.nextInt(6) == 0 ? "v" + random.nextInt(3) : null;
            String line = line(run(verdict, random.nextInt(50)).marked(accepted, tag), random.nextInt(3));
            lines.add(random.nextInt(3) == 0 ? BaselineLine.summary(line) : line);
        }
        return lines;
    }
}
