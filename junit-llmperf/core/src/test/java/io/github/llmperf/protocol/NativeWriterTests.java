package io.github.llmperf.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Capabilities.Streaming;
import io.github.llmperf.protocol.Capabilities.Usage;
import io.github.llmperf.protocol.catalog.Dialects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the engines' own routes are asked, and what they can do. */
class NativeWriterTests {

    private static final Target TARGET = Target.at("http://h:1").withModel("m");
    private static final Prompt HELLO = Prompt.of("hé \"you\"");
    private static final String MESSAGES = "[{\"role\":\"user\",\"content\":\"x\"}]";

    @Test
    void writesForVllm() {
        assertThat(body("vllm-generate", plain(true)))
                .isEqualTo("{\"prompt\":\"hé \\\"you\\\"\",\"max_tokens\":64,\"temperature\":0.0,\"stream\":true}");
        assertThat(body("vllm-generate", full(false)))
                .isEqualTo("{\"prompt\":\"Be kind.\\n\\nhé \\\"you\\\"\",\"max_tokens\":64,\"temperature\":0.0,"
                        + "\"stream\":false,\"ignore_eos\":true,\"top_p\":0.9}");
    }

    @Test
    void writesForSglang() {
        assertThat(body("sglang-generate", plain(true)))
                .isEqualTo("{\"text\":\"hé \\\"you\\\"\",\"sampling_params\":{\"max_new_tokens\":64,"
                        + "\"temperature\":0.0},\"stream\":true}");
        assertThat(body(
                        "sglang-generate",
                        Workloads.of(64, false, true, "Be kind.", "{\"sampling_params\":{\"top_p\":0.9}}")))
                .isEqualTo("{\"text\":\"Be kind.\\n\\nhé \\\"you\\\"\",\"sampling_params\":{\"max_new_tokens\":64,"
                        + "\"temperature\":0.0,\"ignore_eos\":true,\"min_new_tokens\":64,\"top_p\":0.9},"
                        + "\"stream\":false}");
    }

    @Test
    void writesForLlamaCpp() {
        assertThat(body("llamacpp-completion", plain(true)))
                .isEqualTo("{\"model\":\"m\",\"prompt\":\"hé \\\"you\\\"\",\"n_predict\":64,\"temperature\":0.0,"
                        + "\"stream\":true}");
        assertThat(body("llamacpp-completion", Target.at("http://h:1"), full(false), HELLO))
                .isEqualTo("{\"prompt\":\"Be kind.\\n\\nhé \\\"you\\\"\",\"n_predict\":64,\"temperature\":0.0,"
                        + "\"stream\":false,\"ignore_eos\":true,\"top_p\":0.9}");
    }

    @Test
    void writesForOllamaGenerate() {
        assertThat(body("ollama-generate", plain(true)))
                .isEqualTo("{\"model\":\"m\",\"prompt\":\"hé \\\"you\\\"\",\"stream\":true,\"truncate\":false,"
                        + "\"options\":{\"num_predict\":64,\"temperature\":0.0}}");
        assertThat(body(
                        "ollama-generate",
                        Workloads.of(
                                64, false, false, "Be kind.", "{\"truncate\":null,\"options\":{\"num_ctx\":8192}}")))
                .isEqualTo("{\"model\":\"m\",\"prompt\":\"hé \\\"you\\\"\",\"system\":\"Be kind.\",\"stream\":false,"
                        + "\"options\":{\"num_predict\":64,\"temperature\":0.0,\"num_ctx\":8192}}");
    }

    @Test
    void writesForOllamaChat() {
        Workload workload = Workloads.of(64, true, false, "Be kind.", "");

        assertThat(body("ollama-chat", workload))
                .isEqualTo("{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"Be kind.\"},"
                        + "{\"role\":\"user\",\"content\":\"hé \\\"you\\\"\"}],\"stream\":true,\"truncate\":false,"
                        + "\"options\":{\"num_predict\":64,\"temperature\":0.0}}");
        assertThat(body("ollama-chat", TARGET, plain(false), new Prompt("", MESSAGES, 1)))
                .isEqualTo("{\"model\":\"m\",\"messages\":" + MESSAGES + ",\"stream\":false,\"truncate\":false,"
                        + "\"options\":{\"num_predict\":64,\"temperature\":0.0}}");
    }

