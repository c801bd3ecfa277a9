package io.github.llmperf.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.client.Moments;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.Failure;
import java.io.IOException;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Tells every request of a run as JSON Lines: its moments in ns from the run's start, its outcome and its text. */
@API(status = Status.INTERNAL, since = "0.1")
public final class RequestLines {

    private final Report report;
    private final JsonWriting json;

    /**
     * Prepares the lines of a report.
     *
     * @param report whose requests are told
     */
    public RequestLines(Report report) {
        this.report = report;
        this.json = new JsonWriting(new SafeText(report));
    }

    /**
     * Writes one line per request, in the order of ending.
     *
     * @param target where to
     * @throws IOException if the target cannot be written
     */
    public void writeTo(Appendable target) throws IOException {
        for (RequestRecord request : report.run().records()) {
            target.append(line(request)).append('\n');
        }
    }

    private String line(RequestRecord request) {
        ObjectNode node = json.object();
        Moments moments = request.moments();
        moment(node, "scheduled", moments.scheduled());
        moment(node, "sent", moments.sent());
        moment(node, "firstToken", moments.firstToken());
        moment(node, "lastToken", moments.lastToken());
        moment(node, "end", moments.end());
        node.put("warmup", request.warmup());
        if (report.plan().arrival() instanceof Arrival.ClosedLoop closed && closed.turns() > 1) {
            node.put("turn", request.turn());
        }
        node.put("outcome", request.succeeded() ? "succeeded" : request.cancelled() ? "cancelled" : "failed");
        Failure failure = request.failure();
        json.put(node, "failure", failure == null ? null : failure.toString());
        if (failure != null) {
            failure.retryAfterMillis().ifPresent(millis -> node.put("retryAfterMs", millis));
        }
        node.put("status", request.status());
        if (request.staleRetries() > 0) {
            node.put("staleRetries", request.staleRetries());
        }
        Answer answer = request.answer();
        json.known(node, "promptTokens", answer.promptTokens());
        node.put("outputTokens", answer.outputTokens());
        node.put("contentChunks", answer.contentChunks());
        node.put("reasoningChunks", answer.reasoningChunks());
        json.put(node, "finishReason", answer.finishReason())
                .put(node, "text", answer.text())
                .put(node, "reasoningText", answer.reasoningText());
        ObjectNode server = node.putObject("server");
        answer.serverTimes().forEach((name, ms) -> json.put(server, name, ms));
        json.put(node, "warnings", answer.warnings());
        return json.text(node, false);
    }

    private void moment(ObjectNode node, String key, long moment) {
        if (moment == Moments.NEVER) {
            node.putNull(key);
        } else {
            node.put(key, moment - report.run().times().started());
        }
    }
}
