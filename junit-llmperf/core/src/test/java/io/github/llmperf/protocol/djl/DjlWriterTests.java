package io.github.llmperf.protocol.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Capabilities.Usage;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.WireRequest;
import io.github.llmperf.protocol.Workloads;
import io.github.llmperf.protocol.catalog.Dialects;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DjlWriterTests {

    private static final Dialect DJL = Dialects.named("djl-invocations");
    private static final Target TARGET = Target.at("http://host:8080").withApi("djl-invocations");
    private static final Prompt TEXT = Prompt.of("x");
    private static final Prompt CHAT = new Prompt("", "[{\"role\":\"user\",\"content\":\"x\"}]", 1);

    @ParameterizedTest
    @CsvSource({
        "http://h:1,                 http://h:1/invocations",
        "http://h:1/lmi/v1/,         http://h:1/lmi/invocations",
        "http://h/predictions/m,     http://h/predictions/m"
    })
    void addsItsRouteToABaseOnly(String url, String route) {
        assertThat(DJL.route(Target.at(url), Workloads.stream(true))).hasToString(route);
    }

    @Test
    void writesATextAsInputs() {
        assertThat(body(Workloads.of(64, true, false, "Be kind.", ""), TEXT))
                .isEqualTo("{\"inputs\":\"Be kind.\\n\\nx\",\"parameters\":"
                        + "{\"max_new_tokens\":64,\"do_sample\":false,\"details\":true},\"stream\":true}");
    }

    @Test
    void writesMessagesAsAChat() {
        assertThat(body(Workloads.of(64, true, false, "Be kind.", ""), CHAT))
                .isEqualTo("{\"messages\":[{\"role\":\"system\",\"content\":\"Be kind.\"},"
                        + "{\"role\":\"user\",\"content\":\"x\"}],\"max_tokens\":64,\"temperature\":0.0,"
                        + "\"stream\":true,\"stream_options\":{\"include_usage\":true}}");
        assertThat(body(Workloads.of(64, false, false, "", ""), CHAT))
                .endsWith("\"max_tokens\":64,\"temperature\":0.0,\"stream\":false}");
    }

    @Test
    void forcesTheLengthByTheNameEachShapeKnows() {
        Workload forced = Workloads.of(64, false, true, "", "");

        assertThatCode(() -> Dialects.check(TARGET, forced)).doesNotThrowAnyException();
        assertThat(body(forced, TEXT))
                .isEqualTo("{\"inputs\":\"x\",\"parameters\":{\"max_new_tokens\":64,\"do_sample\":false,"
                        + "\"details\":true,\"ignore_eos_token\":true},\"stream\":false}");
        assertThat(body(forced, CHAT)).endsWith(",\"stream\":false,\"ignore_eos\":true}");
    }

    @Test
    void leavesOutWhatTheUserTakesOut() {
        assertThat(body(Workloads.of(64, true, false, "", "{\"parameters\":{\"details\":null}}"), TEXT))
                .isEqualTo("{\"inputs\":\"x\",\"parameters\":{\"max_new_tokens\":64,\"do_sample\":false},"
                        + "\"stream\":true}");
    }

    @Test
    void refusesFieldsOfThePlan() {
        assertThatThrownBy(() -> DJL.check(TARGET, Workloads.of(1, true, false, "", "{\"messages\":[]}")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "extraBody must not set \"messages\", but is \"{\"messages\":[]}\"; use the attribute prompt");
    }

    @Test
    void writesForAnyUrlAndHeaders() {
        WireRequest request = DjlDialect.requests(
                        URI.create("https://gateway/x"), Map.of("A", "b"), Workloads.stream(true))
                .write(TEXT);

        assertThat(request.url()).hasToString("https://gateway/x");
        assertThat(request.headers()).isEqualTo(Map.of("A", "b"));
    }

    @Test
    void saysWhatItCanDo() {
        assertThat(DJL.capabilities(TARGET)).satisfies(can -> {
            assertThat(can.forcedBy()).isEqualTo("ignore_eos_token");
            assertThat(can.usage()).isEqualTo(Usage.SOMETIMES);
        });
    }

    private static String body(Workload workload, Prompt prompt) {
        return DJL.writer(TARGET, workload).write(prompt).body();
    }
}
