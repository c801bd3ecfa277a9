package io.github.llmperf.build.page;

import io.github.llmperf.report.json.DecidingFinding;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.text.FindingCells;
import io.github.llmperf.report.text.VisibleText;
import io.github.llmperf.wording.Figures;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Writes all cells of a build as Markdown: one table, worst first, then what was found, folded. */
@API(status = Status.INTERNAL, since = "0.1")
public final class MarkdownSummary {

    private static final int LONGEST_REASON = 240;
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
        return render(rows, damaged, SummaryNotes.NONE);
    }

    /**
     * Returns the summary with details for a page elsewhere, which names the reports.
     *
     * @param rows one per cell, in any order
     * @param damaged sentences on results that could not be read
     * @param aside what was not run, and what is not this build's
     * @return Markdown, ending in a line break
     */
    public static String render(List<JsonSummary> rows, List<String> damaged, SummaryNotes aside) {
        return render(
                rows,
                damaged,
                aside,
                page -> "`" + VisibleText.text(page.toString()).replace('`', '\'') + "`");
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
        return render(rows, damaged, SummaryNotes.NONE, Map.of(), directory);
    }

    /**
     * Returns the summary with details for a file beside the results, which leads to the reports.
     *
     * @param rows one per cell, in any order
     * @param damaged sentences on results that could not be read
     * @param aside what was not run, and what is not this build's
     * @param matrices pages with all cells of a test, by its name
     * @param directory where the file will lie
     * @return Markdown, ending in a line break
     */
    public static String render(
            List<JsonSummary> rows,
            List<String> damaged,
            SummaryNotes aside,
            Map<String, Path> matrices,
            Path directory) {
        Path from = directory.toAbsolutePath().normalize();
        String cells = matrices.entrySet().stream()
                .map(page -> "- [" + escape(page.getKey()) + "]("
                        + address(
                                from.relativize(page.getValue().toAbsolutePath().normalize())) + ")\n")
                .collect(Collectors.joining());
        return render(
                        rows,
                        damaged,
                        aside,
                        page -> "[" + REPORT + "]("
                                + address(from.relativize(page.toAbsolutePath().normalize())) + ")")
                + (cells.isEmpty() ? "" : "\nCells side by side:\n\n" + cells);
    }

    private static String render(
            List<JsonSummary> rows, List<String> damaged, SummaryNotes aside, Function<Path, String> link) {
        StringBuilder text = new StringBuilder(table(rows, damaged, aside));
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
     * @param aside what was not run, and what is not this build's
     * @return Markdown, ending in a line break
     */
    public static String table(List<JsonSummary> rows, List<String> damaged, SummaryNotes aside) {
        StringBuilder text = new StringBuilder(
                "## Load tests: " + outline(rows, aside.skipped().size(), damaged.size()) + "\n\n");
        if (!rows.isEmpty()) {
            text.append(HEAD);
        }
        rows.stream().sorted(JsonSummary.WORST_FIRST).forEach(row -> text.append("| ")
                .append(String.join(" | ", cells(row)))
                .append(" |\n"));
        FalseAlarmsOfBuild.of(rows)
                .ifPresent(
                        sentence -> text.append('\n').append(escape(sentence)).append(".\n"));
        warnings(text, rows);
        list(text, "Not readable", damaged);
        list(text, "Skipped", aside.skippedSentences());
        earlier(text, aside.earlier());
        return text.toString();
    }

    private static void list(StringBuilder text, String heading, List<String> sentences) {
        if (!sentences.isEmpty()) {
            text.append('\n').append(heading).append(":\n\n");
            sentences.forEach(
                    sentence -> text.append("- ").append(escape(sentence)).append('\n'));
        }
    }

    /** Folded, since it may be many and counts for nothing. */
    private static void earlier(StringBuilder text, List<JsonSummary> rows) {
        if (!rows.isEmpty()) {
            text.append("\n<details><summary>Not run in this build: ")
                    .append(Figures.count(rows.size(), "result"))
                    .append(" of earlier builds</summary>\n\n");
            rows.forEach(row ->
                    text.append("- ").append(escape(SummaryNotes.sentence(row))).append('\n'));
            text.append("\n</details>\n");
        }
    }

    private static List<String> cells(JsonSummary row) {
        Optional<FindingCells> key = row.findings().key().map(DecidingFinding::cells);
        return List.of(
                row.standing().tone().sign() + " **" + row.words() + "**",
                escape(row.test()),
                cell(key.map(one -> one.measure() + (row.isAccepted() ? " (accepted)" : ""))
                        .or(() -> why(row))),
                cell(key.map(FindingCells::required)),
                cell(key.map(FindingCells::measuredInOne)),
                cell(key.map(FindingCells::baseline)),
                cell(key.map(FindingCells::changeWithInterval)),
                escape(row.figures().errors()));
    }

    /** What fails the build, or could not be judged, without a number that says why. */
    private static Optional<String> why(JsonSummary row) {
        boolean told =
                row.failing() || !row.verdict().isJudged() || !row.standing().isByVerdict();
        return told ? Optional.of(VisibleText.text(row.reason(), LONGEST_REASON)) : Optional.empty();
    }

    private static String cell(Optional<String> text) {
        return text.filter(said -> !said.isEmpty()).map(MarkdownSummary::escape).orElse("–");
    }

    private static void warnings(StringBuilder text, List<JsonSummary> rows) {
        List<JsonSummary> warned = rows.stream()
                .filter(row -> !row.findings().warning().isEmpty())
                .sorted(JsonSummary.WORST_FIRST)
                .toList();
        if (!warned.isEmpty()) {
            text.append("\nWarnings:\n\n");
            warned.forEach(row -> text.append("- ")
                    .append(escape(row.test() + ": " + row.findings().warning()))
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
        Map<String, Integer> counts = new LinkedHashMap<>();
        rows.stream()
                .sorted(JsonSummary.BY_WORDS.reversed())
                .forEach(row -> counts.merge(row.words(), 1, Integer::sum));
        String outline = counts.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
        return outline.isEmpty() ? "none" : outline;
    }

    /**
     * Returns how many cells came to which verdict, and what else there is.
     *
     * @param rows one per cell
     * @param skipped tests that were skipped before their load
     * @param damaged results that could not be read
     * @return such as {@code 1 REGRESSION, 3 PASS, 1 skipped, 1 not readable}
     */
    public static String outline(List<JsonSummary> rows, int skipped, int damaged) {
        List<String> parts = new ArrayList<>();
        if (!rows.isEmpty()) {
            parts.add(outline(rows));
        }
        if (skipped > 0) {
            parts.add(skipped + " skipped");
        }
        if (damaged > 0) {
            parts.add(damaged + " not readable");
        }
        return parts.isEmpty() ? outline(rows) : String.join(", ", parts);
    }

    private static void details(StringBuilder text, JsonSummary row, Function<Path, String> link) {
        text.append("\n<details><summary>")
                .append(row.standing().tone().sign())
                .append(' ')
                .append(escape(row.test()))
                .append("</summary>\n\n")
                .append(escape(row.reason()))
                .append("\n\n");
        if (!row.hasReport()) {
            text.append("</details>\n");
            return;
        }
        text.append(escape("of successful requests ttft p90 " + row.figures().ttft() + ", tpot p50 "
                        + row.figures().tpot()
                        + "; output " + row.figures().output()
                        + ", errors " + row.figures().errors() + " of "
                        + Figures.count(row.figures().requests(), "request")))
                .append("\n\n");
        row.findings()
                .texts()
                .forEach(finding -> text.append("- ").append(escape(finding)).append('\n'));
        text.append("\nReport: ")
                .append(link.apply(row.file().resolveSibling(REPORT)))
                .append("\n\n</details>\n");
    }

    /** Backslashes before everything that means something to Markdown; entities for what means something to HTML. */
    static String escape(String text) {
        return VisibleText.text(text)
                .replaceAll("([\\\\`*_{}\\[\\]()#+!|~$])", "\\\\$1")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("@", "&#64;")
                .replace("://", "&#58;//");
    }
}
