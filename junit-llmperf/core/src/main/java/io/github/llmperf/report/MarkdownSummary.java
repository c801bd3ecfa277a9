package io.github.llmperf.report;

import io.github.llmperf.verdict.Verdict;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Tells all cells of a build as Markdown: one table, worst first, then what was found, folded. */
@API(status = Status.INTERNAL, since = "0.1")
public final class MarkdownSummary {

    private static final String REPORT = "report.html";
    private static final String HEAD =
            """
            | verdict | test | worst measure | required | measured | baseline | Δ (90 % interval) | errors |
            |---|---|---|--:|--:|--:|--:|--:|
            """;

    private MarkdownSummary() {}

    /**
     * Returns the summary with details for a page elsewhere, which names the reports.
     *
     * @param rows one per cell, in any order
     * @param damaged sentences on results that could not be read
     * @return Markdown, ending in a line break
     */
    public static String render(List<JsonSummary> rows, List<String> damaged) {
        return render(rows, damaged, page -> "`" + Visible.text(page.toString()).replace('`', '\'') + "`");
    }

    /**
     * Returns the summary with details for a file beside the results, which leads to the reports.
     *
     * @param rows one per cell, in any order
     * @param damaged sentences on results that could not be read
     * @param directory where the file will lie
     * @return Markdown, ending in a line break
     */
    public static String render(List<JsonSummary> rows, List<String> damaged, Path directory) {
        return render(rows, damaged, Map.of(), directory);
    }

    /**
     * Returns the summary with details for a file beside the results, which leads to the reports.
     *
     * @param rows one per cell, in any order
     * @param damaged sentences on results that could not be read
     * @param matrices pages with all cells of a test, by its name
     * @param directory where the file will lie
     * @return Markdown, ending in a line break
     */
    public static String render(
            List<JsonSummary> rows, List<String> damaged, Map<String, Path> matrices, Path directory) {
        Path from = directory.toAbsolutePath().normalize();
        String cells = matrices.entrySet().stream()
                .map(page -> "- [" + escape(page.getKey()) + "]("
                        + address(
                                from.relativize(page.getValue().toAbsolutePath().normalize())) + ")\n")
                .collect(Collectors.joining());
        return render(
                        rows,
                        damaged,
                        page -> "[" + REPORT + "]("
                                + address(from.relativize(page.toAbsolutePath().normalize())) + ")")
                + (cells.isEmpty() ? "" : "\nCells side by side:\n\n" + cells);
    }

    private static String render(List<JsonSummary> rows, List<String> damaged, Function<Path, String> link) {
        StringBuilder text = new StringBuilder(table(rows, damaged));
        rows.stream().sorted(JsonSummary.WORST_FIRST).forEach(row -> details(text, row, link));
        return text.toString();
    }

    /** A relative address: blanks, brackets and all else that ends a link in Markdown as escapes of URLs. */
    static String address(Path path) {
        StringJoiner address = new StringJoiner("/");
        path.forEach(name -> address.add(URLEncoder.encode(name.toString(), StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")));
        return address.toString();
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
                .append(String.join(" | ", cells(row)))
                .append(" |\n"));
        FalseAlarms.ofBuild(rows)
                .ifPresent(
                        sentence -> text.append('\n').append(escape(sentence)).append(".\n"));
        warnings(text, rows);
        if (!damaged.isEmpty()) {
            text.append("\nNot readable:\n\n");
            damaged.forEach(
                    sentence -> text.append("- ").append(escape(sentence)).append('\n'));
        }
        return text.toString();
    }

    private static List<String> cells(JsonSummary row) {
        Optional<KeyFinding> key = row.key();
        return List.of(
                Tone.of(row.verdict()).sign() + " **" + row.verdict().words() + "**",
                escape(row.test()),
                cell(key.map(KeyFinding::measure)),
                cell(key.map(KeyFinding::required)),
                cell(key.map(KeyFinding::measured)),
                cell(key.map(KeyFinding::baseline)),
                cell(key.map(KeyFinding::changeWithInterval)),
                escape(row.errorRate()));
    }

    private static String cell(Optional<String> text) {
        return text.filter(said -> !said.isEmpty()).map(MarkdownSummary::escape).orElse("–");
    }

    private static void warnings(StringBuilder text, List<JsonSummary> rows) {
        List<JsonSummary> warned = rows.stream()
                .filter(row -> !row.warning().isEmpty())
                .sorted(JsonSummary.WORST_FIRST)
                .toList();
        if (!warned.isEmpty()) {
            text.append("\nWarnings:\n\n");
            warned.forEach(row -> text.append("- ")
                    .append(escape(row.test() + ": " + row.warning()))
                    .append('\n'));
        }
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

    private static void details(StringBuilder text, JsonSummary row, Function<Path, String> link) {
        text.append("\n<details><summary>")
                .append(Tone.of(row.verdict()).sign())
                .append(' ')
                .append(escape(row.test()))
                .append("</summary>\n\n")
                .append(escape(row.reason()))
                .append("\n\n")
                .append(escape("of successful requests ttft p90 " + row.ttftP90() + ", tpot p50 " + row.tpotP50()
                        + "; output " + row.tokenRate()
                        + ", errors " + row.errorRate() + " of " + Figures.count(row.requests(), "request")))
                .append("\n\n");
        row.findings()
                .forEach(finding -> text.append("- ").append(escape(finding)).append('\n'));
        text.append("\nReport: ")
                .append(link.apply(row.file().resolveSibling(REPORT)))
                .append("\n\n</details>\n");
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
