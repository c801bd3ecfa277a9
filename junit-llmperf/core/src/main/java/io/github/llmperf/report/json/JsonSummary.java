package io.github.llmperf.report.json;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.report.text.NaturalOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The summary of one cell, read back from its {@code result.json}.
 *
 * @param file the {@code result.json}
 * @param test short name of the test with its cell
 * @param standing what became of the test and of its load
 * @param figures what was measured
 * @param findings what was found
 * @param startedAt start of the run, ISO 8601
 * @param scenario which test and cell, with the name of the cell's directory; empty where nothing could be read
 * @param build that the run belongs to; empty where that cannot be told
 */
@API(status = Status.INTERNAL, since = "0.1")
public record JsonSummary(
        Path file,
        String test,
        TestStatus standing,
        KeyFigures figures,
        Findings findings,
        String startedAt,
        Optional<Scenario> scenario,
        Optional<String> build) {

    /** The order of row statuses, the worst last. */
    public static final Comparator<JsonSummary> BY_WORDS =
            Comparator.comparing(JsonSummary::standing, TestStatus.BY_WORDS);

    /**
     * The order of every summary: failures of the build first, then by status, the worst first, accepted regressions,
     * then by name.
     */
    public static final Comparator<JsonSummary> WORST_FIRST = Comparator.comparing(
                    JsonSummary::failing, Comparator.reverseOrder())
            .thenComparing(BY_WORDS.reversed())
            .thenComparing(JsonSummary::isAccepted, Comparator.reverseOrder())
            .thenComparing(JsonSummary::test, NaturalOrder.OF_TEXTS);

    /**
     * What was found.
     *
     * @param texts one sentence each, in the order of the file
     * @param key the finding that says most of the verdict; empty where none has numbers, or the run could not be judged
     * @param falseAlarm chance of being called a regression without a change; 0 where nothing was compared
     * @param warning what is wrong with the test itself, in a sentence; empty for nothing
     */
    public record Findings(List<String> texts, Optional<DecidingFinding> key, double falseAlarm, String warning) {

        /** Of a test that was not run. */
        public static final Findings NONE = new Findings(List.of(), Optional.empty(), 0, "");

        /** Copies the list. */
        public Findings {
            texts = List.copyOf(texts);
        }
    }

    /**
     * Reads a result.
     *
     * @param file a {@code result.json}; its directory is named after the cell
     * @throws IOException if the file cannot be read, or is not such a result
     */
    public static JsonSummary read(Path file) throws IOException {
        return of(file, Result.read(file));
    }

    /** Makes the row of a result that was read. */
    public static JsonSummary of(Path file, Result result) {
        ResultHead head = result.head();
        List<String> findings = result.findings().stream()
                .map(finding -> word(finding) + ": " + finding.text())
                .toList();
        Scenario scenario = scenarioOf(head.test(), file);
        TestStatus standing = TestStatus.of(head);
        boolean isTold = standing.verdict().isJudged() && standing.isByVerdict();
        return new JsonSummary(
                file,
                scenario.displayName(),
                standing,
                KeyFigures.of(result),
                new Findings(
                        findings,
                        isTold ? DecidingFinding.of(result) : Optional.empty(),
                        result.baseline().falseAlarm(),
                        Objects.requireNonNullElse(head.warning(), "")),
                head.startedAt(),
                Optional.of(scenario),
                Optional.ofNullable(head.build()));
    }

    /**
     * Makes the row of a test that failed before its load.
     *
     * @param file where that is written
     * @return an ERROR without numbers
     */
    public static JsonSummary of(NotRun missed, Path file) {
        return new JsonSummary(
                file,
                missed.test().displayName(),
                TestStatus.of(Verdict.ERROR, missed.reason()),
                KeyFigures.NONE,
                Findings.NONE,
                missed.at().toString(),
                Optional.of(missed.test()),
                missed.build());
    }

    /** Without stored runs, no comparison is undecided. */
    private static String word(ResultFinding finding) {
        return finding.kind() == ResultFinding.Kind.BASELINE
                ? Verdict.NO_BASELINE.words()
                : finding.status().name();
    }

    private static Scenario scenarioOf(ResultHead.Test test, Path file) {
        Path directory = file.toAbsolutePath().getParent();
        String cell = directory == null || directory.getFileName() == null
                ? Scenario.SINGLE
                : directory.getFileName().toString();
        return new Scenario(test.className(), test.method(), Map.of(), cell);
    }

    /**
     * Returns the verdict on the load.
     *
     * @return the verdict, whatever became of the test
     */
    public Verdict verdict() {
        return standing.verdict();
    }

    /**
     * Returns why, in one line.
     *
     * @return what decided first
     */
    public String reason() {
        return standing.reason();
    }

    /**
     * Returns whether the build fails by this test.
     *
     * @return true where the test failed, or its verdict does so as strictly as it was asked for
     */
    public boolean failing() {
        return standing.failing();
    }

    /**
     * Returns the status of the test for tables.
     *
     * @return the verdict such as {@code SLA VIOLATED}, or {@code TEST FAILED} or {@code SKIPPED}
     */
    public String words() {
        return standing.words();
    }

    /**
     * Returns whether the deciding finding is an accepted regression.
     *
     * @return false where nothing was accepted, or something else is worse
     */
    public boolean isAccepted() {
        return findings.key().map(DecidingFinding::accepted).orElse(false);
    }

    /**
     * Returns whether there is a report to link to.
     *
     * @return false for a test that was not run
     */
    public boolean hasReport() {
        return !file.endsWith(NotRun.FILE);
    }

    /**
     * Returns the name of the load test without its cell.
     *
     * @return such as {@code RagLatencyTest.staysResponsive}
     */
    public String method() {
        return scenario.map(known -> packages(known)
                        + new Scenario(known.className(), known.methodName(), Map.of(), Scenario.SINGLE).displayName())
                .orElse(test);
    }

    private String packages(Scenario known) {
        return test.substring(0, Math.max(0, test.length() - known.displayName().length()));
    }

    /**
     * Returns the name of the cell.
     *
     * @return such as {@code users=20,prompt=rag}; {@code single} where the test has no matrix
     */
    public String cell() {
        return scenario.map(Scenario::cellName).orElse(Scenario.SINGLE);
    }

    /**
     * Returns the row of a failed test whose results could not be written.
     *
     * @return the same row where its verdict fails the test, or one that says so
     */
    public JsonSummary failedBy(String why) {
        return with(test, standing.failedBy(why));
    }

    /** Returns the package name of the class with a trailing dot. */
    public JsonSummary inPackages(String packages) {
        return with(packages + test, standing);
    }

    private JsonSummary with(String newTest, TestStatus newStanding) {
        return new JsonSummary(file, newTest, newStanding, figures, findings, startedAt, scenario, build);
    }
}
