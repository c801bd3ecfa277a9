package io.github.llmperf.protocol.lightllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Capabilities.Usage;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.Workloads;
import io.github.llmperf.protocol.catalog.Dialects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LightLlmWriterTests {

    private static final Dialect LIGHTLLM = Dialects.named("lightllm-generate");
    private static final Target TARGET = Target.at("http://host:8000").withApi("lightllm-generate");

    @ParameterizedTest
    @CsvSource({
        "http://h:1,                true,  http://h:1/generate_stream",
        "http://h:1/v1,             false, http://h:1/generate",
        "http://h/a/generate,       false, http://h/a/generate",
        "http://h/llm,              true,  http://h/llm"
    })
    void addsTheRouteOfTheWorkloadToABaseOnly(String url, boolean stream, String route) {
        assertThat(LIGHTLLM.route(Target.at(url), Workloads.stream(stream))).hasToString(route);
    }

    @Test
    void writesAStreamedRequest() {
        assertThat(body(TARGET, Workloads.of(64, true, false, "Be kind.", "")))
                .isEqualTo("{\"inputs\":\"Be kind.\\n\\nx\",\"parameters\":"
                        + "{\"max_new_tokens\":64,\"do_sample\":false}}");
    }

    @Test
    void forcesTheLengthOfARequestThatIsNotStreamed() {
        Workload forced = Workloads.of(64, false, true, "", "");

        assertThatCode(() -> Dialects.check(TARGET, forced)).doesNotThrowAnyException();
        assertThat(body(TARGET, forced))
                .isEqualTo("{\"inputs\":\"x\",\"parameters\":{\"max_new_tokens\":64,\"do_sample\":false,"
                        + "\"ignore_eos\":true,\"min_new_tokens\":64,\"return_details\":true}}");
    }

    @Test
    void saysInTheBodyWhetherToStreamWhereTheRouteDoesNot() {
        Target gateway = Target.at("http://host/llm").withApi("lightllm-generate");

        assertThat(body(gateway, Workloads.of(8, true, false, "", "{\"parameters\":{\"top_k\":5}}")))
                .isEqualTo("{\"inputs\":\"x\",\"parameters\":{\"max_new_tokens\":8,\"do_sample\":false,"
                        + "\"top_k\":5},\"stream\":true}");
    }

    @Test
    void refusesARouteThatDoesTheOppositeOfWhatIsAskedFor() {
        Target stream = Target.at("http://host/generate_stream").withApi("lightllm-generate");

        assertThatThrownBy(() -> Dialects.check(stream, Workloads.stream(false)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("stream must be ON with url \"http://host/generate_stream\", but is OFF;");
    }

    @Test
    void saysWhatItCanDo() {
        assertThat(LIGHTLLM.capabilities(TARGET)).satisfies(can -> {
            assertThat(can.forcedBy()).isEqualTo("ignore_eos, min_new_tokens");
            assertThat(can.usage()).isEqualTo(Usage.ALWAYS);
            assertThat(can.extraFields()).isFalse();
            assertThat(can.serverTimes()).isEmpty();
        });
    }

    private static String body(Target target, Workload workload) {
        return LIGHTLLM.writer(target, workload).write(Prompt.of("x")).body();
    }
}
