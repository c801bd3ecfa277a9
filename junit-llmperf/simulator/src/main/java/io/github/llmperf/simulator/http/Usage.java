package io.github.llmperf.simulator.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * The token counts of an answer, so far or in all.
 *
 * @param promptTokens tokens read
 * @param completionTokens tokens produced
 */
record Usage(int promptTokens, int completionTokens) {

    void writeTo(JsonGenerator g) throws IOException {
        g.writeObjectFieldStart("usage");
        g.writeNumberField("prompt_tokens", promptTokens);
        g.writeNumberField("total_tokens", promptTokens + completionTokens);
        g.writeNumberField("completion_tokens", completionTokens);
        g.writeEndObject();
    }
}
