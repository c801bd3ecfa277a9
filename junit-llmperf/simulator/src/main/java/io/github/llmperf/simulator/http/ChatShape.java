package io.github.llmperf.simulator.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers of {@code /v1/chat/completions}. */
record ChatShape(String id, long created, String model) implements OpenAiShape {

    private static final String CHUNK = "chat.completion.chunk";

    @Override
    public Optional<byte[]> opening(@Nullable Usage usage) {
        return Optional.of(chunk("assistant", "", null, usage));
    }

    @Override
    public byte[] token(String text, @Nullable String finishReason, @Nullable Usage usage) {
        return chunk(null, text, finishReason, usage);
    }

    private byte[] chunk(@Nullable String role, String text, @Nullable String finishReason, @Nullable Usage usage) {
        return Json.bytes(g -> {
            OpenAiShape.writeHead(g, id, CHUNK, created, model);
            g.writeArrayFieldStart("choices");
            g.writeStartObject();
            g.writeNumberField("index", 0);
            writeMessage(g, "delta", role, text);
            g.writeNullField("logprobs");
            g.writeStringField("finish_reason", finishReason);
            if (finishReason != null) {
                g.writeNullField("stop_reason");
            }
            g.writeEndObject();
            g.writeEndArray();
            if (usage != null) {
                usage.writeTo(g);
            }
            g.writeEndObject();
        });
    }

    private static void writeMessage(JsonGenerator g, String name, @Nullable String role, String text)
            throws IOException {
        g.writeObjectFieldStart(name);
        if (role != null) {
            g.writeStringField("role", role);
        }
        g.writeStringField("content", text);
        g.writeEndObject();
    }

    @Override
    public byte[] usage(Usage usage) {
        return Json.bytes(g -> {
            OpenAiShape.writeHead(g, id, CHUNK, created, model);
            g.writeArrayFieldStart("choices");
            g.writeEndArray();
            usage.writeTo(g);
            g.writeEndObject();
        });
    }

    @Override
    public byte[] whole(String text, String finishReason, Usage usage) {
        return Json.bytes(g -> {
            OpenAiShape.writeHead(g, id, "chat.completion", created, model);
            g.writeArrayFieldStart("choices");
            g.writeStartObject();
            g.writeNumberField("index", 0);
            writeMessage(g, "message", "assistant", text);
            g.writeNullField("logprobs");
            g.writeStringField("finish_reason", finishReason);
            g.writeNullField("stop_reason");
            g.writeEndObject();
            g.writeEndArray();
            usage.writeTo(g);
            g.writeEndObject();
        });
    }
}
