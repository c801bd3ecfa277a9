package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.client.AnswerWaits;
import io.github.llmperf.client.socket.Unread;
import io.github.llmperf.load.RehearsalResult;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.verdict.Cause;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.witness.ClientOverhead;
import io.github.llmperf.witness.Lateness;
import java.util.List;

/** The parts of {@code health} in {@code result.json} that say what the client added. */
final class HealthJson {

    private HealthJson() {}

    /** The judged lateness counts; a report without such a judgement uses the fixed rule. */
    static String status(Report report) {
        List<Cause> judged = report.judgement().findings().stream()
                .filter(Finding.Validity.class::isInstance)
                .map(finding -> ((Finding.Validity) finding).cause())
                .filter(Cause::isOfGenerator)
                .toList();
        boolean saturated = judged.isEmpty()
                ? report.run().health().isSaturated()
                : judged.stream().anyMatch(Cause::isShortOfTime);
        return saturated ? "SATURATED" : "OK";
    }

    static void added(JsonWriting json, ObjectNode node, ClientOverhead added) {
        if (!added.isKnown()) {
            node.putNull("added");
            return;
        }
        ObjectNode one = node.putObject("added");
        lateness(json, one.putObject("ttft"), added.ttft());
        lateness(json, one.putObject("gap"), added.gap());
        lateness(json, one.putObject("sending"), added.sending());
        json.put(one, "coveredSeconds", added.coveredSeconds())
                .put(one, "coveredPart", added.coveredPart())
                .put(one, "longestStallMs", added.longestStallMs());
    }

    private static void lateness(JsonWriting json, ObjectNode node, Lateness lateness) {
        json.put(node, "p50", lateness.p50Ms())
                .put(node, "p99", lateness.p99Ms())
                .put(node, "max", lateness.maxMs());
    }

    static void waits(JsonWriting json, ObjectNode node, AnswerWaits waits) {
        Unread times = waits.unread();
        if (times.isKnown()) {
            ObjectNode one = node.putObject("unread");
            json.put(one, "p50", times.p50Ms()).put(one, "p99", times.p99Ms()).put(one, "max", times.maxMs());
        } else {
            node.putNull("unread");
        }
        node.put("heldOpen", waits.heldOpen());
    }

    static void rehearsal(JsonWriting json, ObjectNode node, RehearsalResult rehearsed) {
        ObjectNode one = node.putObject("rehearsal");
        one.put("state", rehearsed.state().name());
        json.put(one, "seconds", rehearsed.seconds());
        one.put("events", rehearsed.events());
    }
}
