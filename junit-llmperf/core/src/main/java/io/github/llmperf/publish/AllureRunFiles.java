package io.github.llmperf.publish;

import io.github.llmperf.baseline.Environment;
import io.github.llmperf.report.FlatJson;
import io.github.llmperf.report.Report;
import io.github.llmperf.report.Visible;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The files that tell Allure about the whole run: where it took place, which build it was, and how failures are sorted.
 * Each is written once; one that is already there, such as the project's own, is left alone.
 */
final class AllureRunFiles {

    /** Patterns must match a whole message, which has several lines. */
    private static final String CATEGORIES =
            """
            [
              {"name": "SLA violated", "matchedStatuses": ["failed"], "messageRegex": "(?s).*SLA VIOLATED: .*"},
              {"name": "Regression", "matchedStatuses": ["failed"], "messageRegex": "(?s).*REGRESSION: .*"},
              {"name": "Inconclusive", "matchedStatuses": ["failed", "skipped"],
               "messageRegex": "(?s).*(UNDECIDED|NO BASELINE): .*"},
              {"name": "Load generator saturated", "matchedStatuses": ["failed", "skipped"],
               "messageRegex": "(?s).*INVALID: .*saturated.*"},
              {"name": "Run not valid", "matchedStatuses": ["failed", "skipped"], "messageRegex": "(?s).*INVALID: .*"},
              {"name": "Target not measurable", "matchedStatuses": ["failed", "broken"], "messageRegex": "(?s).*ERROR: .*"}
            ]
            """;

    private final Path directory;
    private final Map<String, String> variables;

    AllureRunFiles(Path directory, Map<String, String> variables) {
        this.directory = directory;
        this.variables = Map.copyOf(variables);
    }

    void write(Report report) throws IOException {
        writeOnce("environment.properties", environment(report));
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

    private static String environment(Report report) {
        Environment environment = report.environment();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("environment", environment.name());
        facts.put("target", environment.target());
        facts.put("model", environment.model());
        environment.labels().forEach((name, value) -> facts.put("label." + name, value));
        facts.put("server", environment.server());
        facts.put("commit", report.commit() == null ? "" : report.commit());
        facts.put("java", environment.java());
        facts.put("os", environment.os());
        facts.put("cpus", Integer.toString(environment.cpus()));
        StringBuilder text = new StringBuilder();
        facts.forEach((name, value) -> {
            if (!value.isEmpty()) {
                String masked = report.plan().target().maskSecrets(value);
                text.append(escape(name).replace(" ", "\\ ").replace("=", "\\=").replace(":", "\\:"))
                        .append('=')
                        .append(escape(masked))
                        .append('\n');
            }
        });
        return text.toString();
    }

    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        Visible.text(text).replace("\\", "\\\\").chars().forEach(c -> {
            if (c < 0x7F) {
                escaped.append((char) c);
            } else {
                escaped.append("\\u%04x".formatted(c));
            }
        });
        return escaped.toString();
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
