package io.github.llmperf.simulator.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The objects of one of the two OpenAI routes. */
interface OpenAiShape {

    /** The object that precedes the first token; empty if there is none. */
    Optional<byte[]> opening(@Nullable Usage usage);

    /** The object of one token; with the reason if it is the last one. */
    byte[] token(String text, @Nullable String finishReason, @Nullable Usage usage);

    /** The object that ends a stream with the counts. */
    byte[] usage(Usage usage);

    /** The whole answer at once. */
    byte[] whole(String text, String finishReason, Usage usage);

    static void writeHead(JsonGenerator g, String id, String object, long created, String model) throws IOException {
        g.writeStartObject();
        g.writeStringField("id", id);
        g.writeStringField("object", object);
        g.writeNumberField("created", created);
        g.writeStringField("model", model);
    }
}
