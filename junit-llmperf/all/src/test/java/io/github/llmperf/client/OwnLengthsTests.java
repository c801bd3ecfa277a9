package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.AnswerLength;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.catalog.Dialects;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Prompts that say themselves how long their answer may be. */
class OwnLengthsTests {

    private static final int OF_LOAD = 643;

    static Stream<String> dialects() {
        return Dialects.all().stream().map(Dialect::name);
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void areWhatEveryDialectAsksFor(String api) {
        LengthWriters writers = writers(api, workload(false, ""));

        assertThat(writers.write(asking(217)).body()).contains("217").doesNotContain("643");
        assertThat(writers.write(asking(1000)).body()).contains("643").doesNotContain("1000");
        assertThat(writers.write(Prompt.of("Hi")).body()).contains("643");
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void areForcedWhereverALengthCanBe(String api) {
        boolean can = Dialects.named(api).capabilities(target(api)).canForceLength();
        LengthWriters writers = writers(api, workload(can, ""));
        Workload ofTheEntry = workload(can, "").withMaxNewTokens(217);

        assertThat(writers.write(asking(217)).body())
                .doesNotContain("643")
                .isEqualTo(Dialects.named(api)
                        .writer(target(api), ofTheEntry)
                        .write(asking(217))
                        .body());
    }

    @Test
    void ofRecordedAnswersCountOnlyWhereLengthsAreForced() {
        Prompt recorded = Prompt.of("Hi").withAnswerLength(Optional.of(new AnswerLength(9, true)));

        assertThat(recorded.maxNewTokens(workload(false, ""))).isEqualTo(OF_LOAD);
        assertThat(recorded.maxNewTokens(workload(true, ""))).isEqualTo(9);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 9, 12})
    void areWhatAnAnswerIsHeldAgainst(int counted) {
        RequestContext asked = new RequestContext(target("openai-chat"), workload(true, ""), asking(7));
        AnswerReader reader = Dialects.named("openai-chat").reader(asked, new AnswerHead(200, Map.of()), event -> {});
        byte[] body =
                ("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Moss\"},\"finish_reason\":\"stop\"}]}\n\n"
                                + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":"
                                + counted
                                + "}}\n\ndata: [DONE]\n\n")
                        .getBytes(StandardCharsets.UTF_8);
        reader.feed(body, 0, body.length);

        List<String> expected = counted < 6
                ? List.of("length_not_forced")
                : counted > 8 ? List.of("usage_exceeds_max_tokens") : List.of();
        assertThat(reader.end(BodyEnd.CLEAN).answer().warnings()).isEqualTo(expected);
    }

    @Test
    void areNotLostToAnExtraBodyThatSetsThemAll() {
        String extra = "{\"max_tokens\": 50}";
        assertThatThrownBy(() -> OwnLengths.check(target("openai-chat"), workload(false, extra), Prompt.of("Hi")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "extraBody must not set the length of the answers where entries of prompt set 'own.jsonl' have"
                                + " one of their own, but is {\"max_tokens\": 50}; remove the length from extraBody, or"
                                + " from the entries");
        assertThatCode(() ->
                        OwnLengths.check(target("openai-chat"), workload(false, "{\"top_p\": 0.5}"), Prompt.of("Hi")))
                .doesNotThrowAnyException();
    }

    private static Prompt asking(int tokens) {
        return Prompt.of("Hi").withAnswerLength(Optional.of(AnswerLength.atMost(tokens)));
    }

    private static LengthWriters writers(String api, Workload workload) {
        return new LengthWriters(Dialects.named(api), target(api), workload);
    }

    private static Target target(String api) {
        return Target.at("http://h:1")
                .withApi(api)
                .withModel("m")
                .withHeader("Authorization", "none"); // so that SageMaker's requests need no keys
    }

    private static Workload workload(boolean forced, String extraBody) {
        return new Workload(
                Workload.Prompts.of("own.jsonl", "hash"),
                OF_LOAD,
                forced,
                true,
                0,
                "",
                extraBody,
                Workload.Cache.UNIQUE);
    }
}
