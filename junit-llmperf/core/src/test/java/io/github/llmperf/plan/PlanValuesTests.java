package io.github.llmperf.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.llmperf.plan.Phases.Warmup;
import io.github.llmperf.secret.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanValuesTests {

    @Test
    void namesTheUnderscoreInAHostNameAndTheWayOut() {
        String wrong = "must not have an underscore in its host name, which host names do not allow, but its host is"
                + " \"my_vllm\"; give the server a name with a hyphen, as in \"my-vllm\" (Docker Compose: an alias below"
                + " networks), or write its IP address";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Target.at("http://my_vllm:8000"))
                .withMessage("url " + wrong);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MetricsUrl.parse("http://my_vllm:8000/metrics"))
                .withMessage("metricsUrl " + wrong);
    }

    @Test
    void readsWarmupsByRequestsAndByTime() {
        assertThat(Warmup.parse("2")).isEqualTo(new Warmup(2, Duration.ZERO));
        assertThat(Warmup.parse("30s")).isEqualTo(new Warmup(0, Duration.ofSeconds(30)));
        assertThat(Warmup.parse("0").isNone()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "soon", "2 requests"})
    void refusesOtherWarmups(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Warmup.parse(text))
                .withMessage("warmup must be requests per user, as in \"2\", or a time, as in \"30s\", but is \"" + text
                        + "\"");
    }

    @ParameterizedTest
    @CsvSource({"500ms, 500ms", "1500ms, 1.5s", "60s, 1m", "90s, 90s", "5m, 5m", "0, 0ms"})
    void writesTimesAsTheyAreRead(String text, String expected) {
        assertThat(Times.text(Times.parse(text))).isEqualTo(expected);
    }

    @Test
    void refusesATimeOfZeroWhereThereMustBeOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Times.parsePositive("0s"))
                .withMessage("value must be above zero, as in \"60s\", but is \"0s\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:8000", "ftp://host", "http://", "not a url", "/v1"})
    void refusesAUrlThatIsNotAbsolute(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Target.at(url))
                .withMessage("url must be absolute, as in \"http://localhost:8000\", but is \"" + url + "\"");
    }

    @Test
    void refusesAPasswordInAUrlWithoutRepeatingIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Target.at("http://me:hunter2@host"))
                .withMessageNotContaining("hunter2");
    }

    @ParameterizedTest
    @CsvSource({
        "http://user:pa/ss@host:8000,   http://***@host:8000",
        "http://user:p@ss@host:8000,    http://***@host:8000",
        "http://user:12/ss@host,        http://***@host",
        "http://user:12#ss@host,        http://***@host",
        "http:/user:secret@host,        http:/***@host",
        "http://host/v1@beta?k=secret,  http://***@beta?***"
    })
    void refusesWhatMayBeALoginWhereverItsAtStands(String url, String shown) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Target.at(url))
                .withMessage(
                        "url must not carry a login, which is what stands before an @; name an environment variable"
                                + " in apiKeyEnv instead, and write %40 for an @ in the path. It is \"" + shown + "\"")
                .withNoCause();
    }

    @ParameterizedTest
    @CsvSource({
        "user:secret@host:8000,      ***@host:8000",
        "http:user:secret@host,      http:***@host",
        "http://user:pa#ss@h st,     http://***@h st",
        "http://user:pa?ss@host,     http://***",
        "http://h st?key=sec@ret,    http://***"
    })
    void showsNothingThatMayBeAPasswordOfAUrlThatIsNone(String url, String shown) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Target.at(url))
                .withMessage("url must be absolute, as in \"http://localhost:8000\", but is \"" + shown + "\"")
                .withNoCause();
    }

    @Test
    void takesAnEscapedAtInThePathAndAnyInTheQuery() {
        assertThat(Target.at("https://host/models/m%40001?user=a@b"))
                .hasToString("https://host/models/m%40001?***" + " (openai-chat)");
    }

    @Test
    void callsASecondTargetByNeitherPathNorQuery() {
        Target second = Target.at("https://host:8443/v1/k-planted/?key=planted");
        assertThat(new Pairing(second, 2).name()).isEqualTo("https://host:8443");
        assertThat(new Pairing(second.withName("canary"), 2).name()).isEqualTo("canary");
    }

    @Test
    void neverShowsASecret() {
        Target target = Target.at("http://host")
                .withKey(Secret.of("sk-planted"))
                .withHeader("X-Api-Key", "other-planted")
                .withHeader("X-Team", "search");
        assertThat(target.toString()).doesNotContain("planted");
        assertThat(target.key()).hasToString("***");
        assertThat(target.maskSecrets("bad key sk-planted or other-planted of search"))
                .isEqualTo("bad key *** or *** of search");
    }

    @Test
    void masksThePartsOfASecretThatServersRepeat() {
        Target target = Target.at("http://host/v1?api_key=query-planted&user=somebody")
                .withHeader("Authorization", "Bearer sk-planted")
                .withHeader("Cookie", "sid=cookie-planted; theme=dark");
        assertThat(target.maskSecrets("wrong key sk-planted, session cookie-planted, request ?api_key=query-planted by"
                        + " somebody in the dark"))
                .isEqualTo("wrong key ***, session ***, request ?api_key=*** by somebody in the dark");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Authorization", "X-Custom-Token", "x-goog-api-key", "Set-Cookie", "My-Secret", "X-Session"})
    void takesHeadersOfTellingNamesForSecrets(String name) {
        assertThat(Secret.isSecretHeader(name)).isTrue();
        assertThat(Secret.isSecretHeader("X-Team")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:9", "http://proxy", "https://proxy:3128"})
    void refusesAProxyWithoutSchemeOrPort(String proxy) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Target.at("http://host").withProxy(proxy))
                .withMessageContaining("\"" + proxy + "\"");
    }

    @Test
    void showsNoPasswordOfAClientCertificate() {
        Target target = Target.at("https://host").withClientCertificate(Path.of("c.p12"), Secret.of("planted"));

        assertThat(target.toString() + target.connection().tls()).doesNotContain("planted");
        assertThat(target.maskSecrets("wrong password planted")).isEqualTo("wrong password ***");
        assertThat(target)
                .isEqualTo(Target.at("https://host")
                        .withTls(Tls.DEFAULT.withClientCertificate(Path.of("c.p12"), Secret.of("planted"))));
    }

    @Test
    void refusesAPasswordWithoutAClientCertificate() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Tls(null, null, Secret.of("planted")))
                .withMessage("password must stand beside the client certificate that it opens, but there is none; set"
                        + " clientCertificate, or remove clientCertificatePasswordEnv");
    }

    @Test
    void refusesAPortThatDoesNotExist() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Target.at("http://127.0.0.1:99999"))
                .withMessage("port must be at most 65535, but is 99999");
    }

    @Test
    void refusesAMetricsUrlThatIsNotAbsolute() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Target.at("http://host").withMetricsUrl("x"))
                .withMessage("metricsUrl must be absolute, as in \"http://localhost:8000/metrics\", or a path at the"
                        + " target's host, as in \"/metrics\", but is \"x\"");
    }

    @Test
    void refusesAMetricsUrlWithALoginWithoutShowingIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Target.at("http://host").withMetricsUrl("http://me:secret@host:9400/metrics"))
                .withMessage(
                        "metricsUrl must not carry a login, which is what stands before an @; let the exporter answer"
                                + " without one, or put a proxy in front of it. It is \"http://***@host:9400/metrics\"");
    }

    @Test
    void findsMetricsAtTheTargetsHostAndElsewhere() {
        Target target = Target.at("http://host:8000/v1");

        assertThat(target.metricsPages()).containsExactly(URI.create("http://host:8000/metrics"));
        assertThat(target.metricsUrl()).isNull();
        assertThat(target.withMetricsUrls(List.of("/own", "https://gpu:9400/metrics", "/own"))
                        .metricsPages())
                .containsExactly(URI.create("http://host:8000/own"), URI.create("https://gpu:9400/metrics"));
    }

    @Test
    void tellsTheStageOfAScenarioAndTheTestWithoutIt() {
        Scenario alone = new Scenario("T", "holds", Map.of("stage", 2, "users", 4), "stage=2");
        assertThat(alone.stage()).hasValue(2);
        assertThat(alone.withoutStage()).isEqualTo(new Scenario("T", "holds", Map.of(), Scenario.SINGLE));

        Scenario cell = new Scenario(
                "T", "holds", Map.of("stage", 1, "requestRate", "8/s", "prompt", "rag"), "prompt=rag,stage=1");
        assertThat(cell.withoutStage()).isEqualTo(new Scenario("T", "holds", Map.of("prompt", "rag"), "prompt=rag"));

        Scenario unstaged = new Scenario("T", "holds", Map.of("users", 4), "users=4");
        assertThat(unstaged.stage()).isEmpty();
        assertThat(unstaged.withoutStage()).isSameAs(unstaged);
    }

    @Test
    void refusesToWaitForNoTime() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Target.at("http://localhost").withWaitFor(Duration.ZERO))
                .withMessage("waitFor must be above zero, as in \"2m\", but is PT0S");
        assertThat(Target.at("http://localhost")
                        .withWaitFor(Duration.ofMinutes(2))
                        .connection()
                        .waitFor())
                .isEqualTo(Duration.ofMinutes(2));
        assertThat(Target.at("http://localhost").connection().waitFor()).isNull();
    }

    @Test
    void namesAScenarioByTestAndCell() {
        assertThat(new Scenario("com.acme.Outer$RagTest", "stays", Map.of(), Scenario.SINGLE))
                .hasToString("Outer.RagTest.stays");
        assertThat(new Scenario("com.acme.RagTest", "stays", Map.of("users", 4), "users=4"))
                .hasToString("RagTest.stays[users=4]");
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:8000, true",
        "http://127.0.0.1:8000, true",
        "http://127.1.2.3, true",
        "http://[::1]:8000, true",
        "http://llm.example:8000, false",
        "http://localhost.example, false",
        "http://10.0.0.1, false"
    })
    void knowsATargetOfThisMachine(String url, boolean expected) {
        assertThat(Target.at(url).isOnThisMachine()).isEqualTo(expected);
    }
}
