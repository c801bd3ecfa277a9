package io.github.llmperf.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmTarget;
import io.github.llmperf.client.TestCertificates;
import io.github.llmperf.plan.Target;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetSettingsTests {

    private static final Map<String, String> ENVIRONMENT = Map.of("GPU_HOST", "gpu-1", "LLM_KEY", "sk-planted");

    @Test
    void replacesVariablesAndTakesTheKeyFromTheEnvironment() {
        TargetSettings settings = settings(FullTestCase.class);
        Target target = settings.complete(settings.at(url("http://${GPU_HOST}:8000")));
        assertThat(target.url()).hasToString("http://gpu-1:8000");
        assertThat(target.model()).isEqualTo("qwen2.5-7b");
        assertThat(target.labels()).containsEntry("gpu", "A100").containsEntry("tp", "2");
        assertThat(target.headers()).containsEntry("X-Team", "search on gpu-1");
        assertThat(target.key().reveal()).isEqualTo("sk-planted");
        assertThat(target.toString()).doesNotContain("planted");
    }

    @Test
    void namesTheVariableThatMustHoldTheKey() {
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> settings(MissingKeyTestCase.class).complete(Target.at("http://localhost")))
                .withMessage(
                        "@LlmTarget(apiKeyEnv) on MissingKeyTestCase: environment variable \"NO_SUCH_KEY\" must hold"
                                + " the key of the target, but is not set; export it, or remove apiKeyEnv");
    }

    @Test
    void namesTheVariableThatAUrlRefersTo() {
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> settings(FullTestCase.class).at(url("http://${NO_SUCH_HOST}:8000")))
                .withMessage("here: environment variable \"NO_SUCH_HOST\" must be set, since"
                        + " \"http://${NO_SUCH_HOST}:8000\" refers to it; export it, or write the value itself");
    }

    @Test
    void saysWhatIsWrongWithAHostNameFromAVariable() {
        TargetSettings settings =
                new TargetSettings(Settings.NONE, name -> name.equals("GPU_HOST") ? "my_planted_host" : "8000");
        String wrong = "here: url must not have an underscore in its host name, which host names do not allow, once its"
                + " variables are filled in, but \"%s\" has one; give the server a name with a hyphen (Docker Compose: an"
                + " alias below networks), or write its IP address";

        for (String url : List.of("http://${GPU_HOST}:8000/v1", "http://my_vllm:${PORT}")) {
            assertThatExceptionOfType(ExtensionConfigurationException.class)
                    .isThrownBy(() -> settings.at(url(url)))
                    .withMessage(wrong.formatted(url));
        }
    }

    @Test
    void neverRepeatsTheValueOfAVariableInAnError() {
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(
                        () -> new TargetSettings(Settings.NONE, name -> "sk planted").at(url("http://host/${LLM_KEY}")))
                .withMessage("here: url must be absolute once its variables are filled in, but"
                        + " \"http://host/${LLM_KEY}\" is not; look at the values of its variables")
                .satisfies(e -> assertThat(e.getCause()).hasNoCause());
    }

    @Test
    void readsHowLongToWaitAndTakesItBack() {
        TargetSettings waiting = waiting("2m");
        assertThat(waiting.complete(Target.at("http://localhost")).connection().waitFor())
                .isEqualTo(Duration.ofMinutes(2));
        assertThat(waiting("0")
                        .complete(Target.at("http://localhost").withWaitFor(Duration.ofMinutes(2)))
                        .connection()
                        .waitFor())
                .isNull();
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> waiting("120").complete(Target.at("http://localhost")))
                .withMessage("here: value must have a unit, as in \"100ms\" or \"3s\", but is \"120\"");
    }

    private static TargetSettings waiting(String text) {
        return new TargetSettings(
                new Settings(Map.of("waitFor", new Setting("here", List.of(text)))), ENVIRONMENT::get);
    }

    @Test
    void refusesTheSameLabelTwice() {
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> settings(SameLabelTestCase.class).complete(Target.at("http://localhost")))
                .withMessage(
                        "@LlmTarget(labels) on SameLabelTestCase: each name must stand once, but one stands twice in"
                                + " [gpu=A100, gpu=H100]");
    }

    @Test
    void refusesALabelWithoutAValue() {
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> settings(BadLabelTestCase.class).complete(Target.at("http://localhost")))
                .withMessage("@LlmTarget(labels) on BadLabelTestCase: value must be written as in \"gpu=A100\", but is"
                        + " \"A100\"");
    }

    @Test
    void expandsVariablesInPaths(@TempDir Path directory) {
        HeldCertificate ca = TestCertificates.ca("Acme CA");
        TestCertificates.write(directory.resolve("ca.pem"), ca.certificatePem());
        Map<String, String> environment = Map.of("CERTS", directory.toString());

        Target target = new TargetSettings(
                        new Settings(Map.of("caFile", new Setting("here", List.of("${CERTS}/ca.pem")))),
                        environment::get)
                .complete(Target.at("https://llm"));

        assertThat(target.connection().tls().caFile()).isEqualTo(directory.resolve("ca.pem"));
    }

    @Test
    void namesTheAttributeOfAClientCertificateThatCannotBeUsed() {
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> settings(MissingCertificateTestCase.class).complete(Target.at("https://llm")))
                .withMessageStartingWith(
                        "@LlmTarget(clientCertificate) on MissingCertificateTestCase: clientCertificate"
                                + " must be a file that exists, but \"none.p12\" does not");
    }

    @Test
    void refusesAPasswordThatOpensNothing() {
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> settings(LonelyPasswordTestCase.class).complete(Target.at("https://llm")))
                .withMessage("@LlmTarget(clientCertificatePasswordEnv) on LonelyPasswordTestCase: password must stand"
                        + " beside the clientCertificate that it opens, but there is none; set it, or remove"
                        + " clientCertificatePasswordEnv");
    }

    @Test
    void doesNotShowAKeyThatStandsWhereItsVariableShould() {
        Settings said = new Settings(Map.of("apiKeyEnv", new Setting("here", List.of("sk-planted-0123"))));
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> new TargetSettings(said, ENVIRONMENT::get).complete(Target.at("https://llm")))
                .withMessage(
                        "here: apiKeyEnv must be the name of an environment variable, of letters, digits and _, but"
                                + " is not; put the secret into a variable and name that");
    }

    @ParameterizedTest
    @CsvSource({
        "ftp://user:planted@h,    ftp://***@h",
        "https:/h?key=planted,    https:/h?***",
        "http://h x?key=planted,  http://h x?***"
    })
    void doesNotShowWhatMayBeSecretInAUrlThatIsNone(String url, String shown) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Target.at(url))
                .withMessage("url must be absolute, as in \"http://localhost:8000\", but is \"" + shown + "\"")
                .withNoCause();
    }

    @Test
    void masksAKeyInTheQueryAlsoAsServersRepeatIt() {
        Target target = Target.at("http://h/v1?key=SEC%2BRET99x");

        assertThat(target.maskSecrets("bad key SEC+RET99x or SEC%2BRET99x")).isEqualTo("bad key *** or ***");
        assertThat(target).hasToString("http://h/v1?*** (openai-chat)");
    }

    @Test
    void namesTheVariableThatMustHoldThePassword() {
        Settings said = new Settings(Map.of(
                "clientCertificate", new Setting("here", List.of("client.p12")),
                "clientCertificatePasswordEnv", new Setting("there", List.of("NO_SUCH_KEY"))));
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> new TargetSettings(said, ENVIRONMENT::get).complete(Target.at("https://llm")))
                .withMessage("there: environment variable \"NO_SUCH_KEY\" must hold the password of the"
                        + " clientCertificate, but is not set; export it, or remove clientCertificatePasswordEnv");
    }

    @Test
    void namesTheKeyOfAProxyThatIsWrittenWithAPassword() {
        Settings said = new Settings(
                Map.of("proxy", new Setting("llmperf.target.proxy", List.of("http://user:planted@proxy:3128"))));
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> new TargetSettings(said, ENVIRONMENT::get).complete(Target.at("https://llm")))
                .withMessage("llmperf.target.proxy: proxy must not carry a password, which reports would show; write"
                        + " \"http://host:port\" and add a header \"Proxy-Authorization: Basic ${…}\", which is sent to"
                        + " the proxy only");
    }

    @Test
    void saysWhichKeySetsANamedTarget() throws Exception {
        assertThat(resolver(NamedTestCase.class, Map.of()).missing())
                .contains("target \"staging\" is not set up here: give its url in"
                        + " -Dllmperf.target.staging.url=http://…");
        assertThat(resolver(NamedTestCase.class, Map.of("llmperf.target.staging.url", "http://s"))
                        .missing())
                .isEmpty();
    }

    private static TargetResolver resolver(Class<?> testClass, Map<String, String> parameters) throws Exception {
        Method method = testClass.getDeclaredMethod("load");
        return new TargetResolver(
                new AnnotationTrail(testClass, method),
                new Parameters(key -> Optional.ofNullable(parameters.get(key))),
                ENVIRONMENT::get);
    }

    private static Setting url(String text) {
        return new Setting("here", List.of(text));
    }

    private static TargetSettings settings(Class<?> testClass) {
        return new TargetSettings(
                AnnotationTrail.merge(AnnotationTrail.onClasses(testClass, LlmTarget.class)), ENVIRONMENT::get);
    }

    @LlmTarget(
            model = "qwen2.5-7b",
            apiKeyEnv = "LLM_KEY",
            labels = {"gpu=A100", "tp=2"},
            headers = "X-Team: search on ${GPU_HOST}")
    static class FullTestCase {}

    @LlmTarget(apiKeyEnv = "NO_SUCH_KEY")
    static class MissingKeyTestCase {}

    @LlmTarget(labels = {"gpu=A100", "gpu=H100"})
    static class SameLabelTestCase {}

    @LlmTarget(labels = "A100")
    static class BadLabelTestCase {}

    @LlmTarget(clientCertificate = "none.p12")
    static class MissingCertificateTestCase {}

    @LlmTarget(clientCertificatePasswordEnv = "LLM_KEY")
    static class LonelyPasswordTestCase {}

    @LlmTarget(name = "staging")
    static class NamedTestCase {
        @LlmLoad
        void load() {}
    }
}
