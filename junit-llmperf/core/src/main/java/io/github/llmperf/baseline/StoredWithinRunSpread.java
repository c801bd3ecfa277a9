package io.github.llmperf.baseline;

import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.SliceBootstrap;
import io.github.llmperf.metric.Measure;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The relative standard deviation of a stored value that is due to the requests inside its run. */
final class StoredWithinRunSpread {

    /** Which numbers are possible, in words. */
    static final String BOUNDS = "0 or more and below 100";

    private static final double LARGEST = 100;

    private static final MathContext READABLE = new MathContext(4);

    private StoredWithinRunSpread() {}

    /** Returns it for the guarded measures of which it is known, to four significant digits. */
    static SortedMap<Measure, Double> of(Measurement measurement, List<Measure> guarded) {
        SortedMap<Measure, Double> within = new TreeMap<>();
        for (Measure measure : guarded) {
            SliceBootstrap.relativeSd(measurement, measure)
                    .ifPresent(sd -> within.put(
                            measure, BigDecimal.valueOf(sd).round(READABLE).doubleValue()));
        }
        return within;
    }

    static boolean isPossible(double number) {
        return number >= 0 && number < LARGEST;
    }
}
