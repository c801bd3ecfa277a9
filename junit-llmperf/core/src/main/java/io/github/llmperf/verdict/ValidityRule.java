package io.github.llmperf.verdict;

import io.github.llmperf.load.Health;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.metric.Unit;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.verdict.Finding.Status;
import io.github.llmperf.verdict.Finding.Validity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.StringJoiner;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Whether the run itself can be judged: never the server's regression, nor a pass. */
final class ValidityRule {

    /** Lateness of the generator below which no latency is spoilt, in ms. */
    static final double LATENESS_FLOOR_MS = 5;

    private static final Measure CLIENT_DELAY_P99 = Measure.percentile(Metric.CLIENT_DELAY, 99);
    private static final Measure LATEST = new Measure(Metric.CLIENT_DELAY, Statistic.MAX);
    private static final double LATENESS_PART = .05;
    private static final double MOST_CPU = .90;

    /**
     * Part of all prompt tokens that may come from the server's cache, beyond what legitimately does, before prompts that
     * are meant to be unique count as repeated.
     */
    static final double MOST_CACHED = .20;

    /** Tokens per request that a chat template in front of the prompt may take, rounded up to cache blocks. */
    static final int TEMPLATE_TOKENS = 64;

    private ValidityRule() {}

    /** Returns what speaks for or against judging the run; the generator's health is always among it. */
    static List<Validity> judge(LoadPlan plan, Candidate candidate, boolean compared) {
        LoadRun run = candidate.run();
        Measurement measurement = candidate.measurement();
        List<Validity> findings = new ArrayList<>();
        if (run.end() == LoadRun.End.INTERRUPTED) {
            findings.add(broken("run was interrupted after "
                    + Words.number(run.times().wholeRunSeconds()) + " s"
                    + "; run it again"));
        }
        List<Validity> here = GeneratorRule.judge(run, measurement);
        findings.addAll(here);
        if (measurement.requests().attempted() == 0 && run.end() != LoadRun.End.INTERRUPTED && here.isEmpty()) {
            findings.add(broken("no request was measured: the run ended before the warm-up did; raise maxDuration or"
                    + " shorten warmup or the ramp"));
        }
        findings.add(health(plan, run.health(), measurement, compared));
        List<Validity> cache = cache(plan.workload(), measurement);
        findings.addAll(cache.isEmpty() ? ServerCacheRule.judge(plan, candidate) : cache);
        findings.addAll(ProfilerRule.judge(plan, candidate.server()));
        // The rules of an early end have looked at the trend already.
        if (!run.end().isAborted()) {
            findings.addAll(SteadinessRule.judge(plan, candidate, compared));
        }
        return findings;
    }

    private static Validity health(LoadPlan plan, Health health, Measurement measurement, boolean compared) {
        double allowed = allowedLateness(plan, measurement, compared);
        double delay = measurement.value(CLIENT_DELAY_P99).orElse(0);
        // With fewer samples than make a p99 exist, one hiccup would decide.
        // Where a cap holds requests back, waiting for it is what the plan asked for.
        boolean delayCounts = !isCapped(plan)
                && measurement.samples(CLIENT_DELAY_P99)
                        >= CLIENT_DELAY_P99.statistic().samplesToExist();
        StringJoiner symptoms = new StringJoiner(" and ");
        if (health.canaryP99Ms() > allowed) {
            symptoms.add(
                    "a sleeping thread woke " + ms(health.canaryP99Ms()) + " late (p99, allowed " + ms(allowed) + ")");
        }
        if (delayCounts && delay > allowed) {
            symptoms.add("requests were sent " + ms(delay) + " late (p99, allowed " + ms(allowed) + ")");
        }
        if (health.processCpu() > MOST_CPU) {
            symptoms.add("it used " + Words.percent(health.processCpu()) + " of "
                    + Words.count(health.cpus(), "processor") + " (allowed " + Words.percent(MOST_CPU) + ")");
        }
        if (symptoms.length() > 0) {
            return broken(
                    "load generator saturated: " + symptoms + "; give it more free processor time, or lower the load");
        }
        double latest = measurement.value(LATEST).orElse(0);
        boolean unknown = !delayCounts && !isCapped(plan) && latest > allowed;
        return new Validity(
                unknown ? Status.NOTE : Status.MET,
                (unknown ? "load generator woke up in time: wake-ups " : "load generator kept up: wake-ups ")
                        + ms(health.canaryP99Ms())
                        + (delayCounts ? " and requests " + ms(delay) : "") + " late (p99), "
                        + (Double.isInfinite(allowed) ? "no latency is limited or guarded" : "allowed " + ms(allowed))
                        + (delayCounts ? "" : "; requests at most " + ms(latest) + " late, " + whyNotJudged(plan))
                        + (Double.isNaN(health.processCpu())
                                ? ""
                                : "; process CPU " + Words.percent(health.processCpu())));
    }

