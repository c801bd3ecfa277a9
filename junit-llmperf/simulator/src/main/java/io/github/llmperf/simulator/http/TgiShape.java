package io.github.llmperf.simulator.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Answers of text-generation-inference. The token that ends the text has a text of its own, which is not part of the
 * answer. Times stand in the headers of whole answers only.
 *
 * @param asked what is answered
 * @param array whether a whole answer is an array of one
 */
record TgiShape(Asked asked, boolean array) implements AnswerShape {

    static final Map<String, String> STREAM_HEADERS =
            Map.of(Exchange.CONTENT_TYPE, "text/event-stream", "cache-control", "no-cache", "x-accel-buffering", "no");

    private static final String COMPUTE_TYPE = "simulator";
    private static final String END_OF_TEXT = "</s>";
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int NANO_DIGITS = 9;

    @Override
    public Map<String, String> streamHeaders() {
        Map<String, String> headers = computed();
        headers.putAll(STREAM_HEADERS);
        return headers;
    }

    private Map<String, String> computed() {
        String prompt = asked.request().prompt().whole();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("x-compute-type", COMPUTE_TYPE);
        headers.put("x-compute-characters", Integer.toString(prompt.codePointCount(0, prompt.length())));
        return headers;
    }

    @Override
    public byte[] token(int index, Usage usage) {
        return Sse.event(Json.bytes(g -> {
            g.writeStartObject();
            g.writeNumberField("index", index);
            g.writeFieldName("token");
            writeToken(g, index);
            if (asked.isLast(index)) {
                g.writeStringField("generated_text", text());
            } else {
                g.writeNullField("generated_text");
            }
            if (asked.isLast(index) && details()) {
                g.writeObjectFieldStart("details");
                writeReason(g, usage);
                g.writeNumberField("input_length", usage.promptTokens());
                g.writeEndObject();
            } else {
                g.writeNullField("details");
            }
            g.writeEndObject();
        }));
    }

    private boolean details() {
        return asked.request().form().details();
    }

    private String text() {
        String text = asked.answer().text();
        return asked.request().form().fullText() ? asked.request().prompt().whole() + text : text;
    }

    private void writeToken(JsonGenerator g, int index) throws IOException {
        boolean end = asked.isLast(index) && asked.answer().stopsItself();
        String text = end ? END_OF_TEXT : asked.answer().piece(index);
        g.writeStartObject();
        g.writeNumberField("id", TokenIds.of(text));
        g.writeStringField("text", text);
        g.writeNumberField("logprob", 0.0);
        g.writeBooleanField("special", end);
        g.writeEndObject();
    }

    private void writeReason(JsonGenerator g, Usage usage) throws IOException {
        g.writeStringField("finish_reason", asked.answer().stopsItself() ? "eos_token" : "length");
        g.writeNumberField("generated_tokens", usage.completionTokens());
        g.writeNullField("seed");
    }

    @Override
    public void fail(Refusal refusal, Exchange exchange) {
        exchange.send(Sse.event(TgiFace.error(refusal)));
        exchange.end();
    }

    /** Whole milliseconds, cut off; the time per token counts the first one and the prompt, too. */
    @Override
    public Map<String, String> wholeHeaders(Usage usage, ServedTimes times) {
        Map<String, String> headers = computed();
        headers.put(Exchange.CONTENT_TYPE, Exchange.JSON);
        headers.put("x-compute-time", seconds(times.totalNanos()));
        headers.put("x-total-time", millis(times.totalNanos()));
        headers.put("x-validation-time", "0");
        headers.put("x-queue-time", millis(times.queueNanos()));
        headers.put("x-inference-time", millis(times.inferenceNanos()));
        headers.put("x-time-per-token", millis(times.inferenceNanos() / usage.completionTokens()));
        headers.put("x-prompt-tokens", Integer.toString(usage.promptTokens()));
        headers.put("x-generated-tokens", Integer.toString(usage.completionTokens()));
        return headers;
    }

    private static String millis(long nanos) {
        return Long.toString(nanos / NANOS_PER_MILLI);
    }

    private static String seconds(long nanos) {
        return BigDecimal.valueOf(nanos, NANO_DIGITS).stripTrailingZeros().toPlainString();
    }

    @Override
    public byte[] whole(Usage usage) {
        return Json.bytes(g -> {
            if (array) {
                g.writeStartArray();
            }
            g.writeStartObject();
            g.writeStringField("generated_text", text());
            if (details()) {
                g.writeObjectFieldStart("details");
                writeReason(g, usage);
                g.writeArrayFieldStart("prefill");
                g.writeEndArray();
                writeTokens(g);
                g.writeEndObject();
            }
            g.writeEndObject();
            if (array) {
                g.writeEndArray();
            }
        });
    }

    private void writeTokens(JsonGenerator g) throws IOException {
        g.writeArrayFieldStart("tokens");
        for (int i = 1; i <= asked.answer().tokens(); i++) {
            writeToken(g, i);
        }
        g.writeEndArray();
    }
}
