package io.github.llmperf.simulator.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * The token counts of an answer, so far or in all.
 *
 * @param promptTokens tokens read
 * @param completionTokens tokens produced
 * @param cachedTokens tokens of the prompt that were not read, since they were known
 */
record Usage(int promptTokens, int completionTokens, int cachedTokens) {

    void writeTo(JsonGenerator g) throws IOException {
        g.writeObjectFieldStart("usage");
        g.writeNumberField("prompt_tokens", promptTokens);
        g.writeNumberField("total_tokens", promptTokens + completionTokens);
        g.writeNumberField("completion_tokens", completionTokens);
        if (cachedTokens > 0) {
            g.writeObjectFieldStart("prompt_tokens_details");
            g.writeNumberField("cached_tokens", cachedTokens);
            g.writeEndObject();
        }
        g.writeEndObject();
    }
}
