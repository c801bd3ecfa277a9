package io.github.llmperf.report.svg;

import io.github.llmperf.measure.Timeline;
import io.github.llmperf.measure.Timeline.Slice;
import io.github.llmperf.protocol.FailureKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** How many requests failed in each slice of a run: bars of the commonest kinds, one on the other. */
final class FailurePanel implements Panel {

    private static final double HEIGHT = 56;
    private static final double BAR = .8;
    private static final double SQUARE = 9;
    private static final double CAPITAL = 8;
    private static final double GAP = Legend.GAP;
    private static final double ROW = 15;
    private static final int MOST_KINDS = 3;

    private final List<Slice> slices;
    private final List<Part> parts;
    private final Legend legend;

    /** Some kinds of failure, drawn alike. */
    private record Part(String name, List<FailureKind> kinds, int count) {
        String words() {
            return count + " " + name;
        }
    }

    /** Names the kinds beside the title, and below it where they find no room. */
    FailurePanel(Timeline timeline, double room) {
        slices = timeline.slices();
        Map<FailureKind, Integer> counts = counts(slices);
        List<FailureKind> commonest = counts.keySet().stream()
                .sorted(Comparator.comparingInt(kind -> -counts.getOrDefault(kind, 0)))
                .toList();
        parts = new ArrayList<>();
        for (FailureKind kind : commonest.subList(0, Math.min(MOST_KINDS, commonest.size()))) {
            parts.add(part(kind.name(), List.of(kind), counts));
        }
        if (commonest.size() > MOST_KINDS) {
            parts.add(part("other", commonest.subList(MOST_KINDS, commonest.size()), counts));
        }
        legend = Legend.of(
                parts.stream()
                        .map(part -> SQUARE + 4 + CAPITAL * part.words().length())
                        .toList(),
                CAPITAL * title(parts).length() + GAP,
                room);
    }

    private static Part part(String name, List<FailureKind> kinds, Map<FailureKind, Integer> counts) {
        int count =
                kinds.stream().mapToInt(kind -> counts.getOrDefault(kind, 0)).sum();
        return new Part(name, kinds, count);
    }

    private static Map<FailureKind, Integer> counts(List<Slice> slices) {
        Map<FailureKind, Integer> counts = new EnumMap<>(FailureKind.class);
        slices.forEach(slice -> slice.failed().forEach((kind, count) -> counts.merge(kind, count, Integer::sum)));
        return counts;
    }

    /** What failed, such as {@code failed: 79 TIMEOUT, 3 OVERLOAD}. */
    static String words(Timeline timeline) {
        Map<FailureKind, Integer> counts = counts(timeline.slices());
        if (counts.isEmpty()) {
            return "no request failed";
        }
        StringJoiner words = new StringJoiner(", ", "failed: ", "");
        counts.forEach((kind, count) -> words.add(count + " " + kind));
        return words.toString();
    }

    @Override
    public double height() {
        return parts.isEmpty() ? 0 : (legend.rows() - 1) * ROW + HEIGHT;
    }

    @Override
    public void draw(Markup svg, Palette palette, TimeAxis axis, double y) {
        SvgParts.label(svg, palette, axis.left(), y - 6, title(parts), "start", palette.ink());
        if (parts.isEmpty()) {
            return;
        }
        legend(svg, palette, axis, y - 6);
        int most = slices.stream().mapToInt(Slice::failures).max().orElse(1);
        ValueAxis failures = new ValueAxis(most, y + (legend.rows() - 1) * ROW, HEIGHT);
        failures.draw(svg, palette, axis, "");
        int[] under = new int[slices.size()];
        for (int i = 0; i < parts.size(); i++) {
            bars(svg, parts.get(i), colour(palette, i), axis, failures, under);
        }
    }

    private static String title(List<Part> parts) {
        return parts.isEmpty() ? "No request failed" : "Failed";
    }

    private static String colour(Palette palette, int part) {
        return List.of(palette.ttft(), palette.e2e(), palette.tpot(), palette.muted())
                .get(part);
    }

    private void legend(Markup svg, Palette palette, TimeAxis axis, double base) {
        for (int i = 0; i < parts.size(); i++) {
            Legend.Place place = legend.places().get(i);
            double x = axis.left() + place.x();
            double y = base + place.row() * ROW;
            SvgParts.bar(svg, "key", x, y - SQUARE + 1, SQUARE, SQUARE, colour(palette, i));
            SvgParts.label(svg, palette, x + SQUARE + 4, y, parts.get(i).words(), "start", palette.ink());
        }
    }

    private void bars(Markup svg, Part part, String colour, TimeAxis axis, ValueAxis failures, int[] under) {
        double width = (axis.right() - axis.left()) / slices.size();
        for (int i = 0; i < slices.size(); i++) {
            Map<FailureKind, Integer> failed = slices.get(i).failed();
            int count = part.kinds().stream()
                    .mapToInt(kind -> failed.getOrDefault(kind, 0))
                    .sum();
            if (count > 0) {
                double low = failures.y(under[i]);
                under[i] += count;
                double high = failures.y(under[i]);
                double left = axis.x(slices.get(i).middle()) - width * BAR / 2;
                SvgParts.bar(svg, "failed", left, high, width * BAR, low - high, colour);
            }
        }
    }
}
