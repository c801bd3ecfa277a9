package io.github.llmperf.simulator.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Answers of vLLM's plain server: the prompt and all text so far, again and again, one object a line. No counts, no reason,
 * no end mark; streams have no content type and escape all that is not ASCII.
 */
final class VllmShape implements AnswerShape {

    private static final int ASCII = 0x7F;

    private final Asked asked;
    private final StringBuilder soFar;

    VllmShape(Asked asked) {
        this.asked = asked;
        this.soFar = new StringBuilder(asked.request().prompt().whole());
    }

    @Override
    public Map<String, String> streamHeaders() {
        return Map.of();
    }

    @Override
    public byte[] token(int index, Usage usage) {
        soFar.append(asked.answer().piece(index));
        return ("{\"text\": [\"" + escaped(soFar) + "\"]}\n").getBytes(StandardCharsets.UTF_8);
    }

    private static String escaped(CharSequence text) {
        StringBuilder escaped = new StringBuilder();
        for (char c : JsonStringEncoder.getInstance().quoteAsString(text)) {
            if (c > ASCII) {
                escaped.append("\\u%04x".formatted((int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    @Override
    public void fail(Refusal refusal, Exchange exchange) {
        exchange.cut(new byte[0]);
    }

    @Override
    public byte[] whole(Usage usage) {
        return Json.bytes(g -> {
            g.writeStartObject();
            g.writeArrayFieldStart("text");
            g.writeString(asked.request().prompt().whole() + asked.answer().text());
            g.writeEndArray();
            g.writeEndObject();
        });
    }
}
