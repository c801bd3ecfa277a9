package io.github.llmperf.report;

import io.github.llmperf.verdict.Verdict;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Tells all cells of a build as Markdown: one table, worst first, then what was found, folded. */
@API(status = Status.INTERNAL, since = "0.1")
public final class MarkdownSummary {

    private static final String HEAD =
            """
            | | verdict | test | ttft p90 | tpot p50 | output | errors | requests |
            |---|---|---|--:|--:|--:|--:|--:|
            """;

    private MarkdownSummary() {}

    /**
     * Returns the summary with details.
     *
     * @param rows one per cell, in any order
     * @param damaged sentences on results that could not be read
     * @return Markdown, ending in a line break
     */
    public static String render(List<JsonSummary> rows, List<String> damaged) {
        StringBuilder text = new StringBuilder(table(rows, damaged));
        rows.stream().sorted(JsonSummary.WORST_FIRST).forEach(row -> details(text, row));
        return text.toString();
    }

    /**
     * Returns the summary without details, for places that take only so much.
     *
     * @param rows one per cell, in any order
     * @param damaged sentences on results that could not be read
     * @return Markdown, ending in a line break
     */
    public static String table(List<JsonSummary> rows, List<String> damaged) {
        StringBuilder text = new StringBuilder("## Load tests: " + outline(rows) + "\n\n");
        if (!rows.isEmpty()) {
            text.append(HEAD);
        }
        rows.stream().sorted(JsonSummary.WORST_FIRST).forEach(row -> text.append("| ")
                .append(String.join(
                        " | ",
                        Tone.of(row.verdict()).sign(),
                        "**" + row.verdict().words() + "**",
                        escape(row.test()),
                        escape(row.ttftP90()),
                        escape(row.tpotP50()),
                        escape(row.tokenRate()),
                        escape(row.errorRate()),
                        Long.toString(row.requests())))
                .append(" |\n"));
        if (!damaged.isEmpty()) {
            text.append("\nNot readable:\n\n");
            damaged.forEach(
                    sentence -> text.append("- ").append(escape(sentence)).append('\n'));
        }
        return text.toString();
    }

    /**
     * Returns how many cells came to which verdict.
     *
     * @param rows one per cell
     * @return such as {@code 1 REGRESSION, 3 PASS}
     */
    public static String outline(List<JsonSummary> rows) {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        rows.forEach(row -> counts.merge(row.verdict(), 1, Integer::sum));
        String outline = counts.entrySet().stream()
                .sorted(Map.Entry.<Verdict, Integer>comparingByKey().reversed())
                .map(entry -> entry.getValue() + " " + entry.getKey().words())
                .collect(Collectors.joining(", "));
        return outline.isEmpty() ? "none" : outline;
    }

    private static void details(StringBuilder text, JsonSummary row) {
        text.append("\n<details><summary>")
                .append(Tone.of(row.verdict()).sign())
                .append(' ')
                .append(escape(row.test()))
                .append("</summary>\n\n")
                .append(escape(row.reason()))
                .append("\n\n");
        row.findings()
                .forEach(finding -> text.append("- ").append(escape(finding)).append('\n'));
        Path directory = row.file().getParent();
        text.append("\nReport: `")
                .append(Visible.text(String.valueOf(directory)).replace('`', '\''))
                .append("`\n\n</details>\n");
    }

    /** Backslashes before everything that means something to Markdown; entities for what means something to HTML. */
    static String escape(String text) {
        return Visible.text(text)
                .replaceAll("([\\\\`*_{}\\[\\]()#+!|~$])", "\\\\$1")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("@", "&#64;")
                .replace("://", "&#58;//");
    }
}
