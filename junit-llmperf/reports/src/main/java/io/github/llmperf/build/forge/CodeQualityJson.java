package io.github.llmperf.build.forge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.text.VisibleText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Writes load tests as findings on code quality, in the format that GitLab reads. */
@API(status = Status.INTERNAL, since = "0.1")
public final class CodeQualityJson {

    private CodeQualityJson() {}

    /**
     * A test that failed, or could not be judged.
     *
     * @param path of its source, from the root of the checkout
     * @param line of the method, from 1
     */
    public record Issue(JsonSummary row, String path, int line) {}

    /**
     * Returns the file.
     *
     * @param issues the worst first
     * @return a JSON array, ending in a line break
     */
    public static String render(List<Issue> issues) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (Issue issue : issues) {
            JsonSummary row = issue.row();
            ObjectNode node = array.addObject();
            node.put(
                    "description",
                    row.words() + ": " + VisibleText.text(row.test()) + ": " + VisibleText.text(row.reason()));
            node.put("check_name", checkName(row));
            node.put("fingerprint", fingerprint(row));
            node.put("severity", severity(row));
            ObjectNode location = node.putObject("location");
            location.put("path", issue.path());
            location.putObject("lines").put("begin", issue.line());
        }
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(array) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain nodes can always be written", e);
        }
    }

    private static String checkName(JsonSummary row) {
        return "llmperf-" + row.words().toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    /** The same in every run, whatever the numbers: else each run would seem to mend one finding and bring another. */
    private static String fingerprint(JsonSummary row) {
        String identity = row.scenario()
                .map(test -> test.className() + "\n" + test.methodName() + "\n" + test.cellName())
                .orElse(row.test());
        return UUID.nameUUIDFromBytes((checkName(row) + "\n" + identity).getBytes(StandardCharsets.UTF_8))
                .toString()
                .replace("-", "");
    }

    private static String severity(JsonSummary row) {
        Verdict verdict = row.verdict();
        return switch (verdict) {
            case ERROR -> "blocker";
            case SLA_VIOLATED -> "critical";
            case REGRESSION -> "major";
            default -> row.failing() ? "major" : verdict == Verdict.INVALID ? "minor" : "info";
        };
    }
}
