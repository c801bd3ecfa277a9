package io.github.llmperf.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.metric.Quantity;
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
 * One cell as summaries tell it, read back from its {@code result.json}.
 *
 * @param file the {@code result.json}
 * @param test short name of the test with its cell
 * @param verdict what the run came to
 * @param reason the verdict in one line
 * @param ttftP90 with its unit; a dash when there is none
 * @param tpotP50 likewise
 * @param tokenRate output tokens per second
 * @param errorRate failed of attempted requests
 * @param requests measured requests attempted; {@link #UNKNOWN} where nothing could be read
 * @param findings one sentence each, in the order of the file
 * @param startedAt start of the run, ISO 8601
 * @param falseAlarm chance of being called a regression without a change; 0 where nothing was compared
 * @param warning what is wrong with the test itself, in a sentence; empty for nothing
 * @param scenario which test and cell, with the name of the cell's directory; empty where nothing could be read
 * @param key the finding that says most of the verdict; empty where none has numbers, or the run could not be judged
 * @param failing whether the test failed, or its verdict does so as strictly as it was asked for
 * @param mark what the row is called by, where that is not its verdict
 * @param build that the run belongs to; empty where that cannot be told
 */
@API(status = Status.INTERNAL, since = "0.1")
public record JsonSummary(
        Path file,
        String test,
        Verdict verdict,
        String reason,
        String ttftP90,
        String tpotP50,
        String tokenRate,
        String errorRate,
        long requests,
        List<String> findings,
        String startedAt,
        double falseAlarm,
        String warning,
        Optional<Scenario> scenario,
        Optional<KeyFinding> key,
        boolean failing,
        Mark mark,
        Optional<String> build) {

    /** A number of requests that is not known. */
    public static final long UNKNOWN = -1;

    /** What a row is called by. */
    public enum Mark {
        /** The test was skipped by something else, after its load. */
        TEST_SKIPPED,
        /** The verdict says what became of the test. */
        VERDICT,
        /** The test failed by something else, after a load that would have let it pass. */
        TEST_FAILED
    }

    private static final String BASELINE = "BASELINE";

    /** The order of what rows are called by, the worst last: a failed test comes after what is merely undecided. */
    static final Comparator<JsonSummary> BY_WORDS =
            Comparator.comparing(JsonSummary::standing).thenComparing(JsonSummary::mark);

    /** The order of every summary: what fails the build first, then by the worst word, then by name. */
    public static final Comparator<JsonSummary> WORST_FIRST = Comparator.comparing(
                    JsonSummary::failing, Comparator.reverseOrder())
            .thenComparing(BY_WORDS.reversed())
            .thenComparing(JsonSummary::test, NaturalOrder.OF_TEXTS);

    /**
     * Makes the row of a run that was compared with nothing.
     *
     * @param file the {@code result.json}
     * @param test short name of the test with its cell
     * @param verdict what the run came to
     * @param reason the verdict in one line
     * @param ttftP90 with its unit
     * @param tpotP50 likewise
     * @param tokenRate output tokens per second
     * @param errorRate failed of attempted requests
     * @param requests measured requests attempted
     * @param findings one sentence each
     * @param startedAt start of the run, ISO 8601
     */
    public JsonSummary(
            Path file,
            String test,
            Verdict verdict,
            String reason,
            String ttftP90,
            String tpotP50,
            String tokenRate,
            String errorRate,
            long requests,
            List<String> findings,
            String startedAt) {
        this(file, test, verdict, reason, ttftP90, tpotP50, tokenRate, errorRate, requests, findings, startedAt, 0, "");
    }

    /**
     * Makes the row of a run without a finding that stands out.
     *
     * @param file the {@code result.json}
     * @param test short name of the test with its cell
     * @param verdict what the run came to
     * @param reason the verdict in one line
     * @param ttftP90 with its unit
     * @param tpotP50 likewise
     * @param tokenRate output tokens per second
     * @param errorRate failed of attempted requests
     * @param requests measured requests attempted
     * @param findings one sentence each
     * @param startedAt start of the run, ISO 8601
     * @param falseAlarm chance of being called a regression without a change
     * @param warning what is wrong with the test itself
     */
    public JsonSummary(
            Path file,
            String test,
            Verdict verdict,
            String reason,
            String ttftP90,
            String tpotP50,
            String tokenRate,
            String errorRate,
            long requests,
            List<String> findings,
            String startedAt,
            double falseAlarm,
            String warning) {
        this(
                file,
                test,
                verdict,
                reason,
                ttftP90,
                tpotP50,
                tokenRate,
                errorRate,
                requests,
                findings,
                startedAt,
                falseAlarm,
                warning,
                Optional.empty(),
                Optional.empty(),
                isRed(verdict),
                Mark.VERDICT,
                Optional.empty());
    }

    /** Copies the list. */
    public JsonSummary {
        findings = List.copyOf(findings);
    }

    /**
     * Reads a result.
     *
     * @param file a {@code result.json}; its directory is named after the cell
     * @return what summaries tell of it
     * @throws IOException if the file cannot be read, or is not such a result
     */
    public static JsonSummary read(Path file) throws IOException {
        JsonNode root = new ObjectMapper().readTree(Files.readString(file));
        if (!root.path("schema").isInt() || root.path("schema").intValue() != JsonRenderer.SCHEMA) {
            throw new IOException("schema must be " + JsonRenderer.SCHEMA + ", but is " + said(root.path("schema")));
        }
        JsonNode metrics = root.path("metrics");
        List<String> findings = new ArrayList<>();
        root.path("findings")
                .forEach(finding ->
                        findings.add(word(finding) + ": " + finding.path("text").asText()));
        Scenario scenario = scenarioOf(root.path("test"), file);
        Verdict verdict = verdictOf(root.path("verdict").asText());
        boolean isFailing = isFailing(verdict, root);
        TestOutcome outcome = TestOutcome.read(root);
        Mark mark = mark(verdict, isFailing, outcome);
        return new JsonSummary(
                file,
                scenario.displayName(),
                verdict,
                reason(mark, verdict, root.path("reason").asText(), outcome),
                figure(metrics.path("ttft"), "p90"),
                figure(metrics.path("tpot"), "p50"),
                figure(metrics.path("outputTokenRate"), "value"),
                figure(metrics.path("errorRate"), "value"),
                root.path("requests").path("attempted").asLong(),
                findings,
                root.path("startedAt").asText(),
                root.path("baseline").path("falseAlarm").asDouble(),
                root.path("warning").asText(""),
                Optional.of(scenario),
                verdict.isJudged() && mark == Mark.VERDICT ? KeyFinding.of(root.path("findings")) : Optional.empty(),
                isFailing || outcome.failedItself(),
                mark,
                Optional.ofNullable(root.path("build").textValue()));
    }

    private static Mark mark(Verdict verdict, boolean isFailing, TestOutcome outcome) {
        if (isFailing || !verdict.isJudged()) {
            return outcome.failedItself() && !isFailing ? Mark.TEST_FAILED : Mark.VERDICT;
        }
        return outcome.failedItself() ? Mark.TEST_FAILED : outcome.skippedItself() ? Mark.TEST_SKIPPED : Mark.VERDICT;
    }

    /** What decided comes first. */
    private static String reason(Mark mark, Verdict verdict, String reason, TestOutcome outcome) {
        String load = "; its load: " + verdict.words() + ", " + reason;
        return switch (mark) {
            case TEST_FAILED -> "the test itself failed: " + outcome.message() + load;
            case TEST_SKIPPED -> "the test skipped itself: " + outcome.message() + load;
            case VERDICT ->
                outcome.failedItself() ? reason + "; the test itself failed, too: " + outcome.message() : reason;
        };
    }

    private static boolean isRed(Verdict verdict) {
        return verdict == Verdict.REGRESSION || verdict == Verdict.SLA_VIOLATED || verdict == Verdict.ERROR;
    }

    private static boolean isFailing(Verdict verdict, JsonNode root) {
        boolean strict = root.path("plan").path("strict").asBoolean();
        boolean lacksBaseline = root.path("findings").findValuesAsText("kind").contains(BASELINE);
        return isRed(verdict)
                || (strict && (verdict == Verdict.UNDECIDED || verdict == Verdict.INVALID))
                || (lacksBaseline
                        && (verdict == Verdict.UNDECIDED || verdict == Verdict.NO_BASELINE)
                        && root.path("plan").path("baseline").path("required").asBoolean());
    }

    /**
     * Tells whether there is a report to lead to.
     *
     * @return false for a test that was not run
     */
    public boolean hasReport() {
        return !file.endsWith(NotRun.FILE);
    }

    /**
     * Returns what became of the test, as tables say it.
     *
     * @return the verdict such as {@code SLA VIOLATED}, or {@code TEST FAILED} or {@code SKIPPED}
     */
    public String words() {
        return switch (mark) {
            case VERDICT -> verdict.words();
            case TEST_FAILED -> "TEST FAILED";
            case TEST_SKIPPED -> "SKIPPED";
        };
    }

    Tone tone() {
        return switch (mark) {
            case VERDICT -> Tone.of(verdict);
            case TEST_FAILED -> Tone.BAD;
            case TEST_SKIPPED -> Tone.PLAIN;
        };
    }

    /** The verdict that its words stand beside, in the order of all words. */
    private Verdict standing() {
        return switch (mark) {
            case VERDICT -> verdict;
            case TEST_FAILED -> Verdict.UNDECIDED;
            case TEST_SKIPPED -> Verdict.IMPROVED;
        };
    }

    /**
     * Returns the load test as it is called without its cell.
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
     * Returns the row of a test of which nothing could be written, and which failed.
     *
     * @param why what JUnit was told
     * @return the same row where its verdict fails the test, or one that says so
     */
    public JsonSummary failedBy(String why) {
        if (failing) {
            return this;
        }
        return new JsonSummary(
                file,
                test,
                verdict,
                reason(Mark.TEST_FAILED, verdict, reason, new TestOutcome(TestOutcome.End.FAILED, why)),
                ttftP90,
                tpotP50,
                tokenRate,
                errorRate,
                requests,
                findings,
                startedAt,
                falseAlarm,
                warning,
                scenario,
                key,
                true,
                Mark.TEST_FAILED,
                build);
    }

    /** Names the packages of the class too, with a dot behind each. */
    JsonSummary inPackages(String packages) {
        return new JsonSummary(
                file,
                packages + test,
                verdict,
                reason,
                ttftP90,
                tpotP50,
                tokenRate,
                errorRate,
                requests,
                findings,
                startedAt,
                falseAlarm,
                warning,
                scenario,
                key,
                failing,
                mark,
                build);
    }

    /**
     * Returns what the cell is called.
     *
     * @return such as {@code users=20,prompt=rag}; {@code single} where the test has no matrix
     */
    public String cell() {
        return scenario.map(Scenario::cellName).orElse(Scenario.SINGLE);
    }

    /**
     * Tells whether a measured request failed, so that limits on percentiles see other latencies than tables show.
     *
     * @return true where the error rate is known and above zero
     */
    public boolean hasFailures() {
        return !errorRate.equals("–") && !errorRate.startsWith("0 ");
    }

    /** Where nothing is stored, nothing is undecided either. */
    private static String word(JsonNode finding) {
        return finding.path("kind").asText().equals(BASELINE)
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

    private static Verdict verdictOf(String name) throws IOException {
        try {
            return Verdict.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw new IOException("verdict must be one of the known ones, but is \"" + name + "\"", e);
        }
    }

    private static String figure(JsonNode metric, String key) {
        JsonNode value = metric.path(key);
        if (!value.isNumber()) {
            return "–";
        }
        return Quantity.number(value.doubleValue()) + " " + metric.path("unit").asText();
    }
}
