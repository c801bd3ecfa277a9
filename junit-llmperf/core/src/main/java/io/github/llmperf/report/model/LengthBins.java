package io.github.llmperf.report.model;

import io.github.llmperf.measure.Distribution;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Whole numbers counted in bins: of equal width where the lengths are alike, and ten to a decade where the longest is many
 * times the shortest, as in mixed traffic.
 *
 * @param bins one beside the other, the first and the last with samples in them
 * @param logarithmic whether they grow
 */
@API(status = Status.INTERNAL, since = "0.1")
public record LengthBins(List<Bin> bins, boolean logarithmic) {

    private static final double ALIKE = 20;
    private static final int MOST = 24;
    private static final double[] STEPS = {1, 2, 5};
    private static final double[] TEN_A_DECADE = {1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8};

    /**
     * Samples of neighbouring lengths.
     *
     * @param from smallest length in it
     * @param to smallest length beyond it
     * @param count samples
     */
    public record Bin(long from, long to, long count) {}

    public LengthBins {
        bins = List.copyOf(bins);
    }

    /** Sorts samples into bins; there must be one at least. */
    public static LengthBins of(Distribution samples) {
        boolean logarithmic = samples.max() > ALIKE * Math.max(1, samples.min());
        List<Long> edges = logarithmic ? growing(samples.max()) : even(samples.min(), samples.max());
        List<Bin> bins = new ArrayList<>();
        long counted = 0;
        for (int i = 0; i + 1 < edges.size(); i++) {
            long below = i + 2 == edges.size() ? samples.n() : samples.below(edges.get(i + 1));
            bins.add(new Bin(edges.get(i), edges.get(i + 1), below - counted));
            counted = below;
        }
        return new LengthBins(withoutEmptyEnds(bins), logarithmic);
    }

    public long most() {
        return bins.stream().mapToLong(Bin::count).max().orElse(0);
    }

    /** Where a length lies, from 0 at the low end to 1 at the high end, with all bins of one width. */
    public double position(double length) {
        for (int i = 0; i < bins.size(); i++) {
            Bin bin = bins.get(i);
            if (length < bin.to()) {
                double inside = Math.max(0, (length - bin.from()) / (bin.to() - bin.from()));
                return (i + inside) / bins.size();
            }
        }
        return 1;
    }

    private static List<Long> even(double min, double max) {
        long step = step((max - min + 1) / MOST);
        List<Long> edges = new ArrayList<>();
        for (long edge = (long) min / step * step; edge <= max; edge += step) {
            edges.add(edge);
        }
        edges.add(edges.get(edges.size() - 1) + step);
        return edges;
    }

    private static long step(double least) {
        double decade = Math.pow(10, Math.max(0, Math.floor(Math.log10(Math.max(1, least)))));
        for (double step : STEPS) {
            if (step * decade >= least) {
                return Math.round(step * decade);
            }
        }
        return Math.round(10 * decade);
    }

    private static List<Long> growing(double max) {
        List<Long> edges = new ArrayList<>(List.of(0L));
        for (double decade = 1; edges.get(edges.size() - 1) <= max; decade *= 10) {
            for (double step : TEN_A_DECADE) {
                long edge = Math.round(step * decade);
                if (edge > edges.get(edges.size() - 1) && edges.get(edges.size() - 1) <= max) {
                    edges.add(edge);
                }
            }
        }
        return edges;
    }

    private static List<Bin> withoutEmptyEnds(List<Bin> bins) {
        int first = 0;
        int last = bins.size();
        while (first < last - 1 && bins.get(first).count() == 0) {
            first++;
        }
        while (last > first + 1 && bins.get(last - 1).count() == 0) {
            last--;
        }
        return bins.subList(first, last);
    }
}