    @Test
    void writesForLmdeploy() {
        assertThat(body("lmdeploy-interactive", plain(true)))
                .isEqualTo("{\"prompt\":\"hé \\\"you\\\"\",\"interactive_mode\":false,\"request_output_len\":64,"
                        + "\"temperature\":0.0,\"stream\":true}");
        assertThat(body("lmdeploy-interactive", full(false)))
                .isEqualTo("{\"prompt\":[{\"role\":\"system\",\"content\":\"Be kind.\"},"
                        + "{\"role\":\"user\",\"content\":\"hé \\\"you\\\"\"}],\"interactive_mode\":false,"
                        + "\"request_output_len\":64,\"temperature\":0.0,\"stream\":false,\"ignore_eos\":true,"
                        + "\"top_p\":0.9}");
        assertThat(body("lmdeploy-interactive", TARGET, plain(true), new Prompt("", MESSAGES, 1)))
                .startsWith("{\"prompt\":" + MESSAGES + ",");
    }

    @Test
    void writesForBothBackEndsOfTriton() {
        assertThat(body("triton-generate", plain(true)))
                .isEqualTo("{\"text_input\":\"hé \\\"you\\\"\",\"max_tokens\":64,\"temperature\":0.0,\"stream\":true,"
                        + "\"exclude_input_in_output\":true,\"return_finish_reason\":true,"
                        + "\"return_num_input_tokens\":true,\"return_num_output_tokens\":true,"
                        + "\"sampling_parameters\":\"{\\\"max_tokens\\\":64,\\\"temperature\\\":0.0}\"}");
        assertThat(body("triton-generate", full(false)))
                .isEqualTo("{\"text_input\":\"Be kind.\\n\\nhé \\\"you\\\"\",\"max_tokens\":64,\"temperature\":0.0,"
                        + "\"stream\":false,\"min_length\":64,\"min_tokens\":64,\"exclude_input_in_output\":true,"
                        + "\"return_finish_reason\":true,\"return_num_input_tokens\":true,"
                        + "\"return_num_output_tokens\":true,\"sampling_parameters\":\"{\\\"max_tokens\\\":64,"
                        + "\\\"temperature\\\":0.0,\\\"ignore_eos\\\":true,\\\"min_tokens\\\":64,\\\"top_p\\\":0.9}\","
                        + "\"top_p\":0.9}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            {"return_logprobs":true,"temperature":null,"seed":1} | {\\"max_tokens\\":64,\\"seed\\":1}
            {"parameters":{"top_k":3},"max_tokens":9}            | {\\"max_tokens\\":9,\\"temperature\\":0.0,\\"top_k\\":3}
            {"sampling_parameters":"{}"}                         | {}
            """)
    void tellsTheVllmBackEndOfTritonWhatTheUserAdds(String extraBody, String sampling) {
        assertThat(body("triton-generate", Workloads.of(64, true, false, "", extraBody)))
                .contains("\"sampling_parameters\":\"" + sampling + "\"");
    }

    @ParameterizedTest
    @CsvSource({
        "vllm-generate,        http://h:1,             http://h:1/generate",
        "vllm-generate,        http://h:1/v1,          http://h:1/generate",
        "sglang-generate,      http://h:1/gw/v1/,      http://h:1/gw/generate",
        "sglang-generate,      http://h:1/x/generate,  http://h:1/x/generate",
        "llamacpp-completion,  http://h:1/,            http://h:1/completion",
        "llamacpp-completion,  http://h:1/completions, http://h:1/completions",
        "ollama-generate,      http://h:1/v1,          http://h:1/api/generate",
        "ollama-chat,          http://h:1,             http://h:1/api/chat",
        "ollama-chat,          http://h:1/o/api/chat,  http://h:1/o/api/chat",
        "lmdeploy-interactive, http://h:1,             http://h:1/v1/chat/interactive",
        "lmdeploy-interactive, http://h:1/gw/v1?k=2,   http://h:1/gw/v1/chat/interactive?k=2",
        "triton-generate,      http://h:1,             http://h:1/v2/models/my%20m/generate_stream",
        "triton-generate,      http://h:1/v2/models/e/versions/1/generate_stream, http://h:1/v2/models/e/versions/1/generate_stream"
    })
    void addsItsRouteToABaseOnly(String api, String url, String route) {
        Target target = Target.at(url).withApi(api).withModel("my m");

        assertThat(Dialects.named(api).route(target, plain(true))).hasToString(route);
        assertThat(Dialects.named(api).writer(target, plain(true)).write(HELLO).url())
                .hasToString(route);
    }

    @Test
    void asksTritonForWholeAnswersOnAnotherRoute() {
        assertThat(Dialects.named("triton-generate").route(TARGET, plain(false)))
                .hasToString("http://h:1/v2/models/m/generate");
    }

    @Test
    void needsAModelWhereTheServerDoes() {
        assertThatThrownBy(() -> body("triton-generate", Target.at("http://h:1"), plain(true), HELLO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("model must be set with api \"triton-generate\", since it is part of the route, but is not;"
                        + " set it, or give the full url, as in"
                        + " \"http://localhost:8000/v2/models/ensemble/generate_stream\"");
        assertThatThrownBy(() -> body("ollama-chat", Target.at("http://h:1"), plain(true), HELLO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("model must be set with api \"ollama-chat\", since Ollama has no default one, but is not;"
                        + " set it, as in model = \"llama3.2\"");
    }

    @ParameterizedTest
    @CsvSource({
        "http://h:1,              http://h:1/v1/models",
        "http://h:1/gw/v1,        http://h:1/gw/v1/models",
        "http://h:1/gw/api/chat,  http://h:1/gw/v1/models"
    })
    void findsTheModelsOfOllama(String url, String models) {
        assertThat(Dialects.named("ollama-chat").modelsUrl(Target.at(url)).orElseThrow())
                .hasToString(models);
    }

    @Test
    void knowsNoModelsOfAnUnknownRoute() {
        assertThat(Dialects.named("ollama-chat").modelsUrl(Target.at("http://h:1/mine")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"vllm-generate", "sglang-generate", "llamacpp-completion", "ollama-generate", "triton-generate"})
    void refusesMessagesWhereOnlyTextIsPossible(String api) {
        assertThatThrownBy(() -> body(api, TARGET, plain(true), new Prompt("", MESSAGES, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("prompt must be plain text with api \"" + api + "\", but has messages;"
                        + " use api \"openai-chat\" or a set of texts");
    }

    @ParameterizedTest
    @CsvSource({
        "vllm-generate, prompt",
        "sglang-generate, text",
        "llamacpp-completion, prompt",
        "ollama-generate, prompt",
        "ollama-chat, messages",
        "lmdeploy-interactive, prompt",
        "triton-generate, text_input"
    })
    void refusesAnExtraBodyThatSetsWhatThePlanSets(String api, String field) {
        String prompt = "{\"" + field + "\":\"x\"}";

        assertThatThrownBy(() -> body(api, Workloads.of(1, true, false, "", prompt)))
                .hasMessage("extraBody must not set \"" + field + "\", but is \"" + prompt
                        + "\"; use the attribute prompt");
        assertThatThrownBy(() -> body(api, Workloads.of(1, true, false, "", "{\"stream\":true}")))
                .hasMessage(
                        "extraBody must not set \"stream\", but is \"{\"stream\":true}\"; use the attribute stream");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            vllm-generate        | ignore_eos                         | NEVER     | false | ''
            sglang-generate      | ignore_eos, min_new_tokens         | ALWAYS    | false | SERVER_QUEUE SERVER_TOTAL
            llamacpp-completion  | ignore_eos, n_predict              | ALWAYS    | true  | SERVER_PREFILL SERVER_DECODE SERVER_TTFT SERVER_TPOT SERVER_TIME_PER_TOKEN
            ollama-generate      | ''                                 | ALWAYS    | true  | SERVER_PREFILL SERVER_DECODE SERVER_TTFT SERVER_TPOT SERVER_TOTAL SERVER_LOAD
            ollama-chat          | ''                                 | ALWAYS    | true  | SERVER_PREFILL SERVER_DECODE SERVER_TTFT SERVER_TPOT SERVER_TOTAL SERVER_LOAD
            lmdeploy-interactive | ignore_eos, request_output_len     | ALWAYS    | true  | ''
            triton-generate      | min_length, min_tokens, ignore_eos | SOMETIMES | true  | ''
            """)
    void saysWhatItCanDo(String api, String forcedBy, Usage usage, boolean extraFields, String times) {
        Capabilities can = Dialects.named(api).capabilities(TARGET);

        assertThat(can.streaming()).isEqualTo(Streaming.AS_ASKED);
        assertThat(can.forcedBy()).isEqualTo(forcedBy);
        assertThat(can.usage()).isEqualTo(usage);
        assertThat(can.extraFields()).isEqualTo(extraFields);
        assertThat(can.serverTimes().stream().sorted().map(Metric::name).collect(Collectors.joining(" ")))
                .isEqualTo(times);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ollama-generate", "ollama-chat"})
    void refusesAForcedLengthWhereThereIsNone(String api) {
        assertThatThrownBy(() -> Dialects.check(TARGET.withApi(api), Workloads.of(64, true, true, "", "")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("forceLength must be OFF with api \"" + api + "\"");
    }

    private static Workload plain(boolean stream) {
        return Workloads.of(64, stream, false, "", "");
    }

    private static Workload full(boolean stream) {
        return Workloads.of(64, stream, true, "Be kind.", "{\"top_p\":0.9}");
    }

    private static String body(String api, Workload workload) {
        return body(api, TARGET, workload, HELLO);
    }

    private static String body(String api, Target target, Workload workload, Prompt prompt) {
        return Dialects.named(api)
                .writer(target.withApi(api), workload)
                .write(prompt)
                .body();
    }
}
