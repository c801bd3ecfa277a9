package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.llmperf.plan.Target;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

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
    void neverRepeatsTheValueOfAVariableInAnError() {
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(
                        () -> new TargetSettings(Settings.NONE, name -> "sk planted").at(url("http://host/${LLM_KEY}")))
                .withMessage("here: url must be absolute once its variables are filled in, but"
                        + " \"http://host/${LLM_KEY}\" is not; look at the values of its variables")
                .satisfies(e -> assertThat(e.getCause()).hasNoCause());
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

    @LlmTarget(name = "staging")
    static class NamedTestCase {
        @LlmLoad
        void load() {}
    }
}
