package io.github.llmperf.report;

import io.github.llmperf.measure.Timeline;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Tells a report as one static page without script: the verdict first, then what it rests on, the pictures, the
 * numbers, and what they do not say.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class HtmlRenderer implements Renderer {

    /** Nothing is loaded from anywhere, and nothing runs, whatever a server's message contains. */
    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";

    private static final double NARROW = 344;

    /** Makes the renderer. */
    public HtmlRenderer() {}

    @Override
    public String render(Report report) {
        SafeText safe = new SafeText(report);
        String name = report.plan().scenario().displayName();
        Markup page = new Markup();
        page.open("html", "lang", "en").line().open("head");
        page.empty("meta", "charset", "utf-8");
        page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        page.empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY);
        page.element("title", report.judgement().verdict().words() + ": " + name);
        page.style(Stylesheet.text()).close().line();
        page.open("body").open("main").line();
        page.add(verdict(report, safe, name)).line();
        page.add(CapacityHtml.section(report, safe)).line();
        page.add(new FindingsHtml(report, safe).section()).line();
        page.add(chart(report, safe)).line();
        page.add(new StripHtml(report).section()).line();
        report.paired().ifPresent(paired -> page.add(new PairedHtml(report, paired, safe).section())
                .line());
        page.add(timeline(report)).line();
        page.add(ComparisonsHtml.section(report.judgement())).line();
        page.add(TrialsHtml.section(report)).line();
        page.add(LengthsHtml.section(report)).line();
        page.add(new NumbersHtml(report, safe).metrics()).line();
        page.add(new NumbersHtml(report, safe).failures()).line();
        page.open("div", "class", "two");
        page.add(facts("Plan", Facts.plan(report), safe)).line();
        page.add(new EnvironmentHtml(report, safe).section()).line();
        page.close();
        page.add(facts("Load generator", Facts.health(report), safe)).line();
        page.add(new NumbersHtml(report, safe).server()).line();
        page.add(caveats(report, safe)).line();
        page.element(
                "footer",
                "Written by junit-llmperf. Definitions: latencies in ms, start to event; Δ is this run over "
                        + (report.plan().pairing() == null
                                ? "the mean of the stored runs."
                                : "the second target's loads, pair by pair."));
        return "<!DOCTYPE html>\n" + page.close().close().close() + "\n";
    }

    private static Markup verdict(Report report, SafeText safe, String name) {
        Tone tone = Tone.of(report.judgement().verdict());
        Markup header = new Markup();
        header.open("header").element("h1", name);
        String commit = report.commit() == null ? "" : " · commit " + Figures.commit(report.commit());
        header.element(
                "p",
                report.startedAt().truncatedTo(ChronoUnit.SECONDS) + " · "
                        + safe.of(report.environment().target()) + commit,
                "class",
                "sub");
        header.open("div", "class", "verdict " + tone.cssClass());
        header.element("b", tone.sign() + " " + report.judgement().verdict().words());
        header.open("p").prose(safe.of(report.judgement().reason())).close().close();
        Insensitivity.of(report.judgement()).ifPresent(warning -> header.open("p", "class", "next")
                .prose("Warning: " + safe.of(warning) + ".")
                .close());
        String wayOut = WayOut.of(report);
        if (!wayOut.isEmpty()) {
            header.open("p", "class", "next").prose("Next: " + wayOut + ".").close();
        }
        header.add(list(Facts.outline(report), "outline", safe));
        return header.close();
    }

    private static Markup chart(Report report, SafeText safe) {
        QuantileChart wide = new QuantileChart(report, Palette.STYLED, 960, 380);
        Markup section = new Markup().open("section");
        if (wide.isEmpty()) {
            return section.element("h2", "Latency by percentile")
                    .element("p", wide.description())
                    .close();
        }
        section.element("h2", "Latency by percentile", "class", "narrow");
        section.open("div", "class", "wide").add(wide.draw("wide")).close();
        QuantileChart narrow = new QuantileChart(report, Palette.STYLED, NARROW, 320);
        section.open("div", "class", "narrow").add(narrow.draw("narrow")).close();
        wide.key().ifPresent(words -> section.element("p", safe.of(words), "class", "key"));
        return section.close();
    }

    private static Markup timeline(Report report) {
        Timeline timeline = Timeline.of(report.plan(), report.run());
        Markup section = new Markup().open("section").element("h2", "The run over time");
        section.open("div", "class", "wide")
                .add(new TimelineChart(report, timeline, Palette.STYLED, TimelineSvg.WIDTH).draw("timeline-wide"))
                .close();
        section.open("div", "class", "narrow")
                .add(new TimelineChart(report, timeline, Palette.STYLED, NARROW).draw("timeline-narrow"))
                .close();
        return section.close();
    }

    private static Markup facts(String heading, Map<String, String> facts, SafeText safe) {
        return new Markup()
                .open("section")
                .element("h2", heading)
                .add(list(facts, "facts", safe))
                .close();
    }

    static Markup list(Map<String, String> facts, String cssClass, SafeText safe) {
        Markup list = new Markup().open("dl", "class", cssClass);
        facts.forEach((name, value) -> list.open("div")
                .element("dt", name)
                .open("dd")
                .prose(safe.of(value))
                .close()
                .close());
        return list.close();
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