    private static String whyNotJudged(LoadPlan plan) {
        return isCapped(plan)
                ? "as maxInFlight makes them wait"
                : "which is not judged below " + CLIENT_DELAY_P99.statistic().samplesToExist() + " requests";
    }

    /**
     * Returns 5 % of the smallest latency that a limit or the baseline looks at, at least 5 ms; infinity where none is. A
     * limit far above what was measured is not spoilt by what is late against the measured value only, so the larger of
     * the two counts. The baseline looks at nothing where there is none.
     */
    private static double allowedLateness(LoadPlan plan, Measurement measurement, boolean compared) {
        DoubleStream limited = plan.limits().limits().stream()
                .filter(limit -> isServerLatency(limit.measure().metric()))
                .mapToDouble(limit -> Math.max(
                                limit.value(),
                                measurement.value(limit.measure()).orElse(0))
                        * spread(limit.measure().metric(), measurement));
        DoubleStream guarded = (compared ? plan.baseline().gated().stream() : Stream.<Measure>empty())
                .filter(measure -> isServerLatency(measure.metric()))
                .filter(measure -> measurement.value(measure).isPresent())
                .mapToDouble(
                        measure -> measurement.value(measure).getAsDouble() * spread(measure.metric(), measurement));
        OptionalDouble smallest = DoubleStream.concat(limited, guarded).min();
        return smallest.isPresent()
                ? Math.max(LATENESS_FLOOR_MS, LATENESS_PART * smallest.getAsDouble())
                : Double.POSITIVE_INFINITY;
    }

    /** Latencies that a late wake-up of this program falsifies; what the server says of itself is none. */
    static boolean isServerLatency(Metric metric) {
        return switch (metric) {
            case TTFT, TTFO, TTFE, TPOT, ITL, E2E, RESPONSE_TIME -> true;
            default -> false;
        };
    }

    /** One late wake-up is spread over all tokens of a request where the time per token is taken over all of them. */
    private static double spread(Metric metric, Measurement measurement) {
        double tokens = measurement.value(Measure.of(Metric.OUTPUT_TOKENS)).orElse(2);
        return metric == Metric.TPOT ? Math.max(1, tokens - 1) : 1;
    }

    private static boolean isCapped(LoadPlan plan) {
        return plan.arrival() instanceof Arrival.OpenLoop open
                && open.maxInFlight().isPresent();
    }

    /**
     * A chat template, a system prompt and tools stand before the nonce and are rightly cached: as many tokens per
     * request as the template may take and as the rest has characters, since no tokenizer makes more. Turns that go on with
     * a conversation are left out: their history is cached, as it should be, and begins with the nonce of the first turn,
     * so that first turns show whatever else is.
     */
    private static List<Validity> cache(Workload workload, Measurement measurement) {
        Measurement.TokenCounts tokens = measurement.tokens();
        Measurement.Continued continued = tokens.continued();
        long prompt = tokens.prompt() - continued.prompt();
        long cached = tokens.cached() - continued.cached();
        if (workload.cache() != Workload.Cache.UNIQUE || prompt <= 0 || cached <= 0) {
            return List.of();
        }
        double unexplained = cached - shared(workload) * (measurement.requests().succeeded() - continued.requests());
        if (unexplained <= MOST_CACHED * prompt) {
            return List.of();
        }
        return List.of(broken("cache contaminated: " + String.format(Locale.ROOT, "%,d", cached) + " of "
                + Words.count(prompt, "prompt token")
                + (continued.requests() > 0 ? " of first turns" : "") + " ("
                + Words.percent((double) cached / prompt)
                + ") came from the server's cache, though prompts are unique per run; empty the cache, or set"
                + " cache = SHARED if repeated prompts are meant"));
    }

    /** Tokens of a request that rightly are the same as in others. */
    static double shared(Workload workload) {
        return (double) TEMPLATE_TOKENS
                + workload.systemPrompt().length()
                + workload.extraBody().length();
    }

    static Validity broken(String text) {
        return new Validity(Status.BROKEN, text);
    }

    private static String ms(double value) {
        return Words.quantity(value, Unit.MILLISECONDS);
    }
}
