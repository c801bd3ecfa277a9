package io.github.llmperf.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.report.Reports;
import io.qameta.allure.AllureLifecycle;
import io.qameta.allure.FileSystemResultsWriter;
import io.qameta.allure.model.Label;
import io.qameta.allure.model.TestResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllurePublisherTests {

    @TempDir
    Path results;

    @Test
    void describesTheTestWithTableAndPicture() throws IOException {
        JsonNode test = publish(Reports.regression(), Map.of(), false);

        assertThat(test.get("descriptionHtml").textValue()).contains("✗ REGRESSION", "ttft.p50", "<svg ");
    }

    @Test
    void attachesWhatAReviewerOpensInThatOrder() throws IOException {
        JsonNode test = publish(Reports.regression(), Map.of(), false);

        assertThat(test.get("attachments").findValuesAsText("name"))
                .containsExactly("1 report.html", "2 result.json", "3 latency.svg");
        assertThat(test.get("attachments").findValuesAsText("type"))
                .containsExactly("text/html", "application/json", "image/svg+xml");
        assertThat(results.resolve(test.at("/attachments/0/source").textValue()))
                .content()
                .startsWith("<!DOCTYPE html>");
    }

    @Test
    void neverAttachesTwiceWhatJUnitPublished() throws IOException {
        JsonNode test = publish(Reports.regression(), Map.of(), true);

        assertThat(test.get("attachments").findValuesAsText("name")).containsExactly("3 latency.svg");
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
                        "story=RagLatencyTest.staysResponsive[users=20]");
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
                        "gpu=A100 false default",
                        "tp=2 false default",
                        "seed=42 true hidden",
                        "runId=01HZX4 true hidden");
    }

    @Test
    void tellsAllStagesOfATestWithoutOverwritingOrRepeating() throws IOException {
        JsonNode test = publish(List.of(stage(1, Reports.passed()), stage(2, Reports.violated())), Map.of(), false);

        assertThat(test.get("descriptionHtml").textValue())
                .containsSubsequence("stage 1: users=10", "PASS", "stage 2: users=20", "SLA VIOLATED")
                .containsOnlyOnce("id=\"llmperf-latency-1-title\"")
                .containsOnlyOnce("id=\"llmperf-latency-2-title\"");
        assertThat(test.get("attachments").findValuesAsText("name"))
                .containsExactly(
                        "stage 1 1 report.html",
                        "stage 1 2 result.json",
                        "stage 1 3 latency.svg",
                        "stage 2 1 report.html",
                        "stage 2 2 result.json",
                        "stage 2 3 latency.svg");
        assertThat(test.get("labels").findValuesAsText("value")).contains("RagLatencyTest.holds");
        assertThat(test.get("parameters"))
                .extracting(
                        p -> p.get("name").textValue() + "=" + p.get("value").textValue())
                .containsExactly(
                        "stage 1 users=10",
                        "prompt=rag",
                        "gpu=A100",
                        "tp=2",
                        "seed=42",
                        "runId=01HZX4",
                        "stage 2 users=20");
    }

    private static Reports stage(int number, Reports reports) {
        Map<String, Object> cell = new LinkedHashMap<>();
        cell.put("stage", number);
        cell.put("users", 10 * number);
        cell.put("prompt", "rag");
        return reports.of(new Scenario("com.acme.RagLatencyTest", "holds", cell, "stage=" + number));
    }

    @Test
    void writesTheFilesOfTheRunOnce() throws IOException {
        Files.writeString(results.resolve("categories.json"), "the project's own");
        publish(Reports.regression(), Map.of(), false);
        publish(Reports.regression(), Map.of(), false);

        Properties environment = new Properties();
        environment.load(new StringReader(Files.readString(results.resolve("environment.properties"))));
        assertThat(environment)
                .containsEntry("environment", "ci")
                .containsEntry("target", "http://localhost:8000")
                .containsEntry("model", "qwen2.5-7b")
                .containsEntry("label.gpu", "A100")
                .containsEntry("cpus", "8");
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

        new AllureTest(idle, new AllureRunFiles(results, Map.of()), false)
                .publish(Reports.passed().build());

        assertThat(results).isEmptyDirectory();
    }

    @Test
    void isThereWhenAllureIs() {
        assertThat(AllurePublisher.ifPresent()).isPresent();
    }

    @Test
    void isAbsentWithoutAllureAndLoadsNothingOfIt() throws ReflectiveOperationException {
        Class<?> publisher = new WithoutAllure().loadClass(AllurePublisher.class.getName());

        assertThat(publisher).isNotSameAs(AllurePublisher.class);
        assertThat(publisher.getMethod("ifPresent").invoke(null)).isEqualTo(Optional.empty());
    }

    private static String category(JsonNode categories, String message) {
        for (JsonNode category : categories) {
            if (Pattern.matches(category.get("messageRegex").textValue(), message)) {
                return category.get("name").textValue();
            }
        }
        return "none";
    }

    private JsonNode publish(Reports reports, Map<String, String> variables, boolean othersAttach) throws IOException {
        return publish(List.of(reports), variables, othersAttach);
    }

    private JsonNode publish(List<Reports> all, Map<String, String> variables, boolean othersAttach)
            throws IOException {
        AllureLifecycle lifecycle = new AllureLifecycle(new FileSystemResultsWriter(results));
        String id = java.util.UUID.randomUUID().toString();
        lifecycle.scheduleTestCase(new TestResult()
                .setUuid(id)
                .setLabels(new ArrayList<>(List.of(new Label().setName("epic").setValue("Search")))));
        lifecycle.startTestCase(id);
        for (Reports reports : all) {
            new AllureTest(lifecycle, new AllureRunFiles(results, variables), othersAttach).publish(reports.build());
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
            if (!name.startsWith("io.github.llmperf.publish.")) {
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
