package io.github.llmperf.bench.verdict;

import java.util.ArrayList;
import java.util.List;

/**
 * How a rule trades false alarms for misses: A. Martin and others, "The DET curve in assessment of detection task
 * performance", Eurospeech (1997), 1895–1898.
 *
 * @param name of the rule
 * @param points along the curve
 * @param used the point at which the rule is used
 */
record DetCurve(String name, List<Point> points, Point used) {

    /**
     * Shares of builds.
     *
     * @param alarms unchanged builds that fail
     * @param misses slowed builds that do not
     */
    record Point(double alarms, double misses) {

        private static Point of(int alarms, int seen, int unchanged, int slowed) {
            return new Point((double) alarms / unchanged, 1 - (double) seen / slowed);
        }
    }

    static DetCurve of(String name, Outcomes unchanged, Outcomes slowed) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < unchanged.sweep().length; i++) {
            points.add(
                    Point.of(unchanged.sweep()[i], slowed.sweep()[i], unchanged.experiments(), slowed.experiments()));
        }
        return new DetCurve(
                name,
                points,
                Point.of(unchanged.build()[0], slowed.build()[0], unchanged.experiments(), slowed.experiments()));
    }
}
