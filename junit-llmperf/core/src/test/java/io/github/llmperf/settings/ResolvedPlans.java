package io.github.llmperf.settings;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.llmperf.LlmDefaults;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** Plans of test cases, and what is wrong with them. */
final class ResolvedPlans {

    static final RequestTokens TEN = new RequestTokens(10, 128);
    static final Scenario SCENARIO = new Scenario("T", "m", Map.of(), Scenario.SINGLE);

    private ResolvedPlans() {}

    static LoadPlan plan(Class<?> testClass, String method) {
        return plan(testClass, method, Map.of());
    }

    static LoadPlan plan(Class<?> testClass, String method, Map<String, String> parameters) {
        PlanResolver resolver = resolver(testClass, method, parameters);
        resolver.check(SCENARIO);
        return resolver.plan(SCENARIO, "run", Target.at("http://localhost"), "hash");
    }

    static PlanResolver resolver(Class<?> testClass, String method, Map<String, String> map) {
        AnnotationTrail trail = trail(testClass, method);
        Parameters parameters = new Parameters(key -> Optional.ofNullable(map.get(key)));
        Settings settings =
                parameters.loadSettings().over(trail.merged(LlmLoad.class)).over(trail.merged(LlmDefaults.class));
        return new PlanResolver(Cell.matrix(settings).get(0), trail, parameters);
    }

    static AnnotationTrail trail(Class<?> testClass, String method) {
        return Arrays.stream(testClass.getDeclaredMethods())
                .filter(m -> m.getName().equals(method))
                .map(m -> new AnnotationTrail(testClass, m))
                .findFirst()
                .orElseThrow();
    }

    static org.assertj.core.api.ThrowableAssertAlternative<ExtensionConfigurationException> assertWrong(
            Class<?> testClass, String method, Map<String, String> parameters) {
        return assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> plan(testClass, method, parameters));
    }

    static class PlainTestCase {
        @LlmLoad
        void plain() {}
    }
}
