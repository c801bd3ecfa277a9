package io.github.llmperf.build.forge;

import io.github.llmperf.file.WholeFile;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.report.json.JsonSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * {@code gl-code-quality-report.json}: what GitLab shows in the widget of a merge request. Written on GitLab only, empty where
 * there is nothing to show, since GitLab tells what is new by what was there before.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class GitLabCodeQuality {

    static final String FILE = "gl-code-quality-report.json";

    private final Map<String, String> variables;
    private final Path workingDirectory;

    public GitLabCodeQuality(Map<String, String> variables, Path workingDirectory) {
        this.variables = Map.copyOf(variables);
        this.workingDirectory = workingDirectory;
    }

    public static GitLabCodeQuality ofEnvironment() {
        return new GitLabCodeQuality(System.getenv(), Path.of("").toAbsolutePath());
    }

    public void write(Path output, List<JsonSummary> rows) throws IOException {
        if (!variables.containsKey("GITLAB_CI")) {
            return;
        }
        List<CodeQualityJson.Issue> issues = rows.stream()
                .filter(row -> row.failing() || row.verdict() == Verdict.INVALID || row.verdict() == Verdict.UNDECIDED)
                .sorted(JsonSummary.WORST_FIRST)
                .flatMap(row -> row.scenario().stream().map(test -> issue(row, test)))
                .toList();
        WholeFile.write(output.resolve(FILE), CodeQualityJson.render(issues));
    }

    private CodeQualityJson.Issue issue(JsonSummary row, Scenario test) {
        Path checkout = Path.of(variables.getOrDefault("CI_PROJECT_DIR", workingDirectory.toString()));
        Optional<SourceFinder.Place> place = new SourceFinder(checkout, workingDirectory).find(test);
        return new CodeQualityJson.Issue(
                row,
                place.map(SourceFinder.Place::path).orElseGet(() -> expected(test)),
                place.map(SourceFinder.Place::line).orElse(1));
    }

    /** GitLab wants a path: where the class would be. */
    private static String expected(Scenario test) {
        return "src/test/java/" + test.className().replaceFirst("\\$.*", "").replace('.', '/') + ".java";
    }
}
