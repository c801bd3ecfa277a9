package io.github.llmperf.simulator.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Answers of DJL Serving 0.28 with LMI: an object, or a line of JSON for each token.
 *
 * @param asked what is answered
 */
record DjlShape(Asked asked) implements AnswerShape {

    private static final String ERROR_LINE =
            "{\"token\":{\"id\":-1,\"text\":\"\",\"log_prob\":-1,\"special_token\":true},\"generated_text\":\"\","
                    + "\"details\":{\"finish_reason\":\"error\",\"generated_tokens\":0}}\n";

    @Override
    public Map<String, String> streamHeaders() {
        return Map.of(Exchange.CONTENT_TYPE, "application/jsonlines");
    }

    @Override
    public byte[] token(int index, Usage usage) {
        return Json.line(g -> {
            g.writeStartObject();
            g.writeFieldName("token");
            writeToken(g, index);
            if (asked.isLast(index)) {
                g.writeStringField("generated_text", text());
                if (asked.request().form().details()) {
                    g.writeObjectFieldStart("details");
                    writeReason(g, usage);
                    g.writeEndObject();
                }
            }
            g.writeEndObject();
        });
    }

    private String text() {
        String text = asked.answer().text();
        return asked.request().form().fullText() ? prompt() + text : text;
    }

    private String prompt() {
        return asked.request().prompt().whole();
    }

    private void writeToken(JsonGenerator g, int index) throws IOException {
        String text = asked.answer().piece(index);
        g.writeStartObject();
        g.writeNumberField("id", TokenIds.of(text));
        g.writeStringField("text", text);
        g.writeNumberField("log_prob", 0.0);
        g.writeEndObject();
    }

    private void writeReason(JsonGenerator g, Usage usage) throws IOException {
        g.writeStringField("finish_reason", asked.answer().stopsItself() ? "eos_token" : "length");
        g.writeNumberField("generated_tokens", usage.completionTokens());
        g.writeStringField("inputs", prompt());
    }

    @Override
    public void fail(Refusal refusal, Exchange exchange) {
        exchange.send(ERROR_LINE.getBytes(StandardCharsets.UTF_8));
        exchange.end();
    }

    @Override
    public byte[] whole(Usage usage) {
        return Json.bytes(g -> {
            g.writeStartObject();
            g.writeStringField("generated_text", text());
            if (asked.request().form().details()) {
                g.writeObjectFieldStart("details");
                writeReason(g, usage);
                g.writeArrayFieldStart("tokens");
                for (int i = 1; i <= asked.answer().tokens(); i++) {
                    writeToken(g, i);
                }
                g.writeEndArray();
                g.writeEndObject();
            }
            g.writeEndObject();
        });
    }
}
