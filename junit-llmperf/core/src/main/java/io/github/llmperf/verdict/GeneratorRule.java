package io.github.llmperf.verdict;

import io.github.llmperf.load.Health;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.metric.Unit;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.Finding.Status;
import io.github.llmperf.verdict.Finding.Validity;
import io.github.llmperf.verdict.Finding.Validity.Subject;
import io.github.llmperf.witness.Lateness;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether the load generator kept up: what it added must be small against the latencies that are looked at. */
final class GeneratorRule {

    /** So long the reference stream has to be watched for a p99 of its requests to exist, of which there are 20 a second. */
    private static final double SECONDS_FOR_REQUESTS = 5;

    private static final Measure CLIENT_DELAY_P99 = Measure.percentile(Metric.CLIENT_DELAY, 99);
    private static final Measure MEAN_DELAY = Measure.of(Metric.CLIENT_DELAY);
    private static final Measure RESPONSE_TIME = Measure.of(Metric.RESPONSE_TIME);
    private static final Measure LATEST = new Measure(Metric.CLIENT_DELAY, Statistic.MAX);

    /** Part of the load of a closed loop that must be sent for what is measured to be that of the plan. */
    private static final double LEAST_SENT = .95;

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
        List<String> symptoms = symptoms();
        if (!symptoms.isEmpty()) {
            return new Validity(
                    Status.BROKEN,
                    Subject.GENERATOR_SATURATED,
                    "load generator saturated: " + String.join(" and ", symptoms)
                            + "; give it more free processor time, or lower the load");
        }
        if (allowed.isAnything() && health.isSaturated()) {
            return new Validity(
                    Status.NOTE,
                    Subject.GENERATOR_SATURATED,
                    "load generator was short of time: " + figures() + ", no latency is limited or guarded");
        }
        double latest = measurement.value(LATEST).orElse(0);
        boolean unknown = !delayCounts() && !isCapped() && latest > allowed.anyMs();
        return new Validity(
                unknown ? Status.NOTE : Status.MET,
                Subject.GENERATOR_OK,
                (unknown ? "load generator woke up in time: " : "load generator kept up: ") + figures() + ", "
                        + (allowed.isAnything() ? "no latency is limited or guarded" : "allowed " + ms(allowed.anyMs()))
                        + (delayCounts() ? "" : "; requests at most " + ms(latest) + " late, " + whyNotJudged())
                        + (Double.isNaN(health.processCpu())
                                ? ""
                                : "; process CPU " + Words.percent(health.processCpu())));
    }

    private List<String> symptoms() {
        List<String> symptoms = new ArrayList<>();
        if (health.added().isKnown()) {
            Lateness ttft = health.added().ttft();
            if (requestsCount() && ttft.p99Ms() > allowed.ttftMs()) {
                symptoms.add(added(ttft, "ttft", allowed.ttftMs()));
            }
            Lateness gap = health.added().gap();
            double forGaps = requestsCount() ? allowed.gapMs() : allowed.anyMs();
            if (gap.p99Ms() > forGaps) {
                symptoms.add(added(gap, "gaps between tokens", forGaps));
            }
        } else if (health.canaryP99Ms() > allowed.anyMs()) {
            symptoms.add("a sleeping thread woke " + ms(health.canaryP99Ms()) + " late (p99, allowed "
                    + ms(allowed.anyMs()) + ")");
        }
        if (delayCounts() && delay() > allowed.anyMs()) {
            sentLate().ifPresent(symptoms::add);
        }
        if (health.processCpu() > Health.MOST_CPU) {
            symptoms.add("it used " + Words.percent(health.processCpu()) + " of "
                    + Words.count(health.cpus(), "processor") + " (allowed " + Words.percent(Health.MOST_CPU) + ")");
        }
        return symptoms;
    }

    /**
     * In open loop latencies count from the schedule, so that sending late is in each of them. In closed loop they count
     * from sending: what is sent late makes the load smaller, and nothing else.
     */
    private Optional<String> sentLate() {
        if (!(plan.arrival() instanceof Arrival.ClosedLoop closed)) {
            return Optional.of(
                    "requests were sent " + ms(delay()) + " late (p99, allowed " + ms(allowed.anyMs()) + ")");
        }
        double late = measurement.value(MEAN_DELAY).orElse(0);
        double round = measurement.value(RESPONSE_TIME).orElse(0)
                + closed.thinkTime().draw(.5).toNanos() / NANOS_PER_MILLI;
        double sent = round / (round + late);
        return sent >= LEAST_SENT
                ? Optional.empty()
                : Optional.of("requests were sent " + ms(late) + " late on average, so that only " + Words.percent(sent)
                        + " of the load was sent (at least " + Words.percent(LEAST_SENT) + ")");
    }

    /** With few requests one hiccup would be their p99; gaps, of which there are ten times as many, see it too. */
    private boolean requestsCount() {
        return health.added().coveredSeconds() >= SECONDS_FOR_REQUESTS;
    }

    private static String added(Lateness lateness, String where, double allowed) {
        return "the client added " + ms(lateness.p99Ms()) + " to " + where + " (p99, allowed " + ms(allowed) + ")";
    }

    private String figures() {
        String sent = delayCounts() ? " and requests " + ms(delay()) + " late (p99)" : " late (p99)";
        return health.added().isKnown()
                ? "the client added " + ms(health.added().ttft().p50Ms()) + " to ttft (p99 "
                        + ms(health.added().ttft().p99Ms()) + "), "
                        + ms(health.added().gap().p99Ms()) + " to gaps (p99)"
                        + (delayCounts() ? ", requests were " + ms(delay()) + " late (p99)" : "")
                : "wake-ups " + ms(health.canaryP99Ms()) + sent;
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

    private String whyNotJudged() {
        return isCapped()
                ? "as maxInFlight makes them wait"
                : "which is not judged below " + CLIENT_DELAY_P99.statistic().samplesToExist() + " requests";
    }

    private boolean isCapped() {
        return plan.arrival() instanceof Arrival.OpenLoop open
                && open.maxInFlight().isPresent();
    }

    private static String ms(double value) {
        return Words.quantity(value, Unit.MILLISECONDS);
    }
}
