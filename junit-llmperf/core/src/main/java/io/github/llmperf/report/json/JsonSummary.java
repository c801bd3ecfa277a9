package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.report.matrix.NaturalOrder;
import io.github.llmperf.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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
 * @param findings one sentence each, in the order of the file
 * @param startedAt start of the run, ISO 8601
 * @param falseAlarm chance of being called a regression without a change; 0 where nothing was compared
 * @param warning what is wrong with the test itself, in a sentence; empty for nothing
 * @param scenario which test and cell, with the name of the cell's directory; empty where nothing could be read
 * @param key the finding that says most of the verdict; empty where none has numbers, or the run could not be judged
 * @param build that the run belongs to; empty where that cannot be told
 */
@API(status = Status.INTERNAL, since = "0.1")
public record JsonSummary(
        Path file,
        String test,
        TestStatus standing,
        KeyFigures figures,
        List<String> findings,
        String startedAt,
        double falseAlarm,
        String warning,
        Optional<Scenario> scenario,
        Optional<KeyFinding> key,
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

    /** Copies the list. */
    public JsonSummary {
        findings = List.copyOf(findings);
    }

    /**
     * Makes the row of a run that was compared with nothing.
     *
     * @param file the {@code result.json}
     * @param startedAt start of the run, ISO 8601
     */
    public JsonSummary(
            Path file, String test, TestStatus standing, KeyFigures figures, List<String> findings, String startedAt) {
        this(
                file,
                test,
                standing,
                figures,
                findings,
                startedAt,
                0,
                "",
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /**
     * Reads a result.
     *
     * @param file a {@code result.json}; its directory is named after the cell
     * @throws IOException if the file cannot be read, or is not such a result
     */
    public static JsonSummary read(Path file) throws IOException {
        JsonNode root = new ObjectMapper().readTree(Files.readString(file));
        if (!root.path("schema").isInt() || root.path("schema").intValue() != JsonRenderer.SCHEMA) {
            throw new IOException("schema must be " + JsonRenderer.SCHEMA + ", but is " + said(root.path("schema")));
        }
        List<String> findings = new ArrayList<>();
        root.path("findings")
                .forEach(finding ->
                        findings.add(word(finding) + ": " + finding.path("text").asText()));
        Scenario scenario = scenarioOf(root.path("test"), file);
        TestStatus standing = TestStatus.read(root);
        boolean isTold = standing.verdict().isJudged() && standing.isByVerdict();
        return new JsonSummary(
                file,
                scenario.displayName(),
                standing,
                KeyFigures.read(root),
                findings,
                root.path("startedAt").asText(),
                root.path("baseline").path("falseAlarm").asDouble(),
                root.path("warning").asText(""),
                Optional.of(scenario),
                isTold ? KeyFinding.read(root) : Optional.empty(),
                Optional.ofNullable(root.path("build").textValue()));
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
                List.of(),
                missed.at().toString(),
                0,
                "",
                Optional.of(missed.test()),
                Optional.empty(),
                missed.build());
    }

    /** Without stored runs, no comparison is undecided. */
    private static String word(JsonNode finding) {
        return finding.path("kind").asText().equals(FindingJson.BASELINE)
                ? Verdict.NO_BASELINE.words()
                : finding.path("status").asText();
    }

    private static Scenario scenarioOf(JsonNode test, Path file) throws IOException {
        String className = test.path("class").asText();
        String method = test.path("method").asText();
        if (className.isEmpty() || method.isEmpty()) {
            throw new IOException("test must have a class and a method, but is " + said(test));
        }
        Path directory = file.toAbsolutePath().getParent();
        String cell = directory == null || directory.getFileName() == null
                ? Scenario.SINGLE
                : directory.getFileName().toString();
        return new Scenario(className, method, Map.of(), cell);
    }

    private static String said(JsonNode node) {
        return node.isMissingNode() ? "missing" : node.toString();
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
        return key.map(KeyFinding::accepted).orElse(false);
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
        return new JsonSummary(
                file, newTest, newStanding, figures, findings, startedAt, falseAlarm, warning, scenario, key, build);
    }
}
