package io.github.llmperf.allure;

import io.github.llmperf.file.WholeFile;
import io.github.llmperf.report.json.FlatJson;
import io.github.llmperf.report.model.Report;
import io.qameta.allure.util.PropertiesUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The files beside a test's result: its numbers for Allure 3, and once for all, which build it was and how failures are
 * sorted. One of the latter that is already there, such as the project's own, is left alone.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class AllureRunFiles {

    /** Patterns must match a whole message, which has several lines, in Java and in JavaScript. */
    private static final String CATEGORIES =
            """
            [
              {"name": "SLA violated", "matchedStatuses": ["failed"], "messageRegex": "*SLA VIOLATED: *"},
              {"name": "Regression", "matchedStatuses": ["failed"], "messageRegex": "*REGRESSION: *"},
              {"name": "Inconclusive", "matchedStatuses": ["failed", "skipped"],
               "messageRegex": "*(UNDECIDED|NO BASELINE): *"},
              {"name": "Load generator saturated", "matchedStatuses": ["failed", "skipped"],
               "messageRegex": "*INVALID: .*saturated*"},
              {"name": "Run not valid", "matchedStatuses": ["failed", "skipped"],
               "messageRegex": "*INVALID: (?!.*saturated)*"},
              {"name": "Target not measurable", "matchedStatuses": ["failed", "broken"], "messageRegex": "*ERROR: *"}
            ]
            """
                    .replace("\"*", "\"[\\\\s\\\\S]*")
                    .replace("*\"", "[\\\\s\\\\S]*\"");

    private final Path directory;
    private final Map<String, String> variables;

    public AllureRunFiles(Path directory, Map<String, String> variables) {
        this.directory = directory;
        this.variables = Map.copyOf(variables);
    }

    /** Reads where Allure writes its results, and which build this is. */
    static AllureRunFiles ofEnvironment() {
        return new AllureRunFiles(directory(), System.getenv());
    }

    /** Returns where Allure writes its results. */
    static Path directory() {
        return Path.of(
                PropertiesUtils.loadAllureProperties().getProperty("allure.results.directory", "allure-results"));
    }

    void write(Report report) throws IOException {
        WholeFile.write(directory.resolve(UUID.randomUUID() + "-llmperf-perf.json"), AllureMetrics.json(report));
        writeOnce("categories.json", CATEGORIES);
        Optional<Map<String, String>> executor = executor();
        if (executor.isPresent()) {
            writeOnce("executor.json", FlatJson.of(executor.get()));
        }
    }

    private void writeOnce(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        if (!Files.exists(file)) {
            WholeFile.write(file, text);
        }
    }

    private Optional<Map<String, String>> executor() {
        if (variables.containsKey("GITHUB_ACTIONS")) {
            String url = "%s/%s/actions/runs/%s"
                    .formatted(variable("GITHUB_SERVER_URL"), variable("GITHUB_REPOSITORY"), variable("GITHUB_RUN_ID"));
            return Optional.of(executor(
                    "GitHub Actions",
                    "github",
                    url,
                    variable("GITHUB_RUN_NUMBER"),
                    variable("GITHUB_WORKFLOW") + " #" + variable("GITHUB_RUN_NUMBER")));
        }
        if (variables.containsKey("GITLAB_CI")) {
            return Optional.of(executor(
                    "GitLab CI",
                    "gitlab",
                    variable("CI_JOB_URL"),
                    variable("CI_PIPELINE_IID"),
                    variable("CI_JOB_NAME") + " #" + variable("CI_PIPELINE_IID")));
        }
        if (variables.containsKey("JENKINS_URL")) {
            return Optional.of(executor(
                    "Jenkins",
                    "jenkins",
                    variable("BUILD_URL"),
                    variable("BUILD_NUMBER"),
                    variable("JOB_NAME") + " #" + variable("BUILD_NUMBER")));
        }
        return Optional.empty();
    }

    private static Map<String, String> executor(String name, String type, String url, String order, String build) {
        Map<String, String> executor = new LinkedHashMap<>();
        executor.put("name", name);
        executor.put("type", type);
        executor.put("buildOrder", order);
        executor.put("buildName", build);
        executor.put("buildUrl", url);
        return executor;
    }

    private String variable(String name) {
        return variables.getOrDefault(name, "");
    }
}
