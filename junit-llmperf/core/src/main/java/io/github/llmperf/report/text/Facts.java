package io.github.llmperf.report.text;

import io.github.llmperf.baseline.Environment;
import io.github.llmperf.load.Health;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.RequestCounts;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.ByteSize;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Profiler;
import io.github.llmperf.plan.Times;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.report.model.Percentiles;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.Numbers;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** What a report says of the plan, the place and the generator, as names and values in reading order. */
@API(status = Status.INTERNAL, since = "0.1")
public final class Facts {

    /** The fact that names the target. */
    public static final String TARGET = "target";

    private static final String ANSWERED_BY = "model in answers";
    private static final String SERVER = "server";
    private static final String JAVA = "java";
    private static final String SYSTEM = "system";

    private Facts() {}

    public static double clientDelayP99(Report report) {
        return report.measurement()
                .distribution(Metric.CLIENT_DELAY)
                .map(samples -> Percentiles.of(samples, Statistic.percentile(99)))
                .orElse(Double.NaN);
    }

    /** The few numbers that readers look for first. */
    public static Map<String, String> outline(Report report) {
        Measurement measurement = report.measurement();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("load", load(report.plan().load().arrival()) + ofSearch(report.plan()));
        facts.put("requests", Long.toString(measurement.requests().attempted()));
        facts.put("failed", Long.toString(measurement.requests().failed()));
        Double tokens = measurement.rates().get(Metric.OUTPUT_TOKEN_RATE);
        if (tokens != null) {
            facts.put(
                    "output",
                    Figures.quantity(tokens, Metric.OUTPUT_TOKEN_RATE.unit())
                            + (measurement.window().ratesFromWholeRun() ? " (whole run)" : ""));
        }
        facts.put("window", Figures.seconds(measurement.window().seconds()));
        if (report.series().trials().size() > 1) {
            facts.put("trials", Integer.toString(report.series().trials().size()));
        }
        facts.put("compared with", comparedWith(report));
        ClientOverheadText.toTtft(report.run().health())
                .ifPresent(added -> facts.put(ClientOverheadText.SUBJECT, added));
        return facts;
    }

    private static String comparedWith(Report report) {
        Pairing pairing = report.plan().load().pairing();
        if (pairing != null) {
            int pairs = report.paired().map(paired -> paired.pairs().size()).orElse(0);
            return pairing.name() + ", " + Figures.count(pairs, "pair");
        }
        return switch (report.plan().criteria().baseline().mode()) {
            case OFF -> "nothing (off)";
            case CALIBRATE -> "nothing (calibration)";
            case COMPARE, RECORD -> Figures.count(report.baseline().runs(), "stored run");
        };
    }

    /** The numbers around it are those of one load of the search. */
    private static String ofSearch(LoadPlan plan) {
        return plan.load().capacity() == null ? "" : " (of a search)";
    }

    private static void search(Map<String, String> facts, LoadPlan plan) {
        CapacityPlan search = plan.load().capacity();
        if (search != null) {
            facts.put("search", search + ", at most " + Figures.count(search.maxRuns(), "run"));
            facts.put(
                    "accepted with",
                    Figures.part(search.certainty()) + " certainty, within " + Figures.part(search.resolution()));
        }
    }

    static String load(Arrival arrival) {
        if (arrival instanceof Arrival.ClosedLoop closed) {
            return Figures.count(closed.users(), "user");
        }
        return Numbers.number(((Arrival.OpenLoop) arrival).requestRate()) + " requests/s";
    }

    public static Map<String, String> plan(Report report) {
        LoadPlan plan = report.plan();
        Workload workload = plan.load().workload();
        Phases phases = plan.load().phases();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("load", load(plan.load().arrival()));
        search(facts, plan);
        if (plan.load().arrival() instanceof Arrival.ClosedLoop closed) {
            facts.put("users start", closed.ramp().toString());
            facts.put(
                    "think time",
                    closed.thinkTime().isNone() ? "none" : closed.thinkTime().toString());
            if (closed.turns() > 1) {
                facts.put("conversations", "of " + closed.turns() + " turns, with all that was said before");
            }
        }
        facts.put(
                "prompts", workload.prompts().set() + " (" + workload.prompts().hash() + ")");
        workload.prompts().chars().ifPresent(chars -> facts.put("prompt length", chars + " characters"));
        workload.prompts().tokens().ifPresent(tokens -> facts.put("prompt length", "about " + tokens + " tokens"));
        facts.put("most new tokens", workload.maxNewTokens() + (workload.forceLength() ? " (forced)" : ""));
        facts.put("streamed", workload.stream() ? "yes" : "no");
        facts.put("temperature", Numbers.number(workload.temperature()));
        put(facts, "system prompt", workload.systemPrompt());
        put(facts, "extra body", workload.extraBody());
        facts.put("prefix cache", workload.cache() == Workload.Cache.UNIQUE ? "kept out (nonce)" : "may help");
        facts.put("warm-up", phases.warmup().isNone() ? "none" : phases.warmup().toString());
        if (!phases.cooldown().isZero()) {
            facts.put("cooldown", Times.text(phases.cooldown()));
        }
        if (phases.abort()) {
            facts.put("ends early", "when a limit is lost or the target is overrun");
        }
        facts.put("length", length(plan));
        facts.put("window", phases.window().name());
        facts.put("timeout", Times.text(plan.caps().timeout()));
        plan.caps().maxAnswerSize().ifPresent(bytes -> facts.put("largest answer", ByteSize.text(bytes)));
        facts.put("baseline", baseline(plan));
        facts.put("seed", Long.toString(plan.load().seed()));
        if (plan.load().repetitions() > 1) {
            facts.put("repetitions", Integer.toString(plan.load().repetitions()));
        }
        if (plan.observation().profiler() != Profiler.OFF) {
            facts.put("profiler", plan.observation().profiler() + ", which makes the server slower");
        }
        facts.put("run id", plan.runId());
        facts.put("strict", plan.criteria().strict() ? "yes" : "no");
        return facts;
    }

