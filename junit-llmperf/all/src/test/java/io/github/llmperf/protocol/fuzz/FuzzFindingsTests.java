package io.github.llmperf.protocol.fuzz;

import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.catalog.Dialects;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the fuzzer found, as small as it gets. */
class FuzzFindingsTests {

    static Stream<FuzzInput> found() {
        return Stream.of(
                new FuzzInput(
                        "djl-invocations",
                        true,
                        200,
                        Map.of("content-type", "application/jsonlines"),
                        "?",
                        "{\"outputs\":{\"prompt_tokens\":0,\"\":2}}",
                        BodyEnd.CLEAN),
                new FuzzInput(
                        "djl-invocations",
                        true,
                        200,
                        Map.of("content-type", "text/html"),
                        "?",
                        "{\"generated_text\":\"\"}",
                        BodyEnd.CLEAN),
                new FuzzInput(
                        "lightllm-generate",
                        true,
                        200,
                        Map.of("content-type", "application/json"),
                        "?",
                        "data:{\"finish_reason\":{\"type\":\"\"},\"\":[{\"\":{\"\":\"\"}}]}",
                        BodyEnd.CLEAN),
                new FuzzInput(
                        "openai-completions",
                        true,
                        200,
                        Map.of("content-type", ""),
                        "?",
                        "{\"error\":{\"\":\"\\ud800\",\"e\":9}}",
                        BodyEnd.CLEAN),
                new FuzzInput(
                        "openai-chat",
                        true,
                        200,
                        Map.of("content-type", "text/event-stream"),
                        "?",
                        "data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"\\udbff\"}]}\n\n",
                        BodyEnd.CLEAN),
                new FuzzInput(
                        "sagemaker",
                        true,
                        200,
                        Map.of("content-type", "application/json"),
                        "?",
                        "{\"generated_text\":\"{\"\"",
                        BodyEnd.CLEAN),
                new FuzzInput(
                        "gemini",
                        true,
                        200,
                        Map.of("content-type", "application/json"),
                        "?",
                        "[{\"generated_text\":\"a b\",\"deta[[[[\":{\"generated_tokens\":2}}" + "}".repeat(14_000),
                        BodyEnd.CLEAN));
    }

    @ParameterizedTest
    @MethodSource("found")
    void isReadByTheRules(FuzzInput input) {
        loadClasses(input);
        new FuzzedReading(Dialects.named(input.api()), input).check(new SplittableRandom(1));
    }

    /** What the first reading of a process loads is no cost of the answer. */
    private static void loadClasses(FuzzInput input) {
        AnswerReader reader = Dialects.named(input.api()).reader(input.asked(), input.head(), event -> {});
        byte[] body = input.bytes();
        reader.feed(body, 0, body.length);
        reader.end(input.end());
    }
}
