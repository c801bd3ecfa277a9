package io.github.llmperf.verdict;

import io.github.llmperf.load.Health;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.Cause.GeneratorTimes;
import io.github.llmperf.verdict.Cause.Latest;
import io.github.llmperf.verdict.Cause.Latest.Counts;
import io.github.llmperf.verdict.Cause.Symptom;
import io.github.llmperf.verdict.Cause.Symptom.Added.Where;
import io.github.llmperf.verdict.Finding.Status;
import io.github.llmperf.verdict.Finding.Validity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Whether the load generator kept up: what it added must be small against the latencies that are looked at. */
final class GeneratorRule {

    /** The reference stream sends 20 requests a second; it must run this long before a p99 of them exists. */
    private static final double SECONDS_FOR_REQUESTS = 5;

    private static final Measure CLIENT_DELAY_P99 = Measure.percentile(Metric.CLIENT_DELAY, 99);
    private static final Measure MEAN_DELAY = Measure.of(Metric.CLIENT_DELAY);
    private static final Measure RESPONSE_TIME = Measure.of(Metric.RESPONSE_TIME);
    private static final Measure LATEST = new Measure(Metric.CLIENT_DELAY, Statistic.MAX);

    /** Part of the load of a closed loop that must be sent for what is measured to be that of the plan. */
    private static final double LEAST_SENT = MostAdded.LEAST_DELIVERED;

    private static final double NANOS_PER_MILLI = 1e6;

    private final LoadPlan plan;
    private final Health health;
    private final Measurement measurement;
    private final AllowedLateness allowed;

    private GeneratorRule(LoadPlan plan, Health health, Measurement measurement, AllowedLateness allowed) {
        this.plan = plan;
        this.health = health;
        this.measurement = measurement;
        this.allowed = allowed;
    }

    /** Returns what speaks for or against the generator. */
    static Validity judge(LoadPlan plan, Health health, Measurement measurement, boolean compared) {
        return new GeneratorRule(plan, health, measurement, AllowedLateness.of(plan, measurement, compared)).judge();
    }

    private Validity judge() {
        List<Symptom> symptoms = symptoms();
        if (!symptoms.isEmpty()) {
            return new Validity(Status.BROKEN, new Cause.GeneratorSaturated(symptoms));
        }
        if (allowed.isAnything() && health.isSaturated()) {
            return new Validity(Status.NOTE, new Cause.GeneratorShort(times()));
        }
        Latest latest = latest();
        return new Validity(
                latest.counts() == Counts.TOO_FEW_AND_LATE ? Status.NOTE : Status.MET,
                new Cause.GeneratorKeptUp(
                        times(),
                        allowed.isAnything() ? Double.POSITIVE_INFINITY : allowed.anyMs(),
                        latest,
                        health.cpu().process()));
    }

    private Latest latest() {
        double latest = measurement.value(LATEST).orElse(0);
        long needed = CLIENT_DELAY_P99.statistic().samplesToExist();
        if (isCapped()) {
            return new Latest(latest, Counts.CAPPED, needed);
        }
        if (delayCounts()) {
            return new Latest(latest, Counts.JUDGED, needed);
        }
        return new Latest(latest, latest > allowed.anyMs() ? Counts.TOO_FEW_AND_LATE : Counts.TOO_FEW, needed);
    }

    private GeneratorTimes times() {
        return new GeneratorTimes(
                health.added().isKnown(),
                health.added().ttft().p50Ms(),
                health.added().ttft().p99Ms(),
                health.added().gap().p99Ms(),
                health.canaryP99Ms(),
                delayCounts() ? OptionalDouble.of(delay()) : OptionalDouble.empty());
    }

    private List<Symptom> symptoms() {
        List<Symptom> symptoms = new ArrayList<>();
        if (health.added().isKnown()) {
            double ttft = health.added().ttft().p99Ms();
            if (requestsCount() && ttft > allowed.ttftMs()) {
                symptoms.add(new Symptom.Added(Where.TTFT, ttft, allowed.ttftMs()));
            }
            double gap = health.added().gap().p99Ms();
            double forGaps = requestsCount() ? allowed.gapMs() : allowed.anyMs();
            if (gap > forGaps) {
                symptoms.add(new Symptom.Added(Where.GAPS, gap, forGaps));
            }
        } else if (health.canaryP99Ms() > allowed.anyMs()) {
            symptoms.add(new Symptom.WokeLate(health.canaryP99Ms(), allowed.anyMs()));
        }
        if (delayCounts() && delay() > allowed.anyMs()) {
            sentLate().ifPresent(symptoms::add);
        }
        if (health.cpu().process() > Health.MOST_CPU) {
            symptoms.add(
                    new Symptom.UsedCpu(health.cpu().process(), health.cpu().count(), Health.MOST_CPU));
        }
        return symptoms;
    }

    /**
     * In open loop latencies count from the schedule, so that sending late is in each of them. In closed loop they
     * count from sending: sending late only makes the load smaller.
     */
    private Optional<Symptom> sentLate() {
        if (!(plan.load().arrival() instanceof Arrival.ClosedLoop closed)) {
            return Optional.of(new Symptom.SentLate(delay(), allowed.anyMs()));
        }
        double late = measurement.value(MEAN_DELAY).orElse(0);
        double sent = sent(closed, measurement);
        return sent >= LEAST_SENT ? Optional.empty() : Optional.of(new Symptom.SentLess(late, sent, LEAST_SENT));
    }

    /** Returns how long a user of a closed loop takes from one request to the next as planned, in ms. */
    static double round(Arrival.ClosedLoop closed, Measurement measurement) {
        return measurement.value(RESPONSE_TIME).orElse(0)
                + closed.thinkTime().draw(.5).toNanos() / NANOS_PER_MILLI;
    }

    /** Returns the part of the load of a closed loop that was sent, 0 to 1: a request that is late holds up its user. */
    static double sent(Arrival.ClosedLoop closed, Measurement measurement) {
        double round = round(closed, measurement);
        double late = measurement.value(MEAN_DELAY).orElse(0);
        return round + late > 0 ? round / (round + late) : 1;
    }

    /** With few requests a single hiccup would be their p99; gaps, ten times as many, show it too. */
    private boolean requestsCount() {
        return health.added().coveredSeconds() >= SECONDS_FOR_REQUESTS;
    }

    private double delay() {
        return measurement.value(CLIENT_DELAY_P99).orElse(0);
    }

    /**
     * With fewer samples than make a p99 exist, one hiccup would decide. Where a cap holds requests back, waiting for it is
     * what the plan asked for.
     */
    private boolean delayCounts() {
        return !isCapped()
                && measurement.samples(CLIENT_DELAY_P99)
                        >= CLIENT_DELAY_P99.statistic().samplesToExist();
    }

    private boolean isCapped() {
        return plan.load().arrival() instanceof Arrival.OpenLoop open
                && open.maxInFlight().isPresent();
    }
}
