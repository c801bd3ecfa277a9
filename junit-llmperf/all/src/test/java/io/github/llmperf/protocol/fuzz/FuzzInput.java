package io.github.llmperf.protocol.fuzz;

import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.WireFixture;
import io.github.llmperf.protocol.Workloads;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One answer to be read. Its {@code toString} is the Java expression that makes it again.
 *
 * @param body bytes, each as the character of its number
 */
record FuzzInput(
        String api, boolean stream, int status, Map<String, String> headers, String prompt, String body, BodyEnd end) {

    private static final int MAX_NEW_TOKENS = 64;
    private static final int LONGEST_LITERAL = 20_000;

    FuzzInput {
        headers = Map.copyOf(headers);
    }

    static FuzzInput of(WireFixture fixture) {
        return new FuzzInput(
                fixture.api(),
                fixture.streamAsked(),
                fixture.status(),
                fixture.headers(),
                fixture.prompt(),
                new String(fixture.text(), StandardCharsets.ISO_8859_1),
                fixture.end());
    }

    FuzzInput withBody(String newBody) {
        return new FuzzInput(api, stream, status, headers, prompt, newBody, end);
    }

    byte[] bytes() {
        return body.getBytes(StandardCharsets.ISO_8859_1);
    }

    AnswerHead head() {
        return new AnswerHead(status, headers);
    }

    RequestContext asked() {
        Target target = Target.at("http://localhost:1").withApi(api).withModel("m");
        return new RequestContext(target, Workloads.of(MAX_NEW_TOKENS, stream, false, "", ""), Prompt.of(prompt));
    }

    @Override
    public String toString() {
        String map = headers.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(header -> literal(header.getKey()) + ", " + literal(header.getValue()))
                .collect(Collectors.joining(", ", "Map.of(", ")"));
        return "new FuzzInput(" + literal(api) + ", " + stream + ", " + status + ", " + map + ", " + literal(prompt)
                + ", " + literal(body) + ", BodyEnd." + end + ")";
    }

    private static String literal(String text) {
        StringBuilder literal = new StringBuilder("\"");
        text.chars().limit(LONGEST_LITERAL).forEach(c -> {
            switch (c) {
                case '\n' -> literal.append("\\n");
                case '\r' -> literal.append("\\r");
                case '\t' -> literal.append("\\t");
                case '"', '\\' -> literal.append('\\').append((char) c);
                default -> {
                    if (c >= ' ' && c < 127) {
                        literal.append((char) c);
                    } else {
                        literal.append(c < 256 ? "\\%03o".formatted(c) : "\\u%04x".formatted(c));
                    }
                }
            }
        });
        return literal.append(text.length() > LONGEST_LITERAL ? "\" /* and more */" : "\"")
                .toString();
    }
}
