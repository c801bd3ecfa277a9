package io.github.llmperf.report.svg;

import java.util.ArrayList;
import java.util.List;

/**
 * The scale of a strip: it holds all values and more than the tolerance, and of an interval as much as does not make all else
 * small.
 *
 * @param low distance from the mean at its foot
 * @param high at its top
 */
record StripScale(double low, double high) {

    /** How much farther than the tolerance it reaches. */
    private static final double BEYOND = 1.3;

    private static final double PADDING = .08;

    /** The smallest scale, for equal runs without a tolerance. */
    private static final double SMALLEST_ROOM = .005;

    /** How much farther out than all values an interval may widen the scale. */
    private static final double INTERVAL_REACH = 1.5;

    static StripScale of(StripRow row) {
        List<Double> seen = new ArrayList<>(List.of(0., row.tolerated() * BEYOND));
        row.stored().forEach(stored -> seen.add(row.distance(stored.value())));
        row.trials().forEach(trial -> seen.add(row.distance(trial)));
        seen.add(row.distance(row.comparison().values().candidate()));
        double reach = INTERVAL_REACH * Math.max(-min(seen), max(seen));
        seen.add(Math.max(-reach, row.distanceOfChange(row.comparison().values().changeLow())));
        seen.add(Math.min(reach, row.distanceOfChange(row.comparison().values().changeHigh())));
        double room = Math.max(SMALLEST_ROOM, PADDING * (max(seen) - min(seen)));
        return new StripScale(min(seen) - room, max(seen) + room);
    }

    /** Where a distance lies, 0 at the foot and 1 at the top; what lies farther out stands just beyond. */
    double position(double distance) {
        return Math.max(-.1, Math.min(1.1, (distance - low) / (high - low)));
    }

    private static double min(List<Double> values) {
        return values.stream()
                .mapToDouble(Double::doubleValue)
                .filter(Double::isFinite)
                .min()
                .orElseThrow();
    }

    private static double max(List<Double> values) {
        return values.stream()
                .mapToDouble(Double::doubleValue)
                .filter(Double::isFinite)
                .max()
                .orElseThrow();
    }
}
