package io.github.llmperf.protocol.tgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Capabilities.Streaming;
import io.github.llmperf.protocol.Capabilities.Usage;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.RequestWriter;
import io.github.llmperf.protocol.WireRequest;
import io.github.llmperf.protocol.Workloads;
import io.github.llmperf.protocol.catalog.Dialects;
import io.github.llmperf.secret.Secret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TgiWriterTests {

    private static final Dialect TGI = Dialects.named("tgi-generate");
    private static final Target TARGET = Target.at("http://host:8080").withApi("tgi-generate");

    @ParameterizedTest
    @CsvSource({
        "http://h:1,                  true,  http://h:1/generate_stream",
        "http://h:1/,                 false, http://h:1/generate",
        "http://h/tgi/v1,             true,  http://h/tgi/generate_stream",
        "http://h/tgi/v1/,            false, http://h/tgi/generate",
        "http://h/x/generate,         false, http://h/x/generate",
        "http://h/generate_stream?k=1, true, http://h/generate_stream?k=1",
        "http://h/invocations,        true,  http://h/invocations"
    })
    void addsTheRouteOfTheWorkloadToABaseOnly(String url, boolean stream, String route) {
        assertThat(TGI.route(Target.at(url), Workloads.stream(stream))).hasToString(route);
    }

    @Test
    void writesAStreamedRequest() {
        WireRequest request =
                writer(TARGET, Workloads.of(64, true, false, "", "")).write(Prompt.of("hé \"you\""));

        assertThat(request.url()).hasToString("http://host:8080/generate_stream");
        assertThat(request.body())
                .isEqualTo("{\"inputs\":\"hé \\\"you\\\"\",\"parameters\":"
                        + "{\"max_new_tokens\":64,\"do_sample\":false,\"details\":true}}");
    }

    @Test
    void writesARequestThatIsNotStreamed() {
        WireRequest request =
                writer(TARGET, Workloads.of(64, false, false, "Be kind.", "")).write(Prompt.of("x"));

        assertThat(request.url()).hasToString("http://host:8080/generate");
        assertThat(request.body())
                .isEqualTo("{\"inputs\":\"Be kind.\\n\\nx\",\"parameters\":"
                        + "{\"max_new_tokens\":64,\"do_sample\":false,\"details\":true}}");
    }

    @Test
    void samplesWhereThereIsATemperature() {
        assertThat(body(TARGET, warm(0.7)))
                .isEqualTo("{\"inputs\":\"x\",\"parameters\":"
                        + "{\"max_new_tokens\":8,\"do_sample\":true,\"temperature\":0.7,\"details\":true}}");
    }

    @Test
    void saysInTheBodyWhetherToStreamWhereTheRouteDoesNot() {
        Target compat = Target.at("http://host/invocations").withApi("tgi-generate");

        assertThat(body(compat, Workloads.of(8, true, false, "", "")))
                .isEqualTo("{\"inputs\":\"x\",\"parameters\":{\"max_new_tokens\":8,\"do_sample\":false,"
                        + "\"details\":true,\"return_full_text\":false},\"stream\":true}");
        assertThat(body(compat, Workloads.of(8, false, false, "", ""))).endsWith("},\"stream\":false}");
    }

    @Test
    void mergesTheExtraBodyIntoTheParameters() {
        String extra = "{\"parameters\":{\"adapter_id\":\"a\",\"details\":null,\"stop\":[\"x\"]}}";

        assertThat(body(TARGET, Workloads.of(8, true, false, "", extra)))
                .isEqualTo("{\"inputs\":\"x\",\"parameters\":{\"max_new_tokens\":8,\"do_sample\":false,"
                        + "\"adapter_id\":\"a\",\"stop\":[\"x\"]}}");
    }

    @Test
    void refusesARouteThatDoesTheOppositeOfWhatIsAskedFor() {
        Target whole = Target.at("http://host/x/generate?key=secret").withApi("tgi-generate");
        Target stream = Target.at("http://host/generate_stream").withApi("tgi-generate");

        assertThatThrownBy(() -> Dialects.check(whole, Workloads.stream(true)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("stream must be OFF with url \"http://host/x/generate\", but is ON;"
                        + " use url \"http://host/x/generate_stream\", or the base url, to which the route is added");
        assertThatThrownBy(() -> Dialects.check(stream, Workloads.stream(false)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("stream must be ON with url \"http://host/generate_stream\", but is OFF;"
                        + " use url \"http://host/generate\", or the base url, to which the route is added");
    }

    @Test
    void refusesToForceALength() {
        assertThatThrownBy(() -> Dialects.check(TARGET, Workloads.of(8, true, true, "", "")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("forceLength must be OFF with api \"tgi-generate\" at host, which has no way");
    }

    @Test
    void refusesMessagesAndFieldsOfThePlan() {
        RequestWriter writer = writer(TARGET, Workloads.stream(true));

        assertThatThrownBy(() -> writer.write(new Prompt("", "[]", 0)))
                .hasMessage("prompt must be plain text with api \"tgi-generate\", but has messages;"
                        + " use api \"openai-chat\" or a set of texts");
        assertThatThrownBy(() -> writer(TARGET, Workloads.of(8, true, false, "", "{\"inputs\":\"y\"}")))
                .hasMessage(
                        "extraBody must not set \"inputs\", but is \"{\"inputs\":\"y\"}\"; use the attribute prompt");
    }

    @Test
    void saysWhatItCanDo() {
        assertThat(TGI.capabilities(TARGET)).satisfies(can -> {
            assertThat(can.streaming()).isEqualTo(Streaming.AS_ASKED);
            assertThat(can.usage()).isEqualTo(Usage.WHEN_ASKED);
            assertThat(can.canForceLength()).isFalse();
            assertThat(can.serverTimes()).isNotEmpty();
        });
    }

    @Test
    void sendsTheKeyAsBearer() {
        assertThat(writer(TARGET.withKey(Secret.of("k1")), Workloads.stream(true))
                        .write(Prompt.of("x"))
                        .headers())
                .containsEntry("Authorization", "Bearer k1")
                .containsEntry("Content-Type", "application/json");
    }

    private static RequestWriter writer(Target target, Workload workload) {
        return TGI.writer(target, workload);
    }

    private static String body(Target target, Workload workload) {
        return writer(target, workload).write(Prompt.of("x")).body();
    }

    private static Workload warm(double temperature) {
        return new Workload(
                Workload.Prompts.of("chat", "hash"), 8, false, true, temperature, "", "", Workload.Cache.UNIQUE);
    }
}
