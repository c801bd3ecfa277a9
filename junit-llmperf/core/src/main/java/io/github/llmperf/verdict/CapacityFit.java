package io.github.llmperf.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Estimates the amount of load at which a limit is reached: a weighted least-squares line of measured / allowed against
 * the amount, over all runs near the limit. Near its limit a latency is almost linear in the load, and a line through
 * many runs is more precise than any single run.
 *
 * @param amount where the line reaches the limit
 * @param sd relative standard deviation of the amount
 * @param elasticity relative change of the measure for one of the amount, there
 */
@API(status = Status.INTERNAL, since = "0.1")
public record CapacityFit(double amount, double sd, double elasticity) {

    /** How fast runs lose weight with their distance from the limit, as a logarithm. */
    private static final double NEAR = .4;

    /** Weight that the nearest run on either side of the limit has in any case. */
    private static final double LEAST_WEIGHT = .02;

    /**
     * A latency that does not rise with the load never reaches its limit; one that hardly rises reaches it far away.
     */
    private static final double LEAST_ELASTICITY = .1;

    private static final double STEEPEST = 1.5;

    /** One run, as a point of the line. */
    private record Dot(double amount, double ratio, double log, double variance, double weight) {

        static Dot of(double amount, double log, double variance, double factor) {
            double ratio = Math.exp(Math.min(STEEPEST, log));
            return new Dot(amount, ratio, log, variance, factor / (variance * ratio * ratio));
        }

        Dot atLeast(double factor) {
            Dot least = of(amount, log, variance, factor);
            return least.weight > weight ? least : this;
        }
    }

    /** Returns the fit of the limit that is reached first; empty where no run tells. */
    static Optional<CapacityFit> of(List<CapacityRun> runs, double betweenRuns) {
        List<CapacityRun> measured = runs.stream()
                .filter(run -> run.kind() == CapacityRun.Kind.MEASURED)
                .toList();
        int limits = measured.isEmpty() ? 0 : measured.get(0).margins().size();
        Optional<CapacityFit> first = Optional.empty();
        for (int limit = 0; limit < limits; limit++) {
            Optional<CapacityFit> fit = line(dots(measured, limit, betweenRuns));
            if (fit.isPresent() && (first.isEmpty() || fit.get().amount < first.get().amount)) {
                first = fit;
            }
        }
        return first;
    }

    private static List<Dot> dots(List<CapacityRun> runs, int limit, double betweenRuns) {
        List<Dot> dots = new ArrayList<>();
        for (CapacityRun run : runs) {
            CapacityMargin margin = run.margins().get(limit);
            if (!margin.isCount()) {
                double distance = margin.log() / NEAR;
                dots.add(Dot.of(
                        run.amount(),
                        margin.log(),
                        betweenRuns + margin.sd() * margin.sd(),
                        Math.exp(-distance * distance / 2)));
            }
        }
        keepNearest(dots, true);
        keepNearest(dots, false);
        return dots;
    }

    private static void keepNearest(List<Dot> dots, boolean met) {
        int nearest = -1;
        for (int i = 0; i < dots.size(); i++) {
            boolean nearer = nearest < 0 || Math.abs(dots.get(i).log) < Math.abs(dots.get(nearest).log);
            if (dots.get(i).log <= 0 == met && nearer) {
                nearest = i;
            }
        }
        if (nearest >= 0) {
            dots.set(nearest, dots.get(nearest).atLeast(LEAST_WEIGHT));
        }
    }

    private static Optional<CapacityFit> line(List<Dot> dots) {
        double weight = dots.stream().mapToDouble(Dot::weight).sum();
        if (!(weight > 0)) {
            return Optional.empty();
        }
        double x = dots.stream().mapToDouble(d -> d.weight * d.amount).sum() / weight;
        double y = dots.stream().mapToDouble(d -> d.weight * d.ratio).sum() / weight;
        double squares = dots.stream()
                .mapToDouble(d -> d.weight * (d.amount - x) * (d.amount - x))
                .sum();
        if (!(squares > 0)) {
            return Optional.empty();
        }
        double products = dots.stream()
                .mapToDouble(d -> d.weight * (d.amount - x) * (d.ratio - y))
                .sum();
        double least = LEAST_ELASTICITY / x;
        boolean isMet = dots.stream().allMatch(dot -> dot.log <= 0);
        if (isMet && products / squares <= least) {
            return Optional.empty(); // nothing says that this limit is ever reached
        }
        double slope = Math.max(products / squares, least);
        double most = dots.stream().mapToDouble(Dot::amount).max().orElseThrow();
        double crossing = Math.max(x + (1 - y) / slope, isMet ? most : 0);
        if (!(crossing > 0)) {
            return Optional.empty();
        }
        double sd = Math.sqrt(1 / weight + (crossing - x) * (crossing - x) / squares) / slope / crossing;
        return Optional.of(new CapacityFit(crossing, sd, slope * crossing));
    }
}
