package io.github.llmperf.protocol.triton;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.protocol.kit.AnswerBuilder;
import io.github.llmperf.protocol.kit.Decoder;
import io.github.llmperf.protocol.kit.Fields;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.kit.StreamForm;
import io.github.llmperf.protocol.kit.TextSoFar;
import io.github.llmperf.protocol.kit.TextSoFar.Shape;
import java.util.HashMap;
import java.util.Map;

/**
 * Understands {@code {"text_output", …}} of the vLLM and TensorRT-LLM back ends: what is new, or, where TensorRT-LLM was
 * told to accumulate tokens, all of the text. Only the vLLM back end counts, the tokens of each event by themselves.
 */
final class TritonDecoder implements Decoder {

    /** Neither an end mark nor, mostly, counts: the stream just ends. */
    static final StreamForm FORM = StreamForm.ENDLESS.reading(
            Fields.of("text_output", "num_input_tokens", "num_output_tokens", "finish_reason"));

    private static final int NOT_SAID = -1;

    private final Map<Integer, TextSoFar> choices = new HashMap<>();
    private final boolean accumulating;
    private long outputTokens;

    /**
     * Returns a decoder for one answer.
     *
     * @param accumulating whether the request asked for all of the text with each event; otherwise it is found out
     */
    TritonDecoder(boolean accumulating) {
        this.accumulating = accumulating;
    }

    @Override
    public boolean decode(JsonNode value, AnswerBuilder answer) {
        JsonNode text = value.path("text_output");
        JsonNode counts = value.path("num_output_tokens");
        Shape sign = counts.isMissingNode() ? Shape.UNKNOWN : Shape.NEW;
        if (text.isTextual()) {
            add(0, text.textValue(), sign, answer);
        }
        for (int choice = 0; choice < text.size(); choice++) {
            add(choice, text.path(choice).asText(""), sign, answer);
        }
        readCounts(value, counts, answer);
        readReason(value.path("finish_reason"), answer);
        return value.has("text_output");
    }

    private void add(int choice, String text, Shape sign, AnswerBuilder answer) {
        choices.computeIfAbsent(
                        choice, c -> accumulating ? TextSoFar.always(Shape.WHOLE) : TextSoFar.usually(Shape.NEW))
                .add(text, sign, false, choice, answer);
    }

    private void readCounts(JsonNode value, JsonNode counts, AnswerBuilder answer) {
        JsonNode prompt = value.path("num_input_tokens");
        int input = prompt.isArray() ? count(prompt.path(0)) : count(prompt);
        if (counts.isArray()) {
            counts.forEach(count -> outputTokens += Math.max(0, count(count)));
        } else {
            outputTokens += Math.max(0, count(counts));
        }
        int soFar = counts.isMissingNode() ? NOT_SAID : (int) Math.min(Integer.MAX_VALUE, outputTokens);
        answer.usage(input, soFar, NOT_SAID);
        answer.tokensSoFar(soFar);
    }

    /** The vLLM back end writes Python's {@code None} as a text as long as there is no reason. */
    private static void readReason(JsonNode reason, AnswerBuilder answer) {
        String first = (reason.isArray() ? reason.path(0) : reason).asText("");
        if (!first.equals("None") && !first.equals("null")) {
            answer.finish(first);
        }
    }

    private static int count(JsonNode number) {
        return Json.count(Json.newObject().set("n", number), "n");
    }
}
