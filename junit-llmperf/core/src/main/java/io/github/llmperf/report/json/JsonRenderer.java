package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.baseline.Environment;
import io.github.llmperf.load.Health;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.report.model.Renderer;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.text.Facts;
import io.github.llmperf.report.text.SensitivityWarning;
import io.github.llmperf.wording.EarlyEndText;
import io.github.llmperf.wording.NoteText;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Writes a report as {@code result.json}, which other programs read. What is not known is null; infinity is the text
 * {@code "Infinity"}; a percentile that too few samples make is null. {@code result.schema.json} beside this class
 * tells every key.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class JsonRenderer implements Renderer {

    /** Version of the format: raised when a key changes its meaning or goes away. */
    public static final int SCHEMA = 1;

    /** Name of {@code result.schema.json}, which tells every key. */
    public static final String SCHEMA_ID = "urn:llmperf:result:" + SCHEMA;

    private final Optional<String> build;

    /** Makes a renderer without a build name. */
    public JsonRenderer() {
        this(Optional.empty());
    }

    /**
     * Makes the renderer.
     *
     * @param build name of the build that the run belongs to; empty where it cannot be told
     */
    public JsonRenderer(Optional<String> build) {
        this.build = build;
    }

    @Override
    public String render(Report report) {
        JsonWriting json = new JsonWriting(new SafeText(report));
        ObjectNode root = json.object();
        root.put("$schema", SCHEMA_ID);
        root.put("schema", SCHEMA);
        json.put(root, "runId", report.plan().runId());
        test(json, root.putObject("test"), report.plan().scenario());
        json.put(root, "startedAt", report.startedAt().toString()).put(root, "commit", report.commit());
        root.put("verdict", report.judgement().verdict().name());
        json.put(root, "reason", report.reason());
        root.put("failed", report.failsTest());
        report.judgement().decidedBy().ifPresentOrElse(i -> root.put("decidedBy", i), () -> root.putNull("decidedBy"));
        TestOutcome.begin(root);
        root.put("end", report.run().end().name());
        json.put(root, "because", report.run().early().map(EarlyEndText::of).orElse(""));
        RerunJson.write(json, root, report.series());
        json.put(root, "build", build.orElse(null));
        json.put(root, "warning", SensitivityWarning.of(report.judgement()).orElse(null));
        FindingJson findings = new FindingJson(json);
        var array = root.putArray("findings");
        report.judgement().findings().forEach(finding -> findings.writeTo(array, finding));
        new PlanJson(json, report).writeTo(root.putObject("plan"));
        TrialsJson.write(json, root.putArray("trials"), report);
        environment(json, root.putObject("environment"), report.environment());
        Measurement measurement = report.measurement();
        window(json, root.putObject("window"), measurement.window());
        MeasurementJson.requests(json, root.putObject("requests"), measurement.requests());
        ObjectNode tokens = root.putObject("tokens");
        MeasurementJson.tokens(json, tokens, measurement.tokens());
        LengthsJson.write(json, tokens.putObject("lengths"), report);
        MeasurementJson.metrics(json, root.putObject("metrics"), measurement);
        wholeRun(json, root.putObject("wholeRun"), measurement.wholeRun());
        server(json, root.putObject("server"), report);
        health(json, root.putObject("health"), report);
        ObjectNode baseline = root.putObject("baseline");
        baseline.put("runs", report.baseline().runs());
        json.put(baseline, "environment", report.baseline().environment())
                .put(baseline, "file", report.baseline().file());
        json.put(baseline, "falseAlarm", FalseAlarms.ofTest(report));
        new CompareJson(json, report).writeTo(root);
        CapacityJson.write(json, root, report);
        json.put(root, "notes", measurement.notes().stream().map(NoteText::of).toList());
        return json.text(root, true) + "\n";
    }

    private static void test(JsonWriting json, ObjectNode node, Scenario scenario) {
        json.put(node, "class", scenario.className()).put(node, "method", scenario.methodName());
        ObjectNode cell = node.putObject("cell");
        scenario.cell().forEach((attribute, value) -> {
            String name = json.key(attribute);
            if (value instanceof Number number) {
                json.put(cell, name, number.doubleValue());
            } else {
                json.put(cell, name, String.valueOf(value));
            }
        });
    }

    private static void environment(JsonWriting json, ObjectNode node, Environment environment) {
        json.put(node, "name", environment.name())
                .put(node, "target", environment.target())
                .put(node, "model", environment.model())
                .put(node, "labels", environment.labels())
                .put(node, "server", environment.server())
                .put(node, "java", environment.java())
                .put(node, "os", environment.os());
        node.put("cpus", environment.cpus());
    }

    private static void window(JsonWriting json, ObjectNode node, Measurement.Window window) {
        node.put("kind", window.kind().name());
        json.put(node, "seconds", window.seconds())
                .put(node, "steadySeconds", window.steadySeconds())
                .put(node, "wholeRunSeconds", window.wholeRunSeconds());
        node.put("ratesFromWholeRun", window.ratesFromWholeRun());
    }

    private static void wholeRun(JsonWriting json, ObjectNode node, Measurement.WholeRun wholeRun) {
        json.put(node, "requestRate", wholeRun.requestRate())
                .put(node, "attemptRate", wholeRun.attemptRate())
                .put(node, "outputTokenRate", wholeRun.outputTokenRate())
                .put(node, "totalTokenRate", wholeRun.totalTokenRate());
    }

    private static void server(JsonWriting json, ObjectNode node, Report report) {
        for (Metric metric : Metric.values()) {
            if (metric.isServers()) {
                report.measurement()
                        .distribution(metric)
                        .ifPresent(d -> MeasurementJson.distribution(json, node, metric, d));
            }
        }
        ObjectNode prometheus = node.putObject("prometheus");
        for (Map.Entry<String, Double> metric : report.prometheus().entrySet()) {
            json.put(prometheus, json.key(metric.getKey()), metric.getValue());
        }
        ServerJson.write(json, node, report);
    }

    private static void health(JsonWriting json, ObjectNode node, Report report) {
        Health health = report.run().health();
        node.put("status", HealthJson.status(report));
        json.put(node, "clientDelayP99Ms", Facts.clientDelayP99(report))
                .put(node, "canaryP99Ms", health.canaryP99Ms())
                .put(node, "gcPauseMaxMs", health.gcPauseMaxMs())
                .put(node, "gcPauseSumMs", health.gcPauseSumMs())
                .put(node, "cpu", health.processCpu())
                .put(node, "machineCpu", health.machineCpu())
                .put(node, "cpuPressure", health.cpuPressure())
                .put(node, "coalescedEvents", health.coalesced());
        HealthJson.added(json, node, health.added());
        HealthJson.waits(json, node, health.waits());
        HealthJson.rehearsal(json, node, health.rehearsed());
    }
}
