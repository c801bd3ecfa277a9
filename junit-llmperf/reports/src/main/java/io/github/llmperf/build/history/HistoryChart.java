package io.github.llmperf.build.history;

import static io.github.llmperf.report.svg.SvgParts.at;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.Epoch;
import io.github.llmperf.build.history.HistorySlots.Break;
import io.github.llmperf.build.history.HistorySlots.Slot;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.report.model.StoredRun;
import io.github.llmperf.report.svg.ChartFrame;
import io.github.llmperf.report.svg.LinearScale;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.svg.Palette;
import io.github.llmperf.report.svg.SvgParts;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.Numbers;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One measure over all runs of a cell, in their order: a line for each epoch, crosses for runs that later ones are not
 * compared with, squares for tagged ones, and this build's run larger. Where several runs share a place, their median is
 * drawn and a band from the lowest to the highest.
 */
final class HistoryChart {

    private static final double WIDTH = 320;
    private static final double HEIGHT = 156;
    private static final Palette COLOURS = Palette.STYLED;

    private final HistoryCell.Trend trend;
    private final HistorySlots slots;
    private final Optional<String> now;
    private final ChartFrame frame = new ChartFrame(COLOURS, WIDTH, HEIGHT, 50, 10, 38, 22);
    private final LinearScale up;

    HistoryChart(HistoryCell.Trend trend, HistorySlots slots, Optional<String> now) {
        this.trend = trend;
        this.slots = slots;
        this.now = now;
        double[] all = slots.slots().stream()
                .flatMap(slot -> slot.runs().stream())
                .map(run -> run.value(measure()))
                .filter(value -> value.isPresent())
                .mapToDouble(value -> value.getAsDouble())
                .toArray();
        up = LinearScale.around(
                Arrays.stream(all).min().orElse(0), Arrays.stream(all).max().orElse(1));
    }

    private Measure measure() {
        return trend.measure();
    }

    /** Draws the chart; the id tells several charts of one page apart. */
    Markup draw(String id) {
        Markup svg = frame.open(id, measure() + " of all stored runs", description());
        SvgParts.name(
                svg,
                COLOURS,
                0,
                14,
                measure() + ", " + measure().metric().unit().symbol(),
                "start",
                COLOURS.ink());
        if (!trend.change().isEmpty()) {
            svg.element(
                    "text",
                    trend.tone().sign() + " " + trend.change(),
                    "class",
                    "now " + trend.tone().cssClass(),
                    "x",
                    at(WIDTH - 2),
                    "y",
                    "14",
                    "text-anchor",
                    "end",
                    "font-weight",
                    "600");
        }
        up.ticks().forEach(tick -> frame.level(svg, y(tick), Numbers.number(tick)));
        slots.breaks().forEach(one -> separate(svg, one));
        for (int epoch = 0; epoch <= slots.breaks().size(); epoch++) {
            HistoryLine.of(slots, epoch, measure())
                    .draw(svg, COLOURS.of(measure().metric()), this::x, this::y);
        }
        marks(svg);
        dates(svg);
        return svg.close();
    }

    private void separate(Markup svg, Break one) {
        double x = x(one.at());
        String path = "M" + at(x) + " " + at(frame.top() - 4) + "V" + at(frame.base());
        if (one.epoch().begin() == Epoch.Begin.ACCEPTED) {
            SvgParts.line(svg, path, COLOURS.ink(), 1);
        } else {
            SvgParts.dashed(svg, path, COLOURS.ink(), 1);
        }
        SvgParts.name(svg, COLOURS, x, frame.top() - 7, one.name(), "middle", COLOURS.ink());
    }

    /** What is more than a stored run among others. */
    private void marks(Markup svg) {
        for (Slot slot : slots.slots()) {
            for (BaselineRun run : slot.runs()) {
                run.value(measure()).ifPresent(value -> mark(svg, run, x(slot.at()), y(value)));
            }
        }
    }

    private void mark(Markup svg, BaselineRun run, double x, double y) {
        if (now.filter(run.runId()::equals).isPresent()) {
            svg.open("g", "class", "now " + trend.tone().cssClass());
            svg.empty("circle", "class", "point", "cx", at(x), "cy", at(y), "r", "5.5")
                    .close();
        } else if (!run.isUsable()) {
            String cross = "M" + at(x - 3) + " " + at(y - 3) + "l6 6m0-6l-6 6";
            SvgParts.line(svg, cross, COLOURS.muted(), 1.5);
        } else if (run.tag() != null) {
            SvgParts.square(svg, x, y, "none", COLOURS.ink());
        }
    }

    private void dates(Markup svg) {
        List<Slot> all = slots.slots();
        if (!all.isEmpty()) {
            double y = HEIGHT - 5;
            List<BaselineRun> last = all.get(all.size() - 1).runs();
            frame.label(svg, frame.left(), y, StoredRun.date(all.get(0).runs().get(0)), "start", COLOURS.muted());
            frame.label(svg, frame.end(), y, StoredRun.date(last.get(last.size() - 1)), "end", COLOURS.muted());
        }
    }

    private String description() {
        List<BaselineRun> runs = slots.slots().stream()
                .flatMap(slot -> slot.runs().stream())
                .filter(run -> run.value(measure()).isPresent())
                .toList();
        if (runs.isEmpty()) {
            return "no run has it.";
        }
        double[] sorted = runs.stream()
                .mapToDouble(run -> run.value(measure()).orElseThrow())
                .sorted()
                .toArray();
        BaselineRun first = runs.get(0);
        BaselineRun last = runs.get(runs.size() - 1);
        return Figures.count(runs.size(), "run") + ", " + said(first) + " to " + said(last) + "; lowest "
                + quantity(sorted[0]) + ", highest " + quantity(sorted[sorted.length - 1])
                + (slots.breaks().isEmpty()
                        ? ""
                        : "; " + Figures.count(slots.breaks().size(), "break"))
                + Stream.of(trend.change())
                        .filter(text -> !text.isEmpty())
                        .map("; this build "::concat)
                        .findFirst()
                        .orElse("")
                + ".";
    }

    private String said(BaselineRun run) {
        return quantity(run.value(measure()).orElseThrow()) + " on " + StoredRun.date(run);
    }

    private String quantity(double value) {
        return Figures.quantity(value, measure().metric().unit());
    }

    private double x(double place) {
        return frame.x(place / slots.end());
    }

    private double y(double value) {
        return frame.y(up.position(value));
    }
}
