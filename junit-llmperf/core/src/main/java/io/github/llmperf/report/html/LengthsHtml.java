package io.github.llmperf.report.html;

import io.github.llmperf.report.model.LengthBins;
import io.github.llmperf.report.model.Lengths;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.svg.LengthChart;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.svg.Palette;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The lengths of prompts and answers, which latencies depend on. */
@API(status = Status.INTERNAL, since = "0.1")
public final class LengthsHtml {

    private static final double WIDE = 470;
    private static final double NARROW = 344;
    private static final double HEIGHT = 200;

    private LengthsHtml() {}

    /** The section; nothing where no request succeeded. */
    public static Markup section(Report report) {
        List<Lengths> all = Lengths.of(report);
        Markup section = new Markup();
        if (all.isEmpty()) {
            return section;
        }
        section.open("section").element("h2", "Lengths").open("div", "class", "side");
        all.forEach(lengths -> section.add(figure(lengths)));
        return section.close().close();
    }

    private static Markup figure(Lengths lengths) {
        Markup figure = new Markup().open("figure");
        figure.open("div", "class", "wide")
                .add(new LengthChart(lengths, Palette.STYLED, WIDE, HEIGHT).draw("wide-" + lengths.name()))
                .close();
        figure.open("div", "class", "narrow")
                .add(new LengthChart(lengths, Palette.STYLED, NARROW, HEIGHT).draw("narrow-" + lengths.name()))
                .close();
        String caveat = lengths.caveat();
        figure.element("p", lengths.words() + "." + (caveat.isEmpty() ? "" : " " + caveat), "class", "key");
        return figure.add(numbers(lengths).draw()).close();
    }

    private static NumbersTable numbers(Lengths lengths) {
        List<List<String>> rows = LengthBins.of(lengths.samples()).bins().stream()
                .filter(bin -> bin.count() > 0)
                .map(bin -> List.of(bin.from() + " – " + (bin.to() - 1), Long.toString(bin.count())))
                .toList();
        return new NumbersTable(lengths.title(), List.of(lengths.unit(), "requests"), rows);
    }
}
