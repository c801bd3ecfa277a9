package io.github.llmperf.protocol.kit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.Workloads;
import io.github.llmperf.protocol.catalog.Dialects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OneAnswerTests {

    private static void write(String api, String extraBody) {
        Target target = Target.at("http://localhost:1").withApi(api).withModel("m");
        Dialects.named(api).writer(target, Workloads.of(64, true, false, "", extraBody));
    }

    @Test
    void saysWhatMustGo() {
        assertThatThrownBy(() -> write("openai-chat", "{\"n\":4}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("extraBody must ask for one answer to a request, but sets \"n\" to 4, as in \"{\"n\":4}\";"
                        + " remove it, and use more users for more answers at a time");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            textBlock =
                    """
                    openai-completions | {"best_of":3}                                            | best_of
                    openai-chat        | {"use_beam_search":true}                                 | use_beam_search
                    openai-chat        | {"n":"2"}                                                | n
                    vllm-generate      | {"n":2}                                                  | n
                    sglang-generate    | {"sampling_params":{"n":2}}                              | sampling_params.n
                    tgi-generate       | {"parameters":{"best_of":2}}                             | parameters.best_of
                    lightllm-generate  | {"parameters":{"best_of":2}}                             | parameters.best_of
                    djl-invocations    | {"parameters":{"num_return_sequences":2}}                | parameters.num_return_sequences
                    djl-invocations    | {"parameters":{"num_beams":4}}                           | parameters.num_beams
                    triton-generate    | {"parameters":{"beam_width":2}}                          | parameters.beam_width
                    triton-generate    | {"parameters":{"sampling_parameters":"{\\"n\\":2}"}}     | parameters.sampling_parameters.n
                    gemini             | {"generationConfig":{"candidateCount":2}}                | generationConfig.candidateCount
                    llamacpp-completion| {"n_cmpl":2}                                             | n_cmpl
                    sagemaker          | {"parameters":{"best_of":2}}                             | parameters.best_of
                    """)
    void refusesSeveralAnswersByTheNamesOfEachServer(String api, String extraBody, String setting) {
        assertThatThrownBy(() -> write(api, extraBody))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sets \"" + setting + "\" to ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"n\":1,\"best_of\":1,\"use_beam_search\":false}",
                "{\"n\":null}",
                "{\"top_k\":40,\"n_probs\":5}",
                "{\"response_format\":{\"json_schema\":{\"n\":3}}}"
            })
    void acceptsOneAnswer(String extraBody) {
        assertThatCode(() -> write("openai-chat", extraBody)).doesNotThrowAnyException();
    }
}
