package io.github.llmperf.build.history;

import static io.github.llmperf.report.svg.SvgParts.at;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.build.history.HistorySlots.Slot;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.svg.SvgParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;

/**
 * One measure in the runs of one epoch that later ones are compared with.
 *
 * @param points from left to right
 */
record HistoryLine(List<Point> points) {

    /** Values of the runs of a place: one, or the median of several between the lowest and the highest. */
    record Point(Slot slot, double low, double middle, double high) {}

    /** Takes the runs of an epoch that have the measure. */
    static HistoryLine of(HistorySlots slots, int epoch, Measure measure) {
        return new HistoryLine(slots.slots().stream()
                .filter(slot -> slot.epoch() == epoch)
                .flatMap(slot -> point(slot, measure).stream())
                .toList());
    }

    private static Optional<Point> point(Slot slot, Measure measure) {
        double[] values = slot.runs().stream()
                .filter(BaselineRun::isUsable)
                .map(run -> run.value(measure))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .sorted()
                .toArray();
        if (values.length == 0) {
            return Optional.empty();
        }
        double middle = (values[(values.length - 1) / 2] + values[values.length / 2]) / 2;
        return Optional.of(new Point(slot, values[0], middle, values[values.length - 1]));
    }

    /** Draws a dot for each place and the line through them, before the band of places that several runs share. */
    void draw(Markup svg, String colour, DoubleUnaryOperator x, DoubleUnaryOperator y) {
        if (points.isEmpty()) {
            return;
        }
        List<String> around = new ArrayList<>();
        List<String> through = new ArrayList<>();
        for (Point point : points) {
            String across = at(x.applyAsDouble(point.slot.at())) + " ";
            through.add(across + at(y.applyAsDouble(point.middle)));
            around.add(through.size() - 1, across + at(y.applyAsDouble(point.high)));
            around.add(through.size(), across + at(y.applyAsDouble(point.low)));
        }
        if (points.stream().anyMatch(point -> point.slot.runs().size() > 1)) {
            String area = "M" + String.join("L", around) + "Z";
            svg.empty("path", "class", "band", "d", area, "style", "fill:" + colour + ";opacity:.2");
        }
        if (through.size() > 1) {
            SvgParts.line(svg, "M" + String.join("L", through), colour, 1.25);
        }
        svg.empty(
                "path",
                "class",
                "dots",
                "d",
                "M" + String.join("h0M", through) + "h0",
                "style",
                "fill:none;stroke:" + colour + ";stroke-width:5;stroke-linecap:round");
    }
}