    private static String length(LoadPlan plan) {
        Phases phases = plan.load().phases();
        String planned = phases.requests().isPresent()
                ? Figures.count(phases.requests().getAsInt(), "request")
                : phases.duration()
                        .map(Times::text)
                        .orElseGet(() -> "until it can be judged, at least "
                                + Figures.count(plan.requestGoal().orElse(0), "request"));
        return planned + ", at most " + Times.text(phases.maxDuration());
    }

    private static String baseline(LoadPlan plan) {
        BaselinePolicy policy = plan.criteria().baseline();
        Pairing pairing = plan.load().pairing();
        if (!policy.compares() && pairing == null) {
            return policy.mode().name().toLowerCase(Locale.ROOT);
        }
        return (pairing == null ? "" : pairing.pairs() + " pairs with a second target, ") + "tolerance "
                + Figures.part(policy.guard().tolerance()) + ", tails "
                + Figures.part(policy.guard().tailTolerance())
                + ", " + policy.guard().gated().stream().map(Object::toString).collect(Collectors.joining(", "))
                + (policy.anchor() == null ? "" : ", anchor " + policy.anchor());
    }

    public static Map<String, String> environment(Report report) {
        Environment environment = report.origin().environment();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("environment", environment.name());
        facts.put(TARGET, environment.target());
        put(facts, "model", environment.model());
        Pairing pairing = report.plan().load().pairing();
        put(facts, "second target", pairing == null ? "" : pairing.with().toString());
        environment.labels().forEach((name, value) -> facts.put("label " + name, value));
        put(facts, ANSWERED_BY, String.join(", ", environment.answeredBy()));
        put(facts, SERVER, environment.server());
        facts.put("started", report.origin().startedAt().toString());
        put(
                facts,
                "commit",
                report.origin().commit() == null ? "" : report.origin().commit());
        facts.put(JAVA, environment.java());
        facts.put(SYSTEM, system(environment));
        put(facts, "baseline file", report.baseline().file());
        return facts;
    }

    private static String system(Environment environment) {
        return environment.os() + ", " + Figures.count(environment.cpus(), "processor");
    }

    /** Those facts that may differ between runs that are compared with each other, by the same names. */
    public static Map<String, String> machine(Environment environment) {
        Map<String, String> facts = new LinkedHashMap<>();
        put(facts, TARGET, environment.target());
        put(facts, ANSWERED_BY, String.join(", ", environment.answeredBy()));
        put(facts, SERVER, environment.server());
        put(facts, JAVA, environment.java());
        facts.put(SYSTEM, system(environment));
        return facts;
    }

    public static Map<String, String> health(Report report) {
        Health health = report.run().health();
        RequestCounts counts = report.measurement().requests();
        Map<String, String> facts = new LinkedHashMap<>();
        ClientOverheadText.put(facts, health);
        facts.put("client delay p99", clientDelay(report));
        facts.put("late wake-up p99", Figures.quantity(health.canaryP99Ms(), Metric.CLIENT_DELAY.unit()));
        facts.put("longest GC pause", Figures.quantity(health.gcPauses().longestMs(), Metric.CLIENT_DELAY.unit()));
        facts.put("all GC pauses", Figures.quantity(health.gcPauses().sumMs(), Metric.CLIENT_DELAY.unit()));
        facts.put("processor, this process", Figures.part(health.cpu().process()));
        facts.put("processor, whole machine", Figures.part(health.cpu().machine()));
        facts.put(
                "waiting for a processor, whole machine",
                Figures.part(health.cpu().pressure()));
        facts.put("token events that came together", Figures.part(health.coalesced()));
        facts.put("new connections", Long.toString(counts.newConnections()));
        facts.put("stale connections replaced", Long.toString(counts.staleRetries()));
        facts.put("in flight at the end", Long.toString(counts.inFlightAtEnd()));
        if (counts.cooldown() > 0) {
            facts.put("sent in cooldown", Long.toString(counts.cooldown()));
        }
        return facts;
    }

    /** With few requests there is no p99, only a maximum. */
    private static String clientDelay(Report report) {
        double p99 = clientDelayP99(report);
        return Double.isNaN(p99)
                ? report.measurement()
                        .distribution(Metric.CLIENT_DELAY)
                        .map(delays ->
                                "none of so few; longest " + Figures.quantity(delays.max(), Metric.CLIENT_DELAY.unit()))
                        .orElse("–")
                : Figures.quantity(p99, Metric.CLIENT_DELAY.unit());
    }

    private static void put(Map<String, String> facts, String name, String value) {
        if (!value.isEmpty()) {
            facts.put(name, value);
        }
    }
}
