package io.github.llmperf.verdict;

import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.verdict.CapacityOutcome.End;
import io.github.llmperf.verdict.CapacityPoint.Standing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Looks for the largest amount of load that meets the limits: what to run next, after the runs so far. Amounts are
 * raised from the lower end, fourfold at most, until one is not accepted; then the range in between is narrowed down,
 * at the amount that the runs near the limit suggest, or else by bisection. An amount too close to the limit is run a
 * second time. Every amount below an accepted one is accepted.
 *
 * @param plan what is raised, how far, and how sure it must be
 * @param runs all runs so far, in their order
 */
@API(status = Status.INTERNAL, since = "0.1")
public record CapacitySearch(CapacityPlan plan, List<CapacityRun> runs) {

    private static final double STEP = 4;

    private static final double LEAST_STEP = 1.25;

    /** How much certainty beyond the required one to aim for: the next run is noisy too. */
    private static final double CARE = 1.4;

    /** Part of the resolution that the estimate's own uncertainty may have. */
    private static final double EXACT = .5;

    /** Margins between which a line through the runs is believed: half the limit, and twice. */
    private static final double TRUSTED_BELOW = -1;

    private static final double TRUSTED_ABOVE = .7;

    /** Copies the list. */
    public CapacitySearch {
        runs = List.copyOf(runs);
    }

    /**
     * Returns what to run next.
     *
     * @return users or requests per second; empty when the search has ended
     */
    public OptionalDouble next() {
        return step().amount();
    }

    /**
     * Returns what was found.
     *
     * @return the outcome of the runs so far, also of a search that has not ended
     */
    public CapacityOutcome outcome() {
        View view = view();
        End end = step().end().orElse(End.RUNS_USED_UP);
        return new CapacityOutcome(
                plan, view.points, end, runs.size(), view.carried(), estimate(view, end), view.refused(), because(end));
    }

    /** What comes next: an amount, or the end; both, where the amount only makes what was found more exact. */
    private record Step(OptionalDouble amount, Optional<End> end) {

        static Step run(double amount) {
            return new Step(OptionalDouble.of(amount), Optional.empty());
        }

        static Step end(End end) {
            return new Step(OptionalDouble.empty(), Optional.of(end));
        }

        static Step sharpen(double amount) {
            return new Step(OptionalDouble.of(amount), Optional.of(End.FOUND));
        }
    }

    /** The runs so far, sorted and judged. */
    private record View(
            List<CapacityPoint> points,
            Optional<CapacityPoint> accepted,
            Optional<CapacityPoint> open,
            Optional<CapacityFit> fit,
            double betweenRuns) {

        OptionalDouble carried() {
            return amount(accepted);
        }

        OptionalDouble refused() {
            return amount(open);
        }

        private static OptionalDouble amount(Optional<CapacityPoint> point) {
            return point.map(p -> OptionalDouble.of(p.amount())).orElseGet(OptionalDouble::empty);
        }

        /** Returns whether the largest accepted amount is so near a limit that a line tells how far it still is. */
        boolean isNear() {
            return accepted.filter(p -> p.margin() >= TRUSTED_BELOW).isPresent();
        }

        /** Returns whether the limit is reached smoothly, so that a line tells where. */
        boolean isSmooth() {
            return fit.isPresent()
                    && isNear()
                    && open.filter(p -> p.margin() <= TRUSTED_ABOVE).isPresent();
        }
    }

    private View view() {
        List<CapacityRun> evidence =
                runs.stream().filter(CapacityRun::isEvidence).toList();
        Map<Double, List<CapacityRun>> byAmount = evidence.stream()
                .collect(Collectors.groupingBy(CapacityRun::amount, TreeMap::new, Collectors.toList()));
        double betweenRuns = CapacityNoise.variance(byAmount.values());
        List<CapacityPoint> points = byAmount.values().stream()
                .map(same -> CapacityPoint.of(same, plan.certainty(), betweenRuns))
                .toList();
        Optional<CapacityPoint> accepted =
                points.stream().filter(CapacityPoint::isAccepted).reduce((smaller, larger) -> larger);
        double largest = accepted.map(CapacityPoint::amount).orElse(0.);
        Optional<CapacityPoint> open =
                points.stream().filter(point -> point.amount() > largest).findFirst();
        return new View(points, accepted, open, CapacityFit.of(evidence, betweenRuns), betweenRuns);
    }

    private Step step() {
        if (runs.isEmpty()) {
            return Step.run(plan.from());
        }
        CapacityRun last = runs.get(runs.size() - 1);
        if (last.kind() == CapacityRun.Kind.FAULT) {
            return Step.end(End.FAULT);
        }
        if (last.kind() == CapacityRun.Kind.INTERRUPTED) {
            return Step.end(End.INTERRUPTED);
        }
        if (last.kind() == CapacityRun.Kind.INVALID && isSecondInvalid(last)) {
            return Step.end(End.INVALID);
        }
        View view = view();
        Step wanted = last.kind() == CapacityRun.Kind.INVALID ? Step.run(last.amount()) : wanted(view);
        return runs.size() >= plan.maxRuns() ? Step.end(wanted.end().orElse(End.RUNS_USED_UP)) : wanted;
    }

