package io.github.llmperf.simulator.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers of {@code /v1/completions}. */
record CompletionShape(String id, long created, String model) implements OpenAiShape {

    @Override
    public Optional<byte[]> opening(@Nullable Usage usage) {
        return Optional.empty();
    }

    @Override
    public byte[] token(String text, @Nullable String finishReason, @Nullable Usage usage) {
        return Json.bytes(g -> {
            writeHead(g);
            writeChoice(g, text, finishReason);
            g.writeEndArray();
            if (usage == null) {
                g.writeNullField("usage");
            } else {
                usage.writeTo(g);
            }
            g.writeEndObject();
        });
    }

    @Override
    public byte[] usage(Usage usage) {
        return Json.bytes(g -> {
            writeHead(g);
            g.writeEndArray();
            usage.writeTo(g);
            g.writeEndObject();
        });
    }

    @Override
    public byte[] whole(String text, String finishReason, Usage usage) {
        return Json.bytes(g -> {
            writeHead(g);
            writeChoice(g, text, finishReason);
            g.writeEndArray();
            usage.writeTo(g);
            g.writeEndObject();
        });
    }

    private void writeHead(JsonGenerator g) throws IOException {
        OpenAiShape.writeHead(g, id, "text_completion", created, model);
        g.writeArrayFieldStart("choices");
    }

    private static void writeChoice(JsonGenerator g, String text, @Nullable String finishReason) throws IOException {
        g.writeStartObject();
        g.writeNumberField("index", 0);
        g.writeStringField("text", text);
        g.writeNullField("logprobs");
        g.writeStringField("finish_reason", finishReason);
        g.writeNullField("stop_reason");
        g.writeEndObject();
    }
}
