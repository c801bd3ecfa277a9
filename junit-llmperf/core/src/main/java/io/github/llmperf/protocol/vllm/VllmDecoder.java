package io.github.llmperf.protocol.vllm;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.protocol.kit.AnswerBuilder;
import io.github.llmperf.protocol.kit.CumulativeText;
import io.github.llmperf.protocol.kit.Decoder;
import io.github.llmperf.protocol.kit.Fields;
import io.github.llmperf.protocol.kit.StreamForm;
import java.util.HashMap;
import java.util.Map;

/** Understands {@code {"text": [prompt and all output so far, …]}}, one entry for each choice. */
final class VllmDecoder implements Decoder {

    /** Neither an end mark nor counts: the stream just ends. */
    static final StreamForm FORM = StreamForm.ENDLESS.orLines().reading(Fields.of("text"));

    private final Map<Integer, CumulativeText> choices = new HashMap<>();
    private final String prompt;
    private final boolean stream;

    /**
     * Returns a decoder for one answer.
     *
     * @param stream whether more may follow, so that incomplete characters are held back
     */
    VllmDecoder(String prompt, boolean stream) {
        this.prompt = prompt;
        this.stream = stream;
    }

    @Override
    public boolean decode(JsonNode value, AnswerBuilder answer) {
        JsonNode texts = value.path("text");
        if (texts.isTextual()) {
            add(0, texts.textValue(), answer);
        }
        for (int choice = 0; choice < texts.size(); choice++) {
            add(choice, texts.path(choice).asText(""), answer);
        }
        return texts.isTextual() || texts.isArray();
    }

    private void add(int choice, String text, AnswerBuilder answer) {
        CumulativeText known = choices.computeIfAbsent(choice, c -> echoed(text));
        answer.text(choice, stream ? known.delta(text) : known.last(text));
    }

    /** A gateway may have taken the prompt away already, so only the whole of it counts as repeated. */
    private CumulativeText echoed(String first) {
        return new CumulativeText(first.startsWith(prompt) ? prompt : "");
    }
}
