package io.github.llmperf.report.html;

import io.github.llmperf.report.json.TestOutcome;
import io.github.llmperf.report.model.Renderer;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.text.Caveats;
import io.github.llmperf.report.text.Facts;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Writes a report as one static page without script: the verdict first, then what it rests on, the pictures, the
 * numbers, and what they do not say.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class HtmlRenderer implements Renderer {

    /** Nothing is loaded from anywhere, and nothing runs, whatever a server's message contains. */
    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";

    private final TestOutcome outcome;

    /** Makes a renderer for a test that has not ended. */
    public HtmlRenderer() {
        this(TestOutcome.UNKNOWN);
    }

    /** Makes a renderer for a test that has ended. */
    public HtmlRenderer(TestOutcome outcome) {
        this.outcome = outcome;
    }

    @Override
    public String render(Report report) {
        SafeText safe = new SafeText(report);
        String name = report.plan().scenario().displayName();
        Markup page = new Markup();
        page.open("html", "lang", "en").line().open("head");
        page.empty("meta", "charset", "utf-8");
        page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        page.empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY);
        String words = outcome.failedItself()
                ? "TEST FAILED"
                : report.judgement().verdict().words();
        page.element("title", words + ": " + name);
        page.style(Stylesheet.text()).close().line();
        page.open("body").open("main").line();
        verdict(page, report, safe, name);
        pictures(page, report, safe);
        background(page, report, safe);
        page.element(
                "footer",
                "Written by junit-llmperf. Definitions: latencies in ms, start to event; Δ is this run over "
                        + (report.plan().load().pairing() == null
                                ? "the mean of the stored runs."
                                : "the second target's loads, pair by pair."));
        return "<!DOCTYPE html>\n" + page.close().close().close() + "\n";
    }

    /** In the order of a reader's questions: whether and why it failed, what it looks like, what was run. */
    private void verdict(Markup page, Report report, SafeText safe, String name) {
        page.add(VerdictHtml.header(report, outcome, safe, name)).line();
        page.add(CapacityHtml.section(report, safe)).line();
        page.add(new FindingsHtml(report, safe).section()).line();
        report.paired().ifPresent(paired -> page.add(new PairedHtml(report, paired, safe).section())
                .line());
    }

    private static void pictures(Markup page, Report report, SafeText safe) {
        page.add(LatencyHtml.section(report, safe)).line();
        page.add(new StripHtml(report).section()).line();
        page.add(TimelineHtml.section(report)).line();
        page.add(ComparisonsHtml.section(report)).line();
        page.add(TrialsHtml.section(report)).line();
        page.add(new NumbersHtml(report, safe).metrics()).line();
        page.add(new NumbersHtml(report, safe).server()).line();
    }

    private static void background(Markup page, Report report, SafeText safe) {
        page.add(new NumbersHtml(report, safe).failures()).line();
        page.add(LengthsHtml.section(report)).line();
        page.open("div", "class", "two");
        page.add(facts("Plan", Facts.plan(report), safe)).line();
        page.add(new EnvironmentHtml(report, safe).section()).line();
        page.close();
        page.add(facts("Load generator", Facts.health(report), safe)).line();
        page.add(caveats(report, safe)).line();
    }

    private static Markup facts(String heading, Map<String, String> facts, SafeText safe) {
        return new Markup()
                .open("section")
                .element("h2", heading)
                .add(FactList.of(facts, "facts", safe))
                .close();
    }

    private static Markup caveats(Report report, SafeText safe) {
        List<String> sentences = Caveats.of(report);
        Markup section = new Markup().open("section").element("h2", "What these numbers do not say");
        section.open("ul");
        sentences.forEach(
                sentence -> section.open("li").prose(safe.of(sentence)).close());
        return section.close().close();
    }
}
