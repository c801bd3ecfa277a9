package io.github.llmperf.protocol.djl;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.protocol.kit.AnswerBuilder;
import io.github.llmperf.protocol.kit.Decoder;
import io.github.llmperf.protocol.kit.Json;
import io.github.llmperf.protocol.tgi.TokenDecoder;

/** Understands one JSON text that came in pieces: pieces of {@code generated_text}, then what stands behind it. */
final class DripDecoder implements Decoder {

    private final TokenDecoder rest;

    private DripDecoder(TokenDecoder rest) {
        this.rest = rest;
    }

    static DripDecoder create() {
        return new DripDecoder(TokenDecoder.plain());
    }

    @Override
    public boolean decode(JsonNode value, AnswerBuilder answer) {
        if (value.path("generated_text").isTextual()) {
            answer.text(Json.text(value, "generated_text"));
        } else {
            rest.decode(value, answer);
            answer.end();
        }
        return true;
    }
}
