package io.github.llmperf.baseline;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Quantity;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Times;
import io.github.llmperf.plan.Workload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What must be equal for two runs to be comparable, as readable fields named like the attributes that set them. Left out
 * on purpose: run id and nonce (new in every run), seed (another draw of the same load), timeout, maxDuration, budget
 * and probe (they guard a run, they do not shape it), url, headers and output.
 *
 * @param fields value by name, in the order of writing; what is unset is absent
 */
@API(status = Status.INTERNAL, since = "0.1")
public record WorkloadIdentity(Map<String, String> fields) {

    /** Longest extra body that is kept readable; a longer one is kept as a hash. */
    private static final int READABLE = 120;

    /** Keeps the order and makes the map unmodifiable. */
    public WorkloadIdentity {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** Returns the identity of a plan's workload. */
    public static WorkloadIdentity of(LoadPlan plan) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("api", plan.target().api());
        putPrompt(fields, plan);
        putArrival(fields, plan.load().arrival());
        putSearch(fields, plan);
        putPhases(fields, plan.load().phases());
        putPerRequestLimits(fields, plan);
        return new WorkloadIdentity(fields);
    }

    private static void putPrompt(Map<String, String> fields, LoadPlan plan) {
        Workload workload = plan.load().workload();
        fields.put("prompt", workload.prompts().set());
        fields.put("promptHash", workload.prompts().hash());
        workload.prompts().chars().ifPresent(n -> fields.put("promptChars", Integer.toString(n)));
        workload.prompts().tokens().ifPresent(n -> fields.put("promptTokens", Integer.toString(n)));
        fields.put("maxNewTokens", Integer.toString(workload.maxNewTokens()));
        fields.put("forceLength", onOff(workload.forceLength()));
        fields.put("stream", onOff(workload.stream()));
        fields.put("temperature", Quantity.number(workload.temperature()));
        if (!workload.systemPrompt().isEmpty()) {
            fields.put("systemPrompt", "sha256:" + Fingerprint.of(workload.systemPrompt(), 12));
        }
        if (!workload.extraBody().isBlank()) {
            String body = plan.target().maskSecrets(JsonText.canonical(workload.extraBody()));
            fields.put("extraBody", body.length() <= READABLE ? body : "sha256:" + Fingerprint.of(body, 12));
        }
        fields.put("cache", workload.cache().name());
    }

    private static void putArrival(Map<String, String> fields, Arrival arrival) {
        if (arrival instanceof Arrival.ClosedLoop closed) {
            fields.put("users", Integer.toString(closed.users()));
            fields.put(
                    "spawnRate",
                    closed.ramp().isAtOnce() ? "inf" : rate(closed.ramp().perSecond()));
            if (closed.ramp().users() > 1) {
                fields.put("ramp", closed.ramp().toString());
            }
            fields.put("thinkTime", closed.thinkTime().toString());
            if (closed.turns() > 1) {
                fields.put("turns", Integer.toString(closed.turns()));
            }
        } else if (arrival instanceof Arrival.OpenLoop open) {
            fields.put("requestRate", rate(open.requestRate()));
            fields.put("burstiness", rate(open.burstiness()));
            open.maxInFlight().ifPresent(n -> fields.put("maxInFlight", Integer.toString(n)));
        }
    }

    /** The result of a search depends on the limits and the range, not on a single amount of load. */
    private static void putSearch(Map<String, String> fields, LoadPlan plan) {
        CapacityPlan search = plan.load().capacity();
        if (search != null) {
            fields.remove(search.kind().attribute());
            fields.put("capacity", search.toString());
            fields.put(
                    "limits",
                    plan.criteria().limits().judged().stream()
                            .map(Limit::toString)
                            .collect(Collectors.joining(", ")));
        }
    }

    private static void putPhases(Map<String, String> fields, Phases phases) {
        fields.put("warmup", phases.warmup().toString());
        fields.put("window", phases.window().name());
        if (!phases.cooldown().isZero()) {
            fields.put("cooldown", Times.text(phases.cooldown()));
        }
        phases.requests().ifPresent(n -> fields.put("requests", Integer.toString(n)));
        phases.duration().ifPresent(d -> fields.put("duration", Times.text(d)));
        if (phases.isAdaptive()) {
            fields.put("requests", "adaptive");
        }
    }

    /** Per-request limits shape what goodput and attainment mean, so they count where one of these is guarded. */
    private static void putPerRequestLimits(Map<String, String> fields, LoadPlan plan) {
        boolean matters = plan.criteria().baseline().guard().gated().stream()
                .anyMatch(m -> m.metric() == Metric.GOODPUT || m.metric() == Metric.ATTAINMENT);
        if (matters) {
            plan.criteria().limits().eachTtft().ifPresent(v -> fields.put("eachTtft", Quantity.number(v) + "ms"));
            plan.criteria().limits().eachTpot().ifPresent(v -> fields.put("eachTpot", Quantity.number(v) + "ms"));
            plan.criteria().limits().eachE2e().ifPresent(v -> fields.put("eachE2e", Quantity.number(v) + "ms"));
        }
    }

    private static String onOff(boolean value) {
        return value ? "ON" : "OFF";
    }

    private static String rate(double value) {
        return Double.isInfinite(value) ? "inf" : Quantity.number(value);
    }

    /**
     * Returns a hash of all fields, whatever their order.
     *
     * @return 16 hex digits
     */
    public String hash() {
        String text = fields.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(e -> e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining("\n"));
        return Fingerprint.of(text, 16);
    }

    /** Returns in which fields a stored workload differs from this one, in the order of writing. */
    List<Difference> changesSince(WorkloadIdentity stored) {
        Set<String> names = new LinkedHashSet<>(fields.keySet());
        names.addAll(stored.fields.keySet());
        List<Difference> differences = new ArrayList<>();
        for (String name : names) {
            String from = stored.fields.getOrDefault(name, "");
            String to = fields.getOrDefault(name, "");
            if (!from.equals(to)) {
                differences.add(new Difference(name, from, to));
            }
        }
        return differences;
    }
}
