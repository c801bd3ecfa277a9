package io.github.llmperf.protocol.tgi;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.kit.AnswerBuilder;
import io.github.llmperf.protocol.kit.Decoder;
import io.github.llmperf.protocol.kit.ErrorBody;
import io.github.llmperf.protocol.kit.Fields;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.PromptJson;
import io.github.llmperf.protocol.kit.StreamForm;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Understands token objects: one per event, the last with {@code generated_text}, and whole answers as an object or as
 * lists of them. Keeps state of one answer.
 *
 * <p>{@code generated_text} repeats the tokens' texts, so it is output only where none came before it. Some routes and
 * versions put the prompt in front of it.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class TokenDecoder implements Decoder {

    /** What the streams of these routes look like. */
    public static final StreamForm FORM = StreamForm.endingWith("generated_text")
            .reading(Fields.of(
                    "token",
                    "id",
                    "text",
                    "special",
                    "special_token",
                    "error_msg",
                    "generated_text",
                    "details",
                    "finish_reason",
                    "generated_tokens",
                    "input_length",
                    "prompt_tokens"));

    private static final String ERROR = "error";
    private static final int NO_TOKEN = -1;
    private static final int NOT_SAID = -1;

    private final String prompt;
    private boolean sawText;
    private int choice;

    private TokenDecoder(String prompt) {
        this.prompt = prompt;
    }

    /**
     * Returns a decoder for one answer of a route that sends only what is new.
     *
     * @return without any state yet
     */
    public static TokenDecoder plain() {
        return new TokenDecoder("");
    }

    /**
     * Returns a decoder for one answer of a route that may put the prompt in front of whole texts.
     *
     * @return without any state yet
     */
    public static TokenDecoder echoing(RequestContext asked) {
        boolean isText = asked.prompt().messages() == null;
        return new TokenDecoder(
                isText
                        ? PromptJson.text(
                                asked.prompt(), asked.workload(), asked.target().api())
                        : "");
    }

    @Override
    public boolean decode(JsonNode value, AnswerBuilder answer) {
        return value.isArray() ? readAll(value, answer) : readOne(value, answer);
    }

    /** A batch, of which each prompt may have several answers: lists of objects, of texts, or of such lists. */
    private boolean readAll(JsonNode values, AnswerBuilder answer) {
        boolean known = false;
        for (JsonNode value : values) {
            if (value.isArray()) {
                known |= readAll(value, answer);
            } else {
                known |= value.isTextual() ? readText(value, answer) : readOne(value, answer);
                choice++;
            }
        }
        return known;
    }

    private boolean readOne(JsonNode value, AnswerBuilder answer) {
        JsonNode token = value.path("token");
        if (token.isObject()) {
            readToken(token, answer);
        }
        readDetails(value.path("details"), Json.text(token, "error_msg"), answer);
        JsonNode whole = value.path("generated_text");
        boolean known = whole.isArray() ? readAll(whole, answer) : readText(whole, answer);
        return known || token.isObject();
    }

    private void readToken(JsonNode token, AnswerBuilder answer) {
        if (token.path("id").asInt(0) != NO_TOKEN) {
            answer.token();
        }
        boolean special =
                token.path("special").asBoolean() || token.path("special_token").asBoolean();
        String text = Json.text(token, "text");
        if (!special && !text.isEmpty()) {
            sawText = true;
            answer.text(text);
        }
    }

    private boolean readText(JsonNode whole, AnswerBuilder answer) {
        if (!whole.isTextual()) {
            return false;
        }
        String text = whole.textValue();
        if (!sawText) {
            boolean echoed = text.startsWith(prompt) && text.length() > prompt.length();
            answer.text(choice, echoed ? text.substring(prompt.length()) : text);
        }
        answer.end();
        return true;
    }

    private void readDetails(JsonNode details, String error, AnswerBuilder answer) {
        String reason = Json.text(details, "finish_reason");
        answer.finish(choice, reason);
        int input = Math.max(Json.count(details, "input_length"), Json.count(details, "prompt_tokens"));
        answer.usage(input == 0 ? NOT_SAID : input, Json.count(details, "generated_tokens"), NOT_SAID);
        if (reason.equals(ERROR)) {
            answer.fail(error.isEmpty() ? ErrorBody.finishedBadly(reason) : new ErrorBody(error, "", null));
        }
    }
}
