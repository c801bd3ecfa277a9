package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.client.RequestTimestamps;
import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.report.model.SafeText;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Writes single requests as JSON: moments in ns from the run's start, outcome and text, one line each. */
@API(status = Status.INTERNAL, since = "0.1")
public final class RequestLines {

    private final JsonWriting json;

    /**
     * Prepares lines.
     *
     * @param target whose secrets no line may hold
     */
    public RequestLines(Target target) {
        this.json = new JsonWriting(new SafeText(target));
    }

    /**
     * Writes a request.
     *
     * @param started the run's start, in terms of the clock that its moments are of
     * @return one line of JSON, without its end
     */
    public String line(RequestRecord request, long started) {
        ObjectNode node = json.object();
        RequestTimestamps moments = request.moments();
        node.put("index", request.index());
        node.put("user", request.user());
        moment(node, "scheduled", moments.scheduled(), started);
        moment(node, "sent", moments.sent(), started);
        moment(node, "firstToken", moments.firstToken(), started);
        moment(node, "lastToken", moments.lastToken(), started);
        moment(node, "end", moments.end(), started);
        gaps(node, moments.tokenEvents());
        node.put("warmup", request.warmup());
        node.put("cooldown", request.phase() == RequestPhase.COOLDOWN);
        node.put("turn", request.turn());
        node.put("outcome", outcome(request));
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
        node.put("maxNewTokens", request.maxNewTokens());
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

    public static String outcome(RequestRecord request) {
        return request.succeeded() ? "succeeded" : request.cancelled() ? "cancelled" : "failed";
    }

    private static void gaps(ObjectNode node, long[] events) {
        ArrayNode gaps = node.putArray("gaps");
        for (int i = 1; i < events.length; i++) {
            gaps.add(events[i] - events[i - 1]);
        }
    }

    private static void moment(ObjectNode node, String key, long moment, long started) {
        if (moment == RequestTimestamps.NEVER) {
            node.putNull(key);
        } else {
            node.put(key, moment - started);
        }
    }
}