    private boolean isSecondInvalid(CapacityRun last) {
        return runs.stream()
                        .filter(run -> run.kind() == CapacityRun.Kind.INVALID && run.amount() == last.amount())
                        .count()
                > 1;
    }

    private Step wanted(View view) {
        if (view.accepted.isEmpty()) {
            CapacityPoint lowest = view.points.get(0);
            if (isOnceTooClose(lowest)) {
                return Step.run(lowest.amount());
            }
            return Step.end(lowest.standing() == Standing.REFUSED ? End.LOWER_END_FAILS : End.LOWER_END_TOO_CLOSE);
        }
        double accepted = view.accepted.get().amount();
        if (view.open.isEmpty()) {
            return accepted >= plan.to() ? Step.end(End.UPPER_END_MET) : Step.run(larger(view, accepted));
        }
        return isOnceTooClose(view.open.get())
                ? Step.run(view.open.get().amount())
                : between(view, accepted, view.open.get().amount());
    }

    private static boolean isOnceTooClose(CapacityPoint point) {
        return point.standing() == Standing.TOO_CLOSE && point.runs().size() == 1;
    }

    /** Raises the amount to where the limit is expected, but by no more than the largest step. */
    private double larger(View view, double accepted) {
        double expected = view.isNear()
                ? view.fit.map(CapacityFit::amount).orElse(Double.POSITIVE_INFINITY)
                : Double.POSITIVE_INFINITY;
        double next = Math.min(STEP * accepted, Math.max(LEAST_STEP * accepted, expected));
        return Math.min(plan.to(), Math.max(plan.above(accepted), plan.round(next)));
    }

    private Step between(View view, double accepted, double open) {
        boolean adjacent = open <= plan.above(accepted) * (1 + 1e-9);
        if (adjacent || open / accepted <= 1 + plan.resolution()) {
            return sharpened(view, accepted, open);
        }
        double middle = Math.sqrt(accepted * open);
        if (!view.isSmooth()) {
            return Step.run(within(middle, accepted, open));
        }
        double limit = view.fit.orElseThrow().amount();
        double likelyAccepted = limit * Math.exp(-care(view));
        // An amount hardly larger than the accepted one adds no information.
        if (likelyAccepted > accepted * (1 + plan.resolution() / 3)) {
            return Step.run(within(likelyAccepted, accepted, open));
        }
        double likelyRefused = limit * Math.exp(care(view));
        return likelyRefused * (1 + plan.resolution() / 2) < open
                ? Step.run(within(likelyRefused, accepted, open))
                : sharpened(view, accepted, open);
    }

    /** Returns how far from the limit an amount must be so that one noisy run shows on which side it is. */
    private double care(View view) {
        CapacityFit fit = view.fit.orElseThrow();
        double reach = NormalDistribution.of(0, 1).inverseCumulativeProbability(plan.certainty());
        return CARE * reach * Math.sqrt(view.betweenRuns) / Math.max(fit.elasticity(), .2);
    }

    private double within(double amount, double accepted, double open) {
        double most = Math.min(open / (1 + plan.resolution() / 4), plan.below(open));
        return Math.max(plan.above(accepted), plan.round(Math.min(amount, most)));
    }

    /** Ends the search if the runs near the limit locate it precisely enough; otherwise runs the estimated amount. */
    private Step sharpened(View view, double accepted, double open) {
        Optional<CapacityFit> fit = view.isSmooth() ? view.fit : Optional.empty();
        boolean exact = fit.isEmpty()
                || fit.get().sd() <= EXACT * plan.resolution()
                || plan.above(accepted) / accepted > 1 + plan.resolution();
        return exact
                ? Step.end(End.FOUND)
                : Step.sharpen(
                        Math.max(accepted, Math.min(open, plan.round(fit.get().amount()))));
    }

    /** Returns where the limit most likely is: never below what was accepted, nor above what was refused. */
    private OptionalDouble estimate(View view, End end) {
        if (view.accepted.isEmpty()) {
            return OptionalDouble.empty();
        }
        double accepted = view.accepted.get().amount();
        if (end == End.UPPER_END_MET || view.open.isEmpty()) {
            return OptionalDouble.of(accepted);
        }
        double refused = view.points.stream()
                .filter(point -> point.amount() > accepted && point.standing() == Standing.REFUSED)
                .mapToDouble(CapacityPoint::amount)
                .min()
                .orElse(plan.to());
        double likely = view.isSmooth()
                ? view.fit.orElseThrow().amount()
                : Math.sqrt(accepted * view.open.get().amount());
        return OptionalDouble.of(Math.max(accepted, Math.min(refused, likely)));
    }

    private Optional<Judgement> because(End end) {
        return end == End.FAULT || end == End.INVALID || end == End.INTERRUPTED
                ? runs.get(runs.size() - 1).judgement()
                : Optional.empty();
    }
}
