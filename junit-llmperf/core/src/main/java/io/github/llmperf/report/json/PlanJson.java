package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.Limits;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Times;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.secret.Secret;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes the resolved plan: durations and limits as one would write them, secrets masked. */
final class PlanJson {

    private final JsonWriting json;
    private final SafeText safe;
    private final LoadPlan plan;

    PlanJson(JsonWriting json, Report report) {
        this.json = json;
        this.safe = new SafeText(report);
        this.plan = report.plan();
    }

    void writeTo(ObjectNode node) {
        target(node.putObject("target"), plan.target());
        workload(node.putObject("workload"));
        arrival(node.putObject("arrival"));
        phases(node.putObject("phases"));
        json.put(node, "timeout", Times.text(plan.caps().timeout()));
        json.put(node, "maxAnswerSize", plan.caps().maxAnswerSize());
        limits(node.putObject("limits"));
        baseline(node.putObject("baseline"));
        node.put("seed", plan.load().seed());
        node.put("repetitions", plan.load().repetitions());
        json.put(node, "maxTokens", plan.caps().maxTokens());
        node.put("probe", plan.observation().probe());
        node.put("strict", plan.criteria().strict());
        node.put("gate", plan.criteria().gate());
        json.put(node, "output", plan.output().directory().toString());
        node.put("records", plan.output().fullRecords() ? "full" : "summary");
        json.put(node, "metricsInterval", Times.text(plan.observation().interval()))
                .put(node, "profiler", plan.observation().profiler().toString().toLowerCase(Locale.ROOT));
    }

    void target(ObjectNode node, Target target) {
        json.put(node, "name", target.name())
                .put(node, "url", safe.of(target.url()))
                .put(node, "api", target.api())
                .put(node, "model", target.model())
                .put(node, "headers", headers(target))
                .put(node, "key", target.key() == null ? null : Secret.MASK)
                .put(
                        node,
                        "proxy",
                        target.connection().proxy() == null
                                ? null
                                : safe.of(target.connection().proxy()))
                .put(node, "caFile", text(target.connection().tls().caFile()))
                .put(node, "clientCertificate", text(target.connection().tls().clientCertificate()))
                .put(node, "metricsUrl", metricsUrls(target))
                .put(
                        node,
                        "waitFor",
                        target.connection().waitFor() == null
                                ? null
                                : Times.text(target.connection().waitFor()))
                .put(node, "labels", target.labels());
    }

    private @Nullable String metricsUrls(Target target) {
        return target.metricsUrls().isEmpty()
                ? null
                : target.metricsPages().stream().map(safe::of).collect(Collectors.joining(","));
    }

    private static @Nullable String text(@Nullable Path path) {
        return path == null ? null : path.toString();
    }

    private static Map<String, String> headers(Target target) {
        return target.headers().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        header -> Secret.isSecretHeader(header.getKey()) ? Secret.MASK : header.getValue()));
    }

    private void workload(ObjectNode node) {
        Workload workload = plan.load().workload();
        json.put(node, "prompt", workload.prompts().set())
                .put(node, "promptHash", workload.prompts().hash())
                .put(node, "promptChars", workload.prompts().chars())
                .put(node, "promptTokens", workload.prompts().tokens());
        node.put("maxNewTokens", workload.maxNewTokens());
        node.put("forceLength", workload.forceLength());
        node.put("stream", workload.stream());
        json.put(node, "temperature", workload.temperature())
                .put(node, "systemPrompt", workload.systemPrompt())
                .put(node, "extraBody", workload.extraBody())
                .put(node, "cache", workload.cache().name());
    }

    private void arrival(ObjectNode node) {
        if (plan.load().arrival() instanceof Arrival.ClosedLoop closed) {
            node.put("loop", "closed");
            node.put("users", closed.users());
            if (closed.ramp().users() == 1) {
                json.put(node, "spawnRate", closed.ramp().perSecond());
            }
            json.put(node, "ramp", closed.ramp().toString())
                    .put(node, "thinkTime", closed.thinkTime().toString());
            node.put("turns", closed.turns());
        } else if (plan.load().arrival() instanceof Arrival.OpenLoop open) {
            node.put("loop", "open");
            json.put(node, "requestRate", open.requestRate())
                    .put(node, "burstiness", open.burstiness())
                    .put(node, "maxInFlight", open.maxInFlight());
        }
    }

    private void phases(ObjectNode node) {
        Phases phases = plan.load().phases();
        json.put(node, "warmup", phases.warmup().toString())
                .put(node, "requests", phases.requests())
                .put(node, "duration", phases.duration().map(Times::text).orElse(null))
                .put(node, "cooldown", Times.text(phases.cooldown()))
                .put(node, "maxDuration", Times.text(phases.maxDuration()))
                .put(node, "window", phases.window().name());
        node.put("adaptive", phases.isAdaptive());
        node.put("abort", phases.abort());
    }

    private void limits(ObjectNode node) {
        Limits limits = plan.criteria().limits();
        json.put(node, "run", limits.limits())
                .put(node, "eachTtftMs", limits.eachTtft())
                .put(node, "eachTpotMs", limits.eachTpot())
                .put(node, "eachE2eMs", limits.eachE2e());
    }

    private void baseline(ObjectNode node) {
        BaselinePolicy policy = plan.criteria().baseline();
        json.put(node, "mode", policy.mode().name().toLowerCase(Locale.ROOT))
                .put(node, "tolerance", policy.guard().tolerance())
                .put(node, "tailTolerance", policy.guard().tailTolerance())
                .put(node, "gated", policy.guard().gated());
        node.put("required", policy.guard().required());
        json.put(node, "accept", policy.accept())
                .put(node, "alpha", policy.guard().alpha())
                .put(node, "assumedNoise", policy.guard().assumedNoise())
                .put(node, "environment", policy.environment())
                .put(node, "anchor", policy.anchor())
                .put(node, "tag", policy.tag());
        node.put("trials", policy.trials());
    }
}
