package io.github.llmperf.report.svg;

import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Direction;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.PairedRuns.Pair;
import io.github.llmperf.wording.ChangeText;
import io.github.llmperf.wording.Figures;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** How much a measure of the two loads of each pair differs, a dot for each pair in their order. */
@API(status = Status.INTERNAL, since = "0.1")
public final class PairChart {

    private static final double WIDTH = 300;
    private static final double HEIGHT = 84;
    private static final double MARGIN = 10;
    private static final double BEYOND = 1.3;

    private final Comparison row;
    private final List<Pair> pairs;
    private final double tolerated;
    private final double reach;

    public PairChart(Comparison row, List<Pair> pairs) {
        this.row = row;
        this.pairs = pairs;
        tolerated = ChangeText.tolerated(row.measure(), row.subject().tolerance());
        double widest = pairs.stream()
                .map(this::change)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(change -> Math.abs(change.getAsDouble()))
                .max()
                .orElse(0);
        reach = Math.max(BEYOND * Math.abs(tolerated), 1.05 * widest);
    }

    public Markup draw() {
        boolean worseIsUp = row.measure().metric().better() != Direction.HIGHER;
        double bound = y(tolerated);
        Markup figure = new Markup().open("figure");
        figure.element(
                "figcaption",
                row.measure() + " " + Figures.change(row.values().change()) + ", scale ±"
                        + Figures.part(Math.ceil(reach * 100 - 1e-9) / 100));
        figure.open("svg", "viewBox", "0 0 " + at(WIDTH) + " " + at(HEIGHT), "role", "img", "class", "glyph");
        figure.element(
                "title",
                row.measure() + " of " + Figures.count(row.evidence().runs(), "pair") + ", change "
                        + Figures.interval(
                                row.values().changeLow(), row.values().changeHigh()));
        figure.empty(
                "rect",
                "class",
                "beyond",
                "x",
                "0",
                "y",
                at(worseIsUp ? 0 : bound),
                "width",
                at(WIDTH),
                "height",
                at(worseIsUp ? bound : HEIGHT - bound));
        figure.empty("path", "class", "zero", "d", "M0 " + at(HEIGHT / 2) + "H" + at(WIDTH));
        for (int i = 0; i < pairs.size(); i++) {
            OptionalDouble change = change(pairs.get(i));
            if (change.isPresent()) {
                figure.empty("circle", "class", "point", "cx", at(x(i)), "cy", at(y(change.getAsDouble())), "r", "4.5");
            }
        }
        return figure.close().close();
    }

    private OptionalDouble change(Pair pair) {
        OptionalDouble own = value(pair.own());
        OptionalDouble other = value(pair.other());
        return own.isPresent() && other.isPresent() && other.getAsDouble() > 0
                ? OptionalDouble.of(own.getAsDouble() / other.getAsDouble() - 1)
                : OptionalDouble.empty();
    }

    private OptionalDouble value(Measurement load) {
        return load.existing(row.measure());
    }

    private double x(int pair) {
        return MARGIN + (WIDTH - 2 * MARGIN) * (pair + .5) / pairs.size();
    }

    private double y(double change) {
        return HEIGHT / 2 - change / reach * (HEIGHT / 2 - MARGIN / 2);
    }

    private static String at(double coordinate) {
        return String.format(Locale.ROOT, "%.1f", coordinate);
    }
}
