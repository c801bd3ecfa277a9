package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.load.Health;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.report.model.Renderer;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.text.Facts;
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
        root.setAll((ObjectNode) json.tree(ResultHead.of(report, build)));
        root.set(
                Result.FINDINGS,
                json.tree(report.judgement().findings().stream()
                        .map(ResultFinding::of)
                        .toList()));
        new PlanJson(json, report).writeTo(root.putObject(Result.PLAN));
        TrialsJson.write(json, root.putArray("trials"), report);
        root.set(Result.ENVIRONMENT, json.tree(report.origin().environment()));
        Measurement measurement = report.measurement();
        root.set(Result.WINDOW, json.tree(measurement.window()));
        root.set(Result.REQUESTS, MeasurementJson.requests(json, measurement.requests()));
        ObjectNode tokens = MeasurementJson.tokens(json, measurement.tokens());
        root.set(Result.TOKENS, tokens);
        LengthsJson.write(json, tokens.putObject("lengths"), report);
        MeasurementJson.metrics(json, root.putObject(Result.METRICS), measurement);
        root.set("wholeRun", json.tree(Result.WholeRun.of(measurement.wholeRun())));
        server(json, root.putObject(Result.SERVER), report);
        health(json, root.putObject("health"), report);
        root.set(
                Result.BASELINE,
                json.tree(new Result.Baseline(
                        report.baseline().runs(),
                        report.baseline().environment(),
                        report.baseline().file(),
                        FalseAlarms.ofTest(report))));
        new CompareJson(json, report).writeTo(root);
        CapacityJson.write(json, root, report);
        json.put(root, "notes", measurement.notes().stream().map(NoteText::of).toList());
        return json.text(root, true) + "\n";
    }

    private static void server(JsonWriting json, ObjectNode node, Report report) {
        for (Metric metric : Metric.values()) {
            if (metric.isServers()) {
                report.measurement().distribution(metric).ifPresent(d -> ResultMetric.write(json, node, metric, d));
            }
        }
        ObjectNode prometheus = node.putObject("prometheus");
        for (Map.Entry<String, Double> metric : report.observed().prometheus().entrySet()) {
            json.put(prometheus, json.key(metric.getKey()), metric.getValue());
        }
        ServerJson.write(json, node, report);
    }

    private static void health(JsonWriting json, ObjectNode node, Report report) {
        Health health = report.run().health();
        node.put("status", HealthJson.status(report));
        json.put(node, "clientDelayP99Ms", Facts.clientDelayP99(report))
                .put(node, "canaryP99Ms", health.canaryP99Ms())
                .put(node, "gcPauseMaxMs", health.gcPauses().longestMs())
                .put(node, "gcPauseSumMs", health.gcPauses().sumMs())
                .put(node, "cpu", health.cpu().process())
                .put(node, "machineCpu", health.cpu().machine())
                .put(node, "cpuPressure", health.cpu().pressure())
                .put(node, "coalescedEvents", health.coalesced());
        HealthJson.added(json, node, health.added());
        HealthJson.waits(json, node, health.waits());
        HealthJson.rehearsal(json, node, health.rehearsed());
    }
}
