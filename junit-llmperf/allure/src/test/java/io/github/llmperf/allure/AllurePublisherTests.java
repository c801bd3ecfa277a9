package io.github.llmperf.allure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.publish.FilesPublisher;
import io.github.llmperf.publish.JudgedRun;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.ReportBuilder;
import io.github.llmperf.report.model.Reports;
import io.qameta.allure.AllureLifecycle;
import io.qameta.allure.FileSystemResultsWriter;
import io.qameta.allure.model.Label;
import io.qameta.allure.model.TestResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllurePublisherTests {

    @TempDir
    Path results;

    @TempDir
    Path output;

    @Test
    void describesTheTestWithTableAndPicture() throws IOException {
        JsonNode test = publish(Reports.regression(), Map.of(), false);

        assertThat(test.get("descriptionHtml").textValue()).contains("✗ REGRESSION", "ttft.p50", "<img alt=\"");
    }

    @Test
    void attachesWhatAReviewerOpensInThatOrder() throws IOException {
        JsonNode test = publish(Reports.regression(), Map.of(), false);

        assertThat(test.get("attachments").findValuesAsText("name"))
                .containsExactly("1 report.html", "2 latency.svg", "3 timeline.svg", "4 result.json", "5 metrics.csv");
        assertThat(test.get("attachments").findValuesAsText("type"))
                .containsExactly("text/html", "image/svg+xml", "image/svg+xml", "application/json", "text/csv");
        assertThat(results.resolve(test.at("/attachments/0/source").textValue()))
                .content()
                .startsWith("<!DOCTYPE html>");
    }

    @Test
    void neverAttachesTwiceWhatJUnitPublished() throws IOException {
        JsonNode test = publish(Reports.regression(), Map.of(), true);

        assertThat(test.get("attachments").findValuesAsText("name"))
                .containsExactly("2 latency.svg", "3 timeline.svg", "5 metrics.csv");
    }

    @Test
    void labelsTheTestAndKeepsLabelsOfItsAuthor() throws IOException {
        JsonNode labels = publish(Reports.regression(), Map.of(), false).get("labels");

        assertThat(labels)
                .extracting(label ->
                        label.get("name").textValue() + "=" + label.get("value").textValue())
                .containsExactly(
                        "epic=Search",
                        "feature=http://localhost:8000",
                        "story=RagLatencyTest.staysResponsive[users=20]",
                        "llmperf.verdict=REGRESSION");
    }

    @Test
    void hidesVolatileParametersFromTheHistory() throws IOException {
        JsonNode parameters = publish(Reports.regression(), Map.of(), false).get("parameters");

        assertThat(parameters)
                .extracting(p -> p.get("name").textValue() + "="
                        + p.get("value").textValue() + " " + p.path("excluded").asText("false") + " "
                        + p.path("mode").asText("default"))
                .containsExactly(
                        "users=20 false default",
                        "environment=ci false default",
                        "gpu=A100 false default",
                        "tp=2 false default",
                        "seed=42 true hidden",
                        "runId=01HZX4 true hidden");
    }

    @Test
    void tellsAllStagesOfATestWithoutOverwritingOrRepeating() throws IOException {
        JsonNode test = publish(List.of(stage(1, Reports.passed()), stage(2, Reports.violated())), Map.of(), false);

        assertThat(test.get("descriptionHtml").textValue())
                .containsSubsequence(
                        "stage 1: users=10", "PASS", "<img ", "stage 2: users=20", "SLA VIOLATED", "<img ");
        assertThat(test.get("attachments").findValuesAsText("name"))
                .containsExactly(
                        "stage 1 1 report.html",
                        "stage 1 2 latency.svg",
                        "stage 1 3 timeline.svg",
                        "stage 1 4 result.json",
                        "stage 1 5 metrics.csv",
                        "stage 2 1 report.html",
                        "stage 2 2 latency.svg",
                        "stage 2 3 timeline.svg",
                        "stage 2 4 result.json",
                        "stage 2 5 metrics.csv");
        assertThat(test.get("labels").findValuesAsText("value"))
                .contains("RagLatencyTest.holds", "SLA_VIOLATED")
                .doesNotContain("PASS");
        assertThat(test.get("steps").findValuesAsText("name"))
                .containsSubsequence("stage 1: users=10", "warm-up", "judging", "stage 2: users=20", "judging");
        assertThat(test.get("parameters"))
                .extracting(p -> p.get("name").textValue() + "="
                        + p.get("value").textValue() + " " + p.path("excluded").asText("false"))
                .containsExactly(
                        "stage 1 users=10 true",
                        "prompt=rag false",
                        "environment=ci false",
                        "gpu=A100 false",
                        "tp=2 false",
                        "stage 2 users=20 true",
                        "seed=42 true",
                        "runId=01HZX4 true");
    }

    private static ReportBuilder stage(int number, ReportBuilder reports) {
        Map<String, Object> cell = new LinkedHashMap<>();
        cell.put("stage", number);
        cell.put("users", 10 * number);
        cell.put("prompt", "rag");
        return reports.of(new Scenario("com.acme.RagLatencyTest", "holds", cell, "stage=" + number));
    }

    @Test
    void showsThePhasesAsStepsWithTheirTrueTimes() throws IOException {
        JsonNode steps = publish(Reports.violated(), Map.of(), false).get("steps");

        long start = Instant.parse("2026-03-02T10:15:30Z").toEpochMilli();
        assertThat(steps)
                .extracting(step -> (step.get("start").longValue() - start)
                        + "–" + (step.get("stop").longValue() - start) + " "
                        + step.get("name").textValue() + " "
                        + step.get("status").textValue() + " "
                        + step.get("parameters").findValuesAsText("value"))
                .containsExactly(
                        "0–5390 warm-up passed [44, 0]",
                        "5390–68614 measurement passed [400, 3]",
                        "68614–72191 drain passed []",
                        "72191–72191 judging failed [SLA VIOLATED, ttft.p90 1,551 ms > 1,500 ms (n=400, 3 of them"
                                + " failed and count as ∞; 1,518 ms without failures)]");
        assertThat(steps.get(3).get("steps").findValuesAsText("status"))
                .containsExactly("failed", "passed", "passed", "passed");
    }

    @Test
    void givesAllure3TheNumbersUnderKeysThatLast() throws IOException {
        publish(Reports.regression(), Map.of(), false);

        JsonNode metrics = new ObjectMapper().readTree(Files.readString(named("-perf.json")));
        assertThat(metrics)
                .extracting(metric ->
                        metric.get("key").textValue() + " " + metric.get("unit").textValue() + " "
                                + metric.get("better").textValue())
                .startsWith(
                        "RagLatencyTest.staysResponsive[users=20] ttft.p50 ms lower",
                        "RagLatencyTest.staysResponsive[users=20] ttft.p90 ms lower",
                        "RagLatencyTest.staysResponsive[users=20] tpot.p50 ms lower",
                        "RagLatencyTest.staysResponsive[users=20] outputTokenRate tokens/s higher",
                        "RagLatencyTest.staysResponsive[users=20] tpot.mean ms lower",
                        "RagLatencyTest.staysResponsive[users=20] errorRate % lower")
                .doesNotHaveDuplicates();
        assertThat(metrics.get(5))
                .hasToString("{\"id\":\"01HZX4 errorRate\","
                        + "\"key\":\"RagLatencyTest.staysResponsive[users=20] errorRate\",\"title\":\"errorRate\","
                        + "\"group\":\"RagLatencyTest.staysResponsive[users=20]\","
                        + "\"groupTitle\":\"RagLatencyTest.staysResponsive[users=20]\",\"value\":0.75,\"unit\":\"%\","
                        + "\"better\":\"lower\",\"start\":1772446530000,\"stop\":1772446605661}");
    }

    @Test
    void leavesOutNumbersThatAreNotThere() throws IOException {
        publish(Reports.error(), Map.of(), false);

        JsonNode metrics = new ObjectMapper().readTree(Files.readString(named("-perf.json")));
        assertThat(metrics)
                .extracting(metric -> metric.get("title").textValue())
                .containsExactly("outputTokenRate", "errorRate");
    }

    private Path named(String ending) throws IOException {
        try (Stream<Path> files = Files.list(results)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void writesTheFilesOfTheRunOnce() throws IOException {
        Files.writeString(results.resolve("categories.json"), "the project's own");
        publish(Reports.regression(), Map.of(), false);

        assertThat(results.resolve("categories.json")).hasContent("the project's own");
        assertThat(results.resolve("executor.json")).doesNotExist();
    }

    @Test
    void namesTheBuildOnGitHub() throws IOException {
        publish(
                Reports.passed(),
                Map.of(
                        "GITHUB_ACTIONS", "true",
                        "GITHUB_SERVER_URL", "https://github.com",
                        "GITHUB_REPOSITORY", "acme/rag",
                        "GITHUB_RUN_ID", "77",
                        "GITHUB_RUN_NUMBER", "12",
                        "GITHUB_WORKFLOW", "load"),
                false);

        assertThat(new ObjectMapper().readTree(Files.readString(results.resolve("executor.json"))))
                .hasToString("{\"name\":\"GitHub Actions\",\"type\":\"github\",\"buildOrder\":12,"
                        + "\"buildName\":\"load #12\",\"buildUrl\":\"https://github.com/acme/rag/actions/runs/77\"}");
    }

    @Test
    void namesTheBuildOnGitLabAndJenkins() throws IOException {
        publish(
                Reports.passed(),
                Map.of("GITLAB_CI", "true", "CI_JOB_URL", "u", "CI_PIPELINE_IID", "5", "CI_JOB_NAME", "load"),
                false);
        assertThat(results.resolve("executor.json")).content().contains("GitLab CI", "load #5");
        Files.delete(results.resolve("executor.json"));

        publish(
                Reports.passed(),
                Map.of("JENKINS_URL", "j", "BUILD_URL", "u", "BUILD_NUMBER", "6", "JOB_NAME", "nightly"),
                false);
        assertThat(results.resolve("executor.json")).content().contains("Jenkins", "nightly #6");
    }

    @Test
    void sortsWholeMessagesIntoCategories() throws IOException {
        publish(Reports.passed(), Map.of(), false);
        JsonNode categories = new ObjectMapper().readTree(Files.readString(results.resolve("categories.json")));

        assertThat(category(categories, "SLA VIOLATED: A.b: x\n\n table")).isEqualTo("SLA violated");
        assertThat(category(categories, "org.x.E: REGRESSION: A.b: x\n\n table"))
                .isEqualTo("Regression");
        assertThat(category(categories, "INVALID: A.b: load generator saturated: y\nz"))
                .isEqualTo("Load generator saturated");
        assertThat(category(categories, "INVALID: A.b: not steady")).isEqualTo("Run not valid");
        assertThat(category(categories, "NO BASELINE: A.b: x")).isEqualTo("Inconclusive");
    }

    @Test
    void doesNothingOutsideATest() throws IOException {
        AllureLifecycle idle = new AllureLifecycle(new FileSystemResultsWriter(results));

        new AllureTest(idle, new AllureRunFiles(results, Map.of()), false, Clock.systemUTC())
                .publish(new JudgedRun(Reports.passed().build(), false));

        assertThat(results).isEmptyDirectory();
    }

    @Test
    void isThereWhenAllureIs() {
        assertThat(AllurePresence.isUsed()).isTrue();
    }

    @Test
    void isAbsentWithoutAllureAndLoadsNothingOfIt() throws ReflectiveOperationException {
        Class<?> publisher = new WithoutAllure().loadClass(AllurePublisher.class.getName());
        JudgedRun run = new JudgedRun(Reports.passed().build(), false);

        assertThat(publisher).isNotSameAs(AllurePublisher.class);
        publisher
                .getMethod("publish", JudgedRun.class)
                .invoke(publisher.getConstructor().newInstance(), run);
    }

    /** A message in two categories would be counted twice. */
    private static String category(JsonNode categories, String message) {
        List<String> matching = new ArrayList<>();
        for (JsonNode category : categories) {
            if (Pattern.compile(category.get("messageRegex").textValue(), Pattern.DOTALL)
                    .matcher(message)
                    .matches()) {
                matching.add(category.get("name").textValue());
            }
        }
        assertThat(matching).as(message).hasSize(1);
        return matching.get(0);
    }

    private JsonNode publish(ReportBuilder reports, Map<String, String> variables, boolean othersAttach)
            throws IOException {
        return publish(List.of(reports), variables, othersAttach);
    }

    private JsonNode publish(List<ReportBuilder> all, Map<String, String> variables, boolean othersAttach)
            throws IOException {
        AllureLifecycle lifecycle = new AllureLifecycle(new FileSystemResultsWriter(results));
        String id = java.util.UUID.randomUUID().toString();
        lifecycle.scheduleTestCase(new TestResult()
                .setUuid(id)
                .setLabels(new ArrayList<>(List.of(new Label().setName("epic").setValue("Search")))));
        lifecycle.startTestCase(id);
        Clock clock = Clock.fixed(Instant.parse("2026-03-02T10:16:41Z"), ZoneOffset.UTC);
        for (ReportBuilder reports : all) {
            Report report = reports.into(output).build();
            new FilesPublisher().write(report);
            new AllureTest(lifecycle, new AllureRunFiles(results, variables), othersAttach, clock)
                    .publish(new JudgedRun(report, false));
        }
        lifecycle.stopTestCase(id);
        lifecycle.writeTestCase(id);
        try (Stream<Path> files = Files.list(results)) {
            Path result = files.filter(file -> file.getFileName().toString().startsWith(id))
                    .findFirst()
                    .orElseThrow();
            return new ObjectMapper().readTree(Files.readString(result, UTF_8));
        }
    }

    /** Sees this library, but nothing of Allure. */
    private static final class WithoutAllure extends ClassLoader {

        WithoutAllure() {
            super(AllurePublisherTests.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("io.qameta.")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("io.github.llmperf.allure.")) {
                return super.loadClass(name, resolve);
            }
            try (InputStream bytes = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] code = bytes.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
