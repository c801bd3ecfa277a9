package io.github.llmperf.wording;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.Limits;
import io.github.llmperf.verdict.CapacityOutcome;
import io.github.llmperf.verdict.CapacityPoint;
import io.github.llmperf.verdict.Cause;
import io.github.llmperf.verdict.Finding;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** A search in words. */
final class CapacityText {

    private final CapacityOutcome outcome;
    private final CapacityPlan plan;
    private final Limits limits;

    CapacityText(CapacityOutcome outcome, Limits limits) {
        this.outcome = outcome;
        this.plan = outcome.plan();
        this.limits = limits;
    }

    /** Returns the outcome in one line. */
    String sentence() {
        return switch (outcome.end()) {
            case FOUND -> carries() + open();
            case UPPER_END_MET ->
                "carries at least " + carried() + met() + ", the most that were tried; raise the range to find where"
                        + " it ends";
            case RUNS_USED_UP ->
                carries() + open() + "; all " + Numbers.count(outcome.runs(), "run")
                        + " were used up before it was known to " + Numbers.percent(plan.resolution())
                        + ": raise maxRuns, or the resolution";
            case LOWER_END_FAILS -> plan.text(plan.from()) + broken(plan.from()) + ", and the range begins there";
            case LOWER_END_TOO_CLOSE ->
                "whether " + plan.text(plan.from()) + ", where the range begins, " + verb(plan.from(), "meet")
                        + " the limits is too close to tell"
                        + " with " + Numbers.percent(plan.certainty()) + " certainty" + measured(plan.from())
                        + "; let the range begin lower, or measure longer";
            case INVALID -> because() + " (twice at the same load)" + soFar();
            case INTERRUPTED, FAULT -> because() + soFar();
        };
    }

    private String because() {
        return outcome.because().map(ReasonText::of).orElse("the search was interrupted");
    }

    /** Returns where the limit most likely lies, of a search that knows. */
    String estimate() {
        return "the limit most likely lies at "
                + plan.text(plan.round(outcome.estimate().orElseThrow())) + ", by all "
                + Numbers.count(outcome.runs(), "run") + " together; " + carried() + " meet the limits with "
                + Numbers.percent(plan.certainty()) + " certainty";
    }

    /** Returns how many nodes the planned load takes, of a search that was given one. */
    String nodes() {
        return plan.text(plan.planned().orElseThrow()) + " take "
                + Numbers.count(outcome.nodes().orElseThrow(), "node") + " of " + carried()
                + (plan.headroom() > 0 ? ", " + Numbers.percent(plan.headroom()) + " of each kept free" : "");
    }

    private String carries() {
        return outcome.carried().isPresent() ? "carries " + carried() + met() : "carries nothing that was tried";
    }

    private String carried() {
        return plan.text(outcome.carried().orElseThrow());
    }

    private String met() {
        List<Limit> asked = limits.limits();
        return asked.stream()
                .map(limit -> limit.measure() + " " + Numbers.bound(limit))
                .collect(Collectors.joining(", ", " (", ")"));
    }

    private String open() {
        OptionalDouble open = outcome.open();
        return open.isEmpty() ? "" : "; " + plan.text(open.getAsDouble()) + broken(open.getAsDouble());
    }

    private String broken(double amount) {
        CapacityPoint point = outcome.at(amount).orElseThrow();
        if (point.nearest().isEmpty() && point.isRising()) {
            return (amount == 1 ? " is" : " are") + " more than the target carries: " + rising(point);
        }
        if (point.nearest().isEmpty()) {
            return verb(amount, " break") + " the target down: " + breakdown(point);
        }
        boolean refused = point.standing() == CapacityPoint.Standing.REFUSED;
        return (refused ? verb(amount, " break") + " " : (amount == 1 ? " is" : " are") + " too close to the limit on ")
                + point.nearest().get().measure()
                + measured(amount);
    }

    /** One user breaks a limit; several break it, and so does a rate of several requests. */
    private static String verb(double amount, String plural) {
        return amount == 1 ? plural + "s" : plural;
    }

    private static String breakdown(CapacityPoint point) {
        return point.runs().stream()
                .flatMap(run -> run.judgement().stream())
                .findFirst()
                .map(ReasonText::of)
                .orElse("");
    }

    private static String rising(CapacityPoint point) {
        return point.runs().stream()
                .flatMap(run -> run.judgement().stream())
                .flatMap(judgement -> judgement.findings().stream())
                .filter(Finding.Validity.class::isInstance)
                .map(finding -> ((Finding.Validity) finding).cause())
                .filter(Cause.NotSteady.class::isInstance)
                .map(cause -> rising((Cause.NotSteady) cause))
                .findFirst()
                .orElse("latencies kept rising");
    }

    private static String rising(Cause.NotSteady seen) {
        return seen.metric() + " kept rising, from " + Numbers.quantity(seen.from(), seen.metric()) + " to "
                + Numbers.quantity(seen.to(), seen.metric()) + " in " + Numbers.number(seen.seconds()) + " s";
    }

    private String measured(double amount) {
        Optional<CapacityPoint> point = outcome.at(amount);
        Optional<Limit> nearest = point.flatMap(CapacityPoint::nearest);
        if (nearest.isEmpty()) {
            return "";
        }
        OptionalDouble value = point.get().measured(nearest.get());
        String shown = value.isPresent()
                ? Numbers.quantity(value.getAsDouble(), nearest.get().measure().metric())
                : "beyond measure";
        return " (" + shown + ", must be " + Numbers.bound(nearest.get()) + ")";
    }

    private String soFar() {
        return outcome.carried().isPresent() ? "; carried " + carried() + " until then" : "";
    }
}
