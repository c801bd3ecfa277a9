package io.github.llmperf.report.svg;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Finds places for labels that neither a line of the chart nor another label runs through.
 *
 * @param lines heights of the chart's lines, from above, by the place across
 * @param taken what is written already: left, top, right, bottom
 */
record FreePlace(List<DoubleUnaryOperator> lines, List<double[]> taken) {

    private static final double LETTER = 6.6;
    private static final double ASCENT = 11;
    private static final double DESCENT = 4;
    private static final int PROBES = 12;
    private static final double ABOVE = -5;
    private static final double BELOW = 14;
    private static final int PLACES = 5;

    FreePlace(List<DoubleUnaryOperator> lines) {
        this(lines, new ArrayList<>());
    }

    /** Where text begins, and its foot. */
    record Place(double x, double y) {}

    /**
     * Takes the first free place along a level, above it before below it, from the left; where there is none the one that
     * fewest lines run through.
     */
    Place along(double level, double from, double to, String text) {
        double width = text.length() * LETTER;
        double room = Math.max(0, to - from - width);
        Place best = new Place(from, level + ABOVE);
        int fewest = Integer.MAX_VALUE;
        for (int i = 0; i < PLACES && fewest > 0; i++) {
            for (double offset : new double[] {ABOVE, BELOW}) {
                Place place = new Place(from + room * i / (PLACES - 1), level + offset);
                int hits = hits(place, width);
                if (hits < fewest) {
                    fewest = hits;
                    best = place;
                }
            }
        }
        taken.add(box(best, width));
        return best;
    }

    private static double[] box(Place place, double width) {
        return new double[] {place.x, place.y - ASCENT, place.x + width, place.y + DESCENT};
    }

    private int hits(Place place, double width) {
        double[] box = box(place, width);
        int hits = 0;
        for (double[] other : taken) {
            boolean apart = box[2] < other[0] || other[2] < box[0] || box[3] < other[1] || other[3] < box[1];
            hits += apart ? 0 : PROBES;
        }
        for (DoubleUnaryOperator line : lines) {
            for (int i = 0; i <= PROBES; i++) {
                double y = line.applyAsDouble(box[0] + width * i / PROBES);
                hits += y >= box[1] && y <= box[3] ? 1 : 0;
            }
        }
        return hits;
    }
}
