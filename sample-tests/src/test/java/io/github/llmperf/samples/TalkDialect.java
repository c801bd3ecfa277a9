package io.github.llmperf.samples;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.Capabilities;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.StreamEvent;
import io.github.llmperf.protocol.kit.AnswerBuilder;
import io.github.llmperf.protocol.kit.Answers;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.JsonRequests;
import io.github.llmperf.protocol.kit.PromptJson;
import io.github.llmperf.protocol.kit.RequestHeaders;
import io.github.llmperf.protocol.kit.StreamForm;
import io.github.llmperf.protocol.kit.Urls;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;

/**
 * A wire dialect of one's own, in one class: for {@link TalkServer}, which nobody else speaks to.
 *
 * <p>It is found because {@code META-INF/services/io.github.llmperf.protocol.Dialect} names it, and chosen by
 * {@code @LlmTarget(api = "acme-talk")}.
 */
public final class TalkDialect implements Dialect {

    /** A stream is one JSON value per line; it is complete when a value says so. */
    private static final StreamForm LINES = StreamForm.endingWith("over").orLines();

    @Override
    public String name() {
        return "acme-talk";
    }

    /** What is not said here is refused before anything is sent: forceLength, or a limit on a time it never tells. */
    @Override
    public Capabilities capabilities(Target target) {
        return Capabilities.STREAMED_AND_WHOLE.withForcedLength("exactly").withServerTimes(Metric.SERVER_QUEUE);
    }

    /** Added to a base url; a url with another path is the full route. */
    @Override
    public URI route(Target target, Workload workload) {
        return Urls.route(target.url(), "/talk");
    }

    @Override
    public RequestWriter writer(Target target, Workload workload) {
        ObjectNode shared = Json.newObject()
                .putNull("ask")
                .put("words", workload.maxNewTokens())
                .put("exactly", workload.forceLength())
                .put("live", workload.stream());
        return new JsonRequests(
                route(target, workload),
                RequestHeaders.ofJson(target, workload.stream()),
                shared,
                workload,
                List.of("ask", "live"), // not for extraBody, since attributes say them
                (body, prompt) -> body.put("ask", PromptJson.text(prompt, workload, name())));
    }

    /** Framing, error objects, ends and counts are common to all dialects; what a value means is not. */
    @Override
    public AnswerReader reader(RequestContext asked, AnswerHead head, Consumer<StreamEvent> events) {
        return Answers.read(asked, head, events, LINES, TalkDialect::decode);
    }

    /** Understands {@code {"say": " river", "word": 3}}, and at last {@code {"say": "", "over": "enough", "waited": 4.5}}. */
    private static boolean decode(JsonNode value, AnswerBuilder answer) {
        answer.text(Json.text(value, "say"));
        answer.usage(Json.count(value, "asked"), Json.count(value, "word"), -1);
        answer.serverTime(Metric.SERVER_QUEUE, Json.millis(value, "waited"));
        if (value.has("over")) {
            answer.finish(Json.text(value, "over"));
            answer.end();
        }
        return value.has("say");
    }
}
