package io.github.llmperf.build.page;

import io.github.llmperf.report.html.Stylesheet;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.text.Tone;
import io.github.llmperf.wording.Figures;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Reports all load tests of a build as one static page without script: what they come to together, a table with the
 * worst first, and the way to each report.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class IndexHtml {

    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";

    /** What only this page has. */
    private static final String RULES =
            """
            .index td{vertical-align:top}.index .name{white-space:normal;overflow-wrap:anywhere;min-width:215px;font-weight:600}
            .index .why{white-space:normal;overflow-wrap:anywhere;min-width:290px;text-align:left;padding-left:12px}
            .index .group th{text-align:left;white-space:normal;overflow-wrap:anywhere;padding-top:14px}
            .index .cell{padding-left:14px;font-weight:400}
            .index tbody+tbody tr:first-child>*{border-top:1px solid var(--grid)}
            .links{display:flex;flex-wrap:wrap;gap:4px 18px;font-size:13.5px;margin:10px 0 0}
            a{color:inherit;text-underline-offset:2px}
            summary{cursor:pointer;font-weight:600;font-size:14px}details>.facts{margin-top:12px;grid-template-columns:1fr}
            details>.facts div{grid-template-columns:140px minmax(0,1fr)}
            @media (max-width:720px){.index tbody tr{display:grid;grid-template-columns:1fr 1fr;gap:2px 20px;padding:9px 0}
            .index tbody tr>:nth-child(-n+3){grid-column:1/-1;display:block;text-align:left;padding-left:0;min-width:0}
            .index tbody td{border:0;padding:1px 0}.index tbody+tbody tr:first-child>*{border:0}
            .index tbody+tbody tr:first-child{border-top:1px solid var(--grid)}
            .index .group{padding-bottom:0}.index .group th{border:0;padding:6px 0 0}}
            """;

    private final List<JsonSummary> rows;
    private final List<String> damaged;
    private final SummaryNotes aside;
    private final Pages pages;
    private final IndexLinks links;

    /**
     * Other pages that the index leads to.
     *
     * @param matrices all cells of a test side by side, each beside its cells
     * @param studies studies, each beside the tests of its class
     * @param history the history of stored runs; empty where there is none
     */
    public record Pages(List<Path> matrices, List<Path> studies, Optional<Path> history) {

        /** No other page. */
        public static final Pages NONE = new Pages(List.of(), List.of(), Optional.empty());

        /** Copies the lists. */
        public Pages {
            matrices = List.copyOf(matrices);
            studies = List.copyOf(studies);
        }
    }

    private IndexHtml(List<JsonSummary> rows, List<String> damaged, SummaryNotes aside, Pages pages, Path directory) {
        this.rows = rows.stream().sorted(JsonSummary.WORST_FIRST).toList();
        this.damaged = damaged;
        this.aside = aside;
        this.pages = pages;
        links = IndexLinks.from(directory);
    }

    /**
     * Tells a build.
     *
     * @param rows one per cell, in any order
     * @param damaged sentences on results that could not be read
     * @param pages what else there is to look at
     * @param directory where the page will lie
     */
    public static String render(List<JsonSummary> rows, List<String> damaged, Pages pages, Path directory) {
        return render(rows, damaged, SummaryNotes.NONE, pages, directory);
    }

    /**
     * Writes a build with what it did not run.
     *
     * @param rows one per cell, in any order
     * @param damaged sentences on results that could not be read
     * @param aside what was not run, and what is not this build's
     * @param pages what else there is to look at
     * @param directory where the page will lie
     */
    public static String render(
            List<JsonSummary> rows, List<String> damaged, SummaryNotes aside, Pages pages, Path directory) {
        return new IndexHtml(rows, damaged, aside, pages, directory).page();
    }

    private String page() {
        BuildVerdict verdict =
                BuildVerdict.of(rows, damaged.size(), aside.skipped().size());
        Markup page = new Markup();
        page.open("html", "lang", "en").line().open("head");
        page.empty("meta", "charset", "utf-8");
        page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        page.empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY);
        page.element("title", verdict.words() + ": load tests");
        page.style(Stylesheet.text() + RULES).close().line();
        page.open("body").open("main").line();
        page.add(header(verdict)).line();
        if (!damaged.isEmpty()) {
            page.add(list("Not readable", damaged)).line();
        }
        if (!rows.isEmpty()) {
            page.add(new IndexTable(rows, pages.matrices(), links).section()).line();
        }
        if (!aside.skipped().isEmpty()) {
            page.add(list("Skipped", aside.skippedSentences())).line();
        }
        List<String> warnings = rows.stream()
                .filter(row -> !row.findings().warning().isEmpty())
                .map(row -> row.test() + ": " + row.findings().warning())
                .toList();
        if (!warnings.isEmpty()) {
            page.add(list("Warnings", warnings)).line();
        }
        if (!aside.earlier().isEmpty()) {
            page.add(earlier()).line();
        }
        page.add(VerdictLegend.folded()).line();
        page.element(
                "footer",
                "Written by junit-llmperf from the results of this build in this directory. Δ is the run over what it"
                        + " was compared with, with its 90 % interval. ttft and tpot are those of successful requests.");
        return "<!DOCTYPE html>\n" + page.close().close().close() + "\n";
    }

    private Markup header(BuildVerdict verdict) {
        Markup header = new Markup().open("header").element("h1", "Load tests");
        String last = rows.stream()
                .filter(JsonSummary::hasReport)
                .map(JsonSummary::startedAt)
                .max(String::compareTo)
                .map(moment -> "last run started " + moment.replaceFirst("\\.\\d+Z$", "Z"))
                .orElse("");
        header.element("p", last, "class", "sub");
        header.open("div", "class", "verdict " + verdict.tone().cssClass());
        header.element("b", verdict.tone().sign() + " " + verdict.words());
        header.element("p", verdict.sentence()).close();
        // What failed the build comes before what could not be judged.
        rows.stream()
                .filter(JsonSummary::failing)
                .findFirst()
                .or(() -> rows.stream().findFirst())
                .filter(worst -> worst.standing().tone() != Tone.GOOD)
                .ifPresent(worst -> header.open("p", "class", "next")
                        .text("Worst: ")
                        .add(links.report(worst, new Markup().text(worst.test())))
                        .prose(": " + worst.reason())
                        .close());
        FalseAlarmsOfBuild.of(rows).ifPresent(sentence -> header.element("p", sentence + ".", "class", "next"));
        return pages(header).close();
    }

    private Markup pages(Markup header) {
        if (pages.studies().isEmpty() && pages.history().isEmpty()) {
            return header;
        }
        header.open("div", "class", "links");
        pages.history().ifPresent(page -> header.element("a", "History of the stored runs", "href", links.to(page)));
        Map<String, String> packages = ClassNames.packages(
                pages.studies().stream().map(IndexHtml::className).toList());
        for (Path study : pages.studies()) {
            String name = className(study);
            String shortName = name.substring(name.lastIndexOf('.') + 1);
            header.element("a", "Study of " + packages.get(name) + shortName, "href", links.to(study));
        }
        return header.close();
    }

    /** A study lies in the directory of its class. */
    private static String className(Path study) {
        Path directory = study.toAbsolutePath().normalize().getParent();
        return directory == null ? "" : String.valueOf(directory.getFileName());
    }

    /** What is no part of this build is folded, and says so itself. */
    private Markup earlier() {
        Markup section = new Markup().open("section").open("details");
        section.element(
                "summary",
                "Not run in this build: " + Figures.count(aside.earlier().size(), "result") + " of earlier builds");
        section.open("ul");
        aside.earlier().forEach(row -> section.open("li")
                .add(links.report(row, new Markup().text(row.test())))
                .prose(SummaryNotes.sentence(row).substring(row.test().length()))
                .close());
        return section.close().close().close();
    }

    private static Markup list(String heading, List<String> sentences) {
        Markup section = new Markup().open("section").element("h2", heading).open("ul");
        sentences.forEach(sentence -> section.open("li").prose(sentence).close());
        return section.close().close();
    }
}
