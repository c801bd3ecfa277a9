package io.github.llmperf.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationKeysTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "llmperf.users",
                "llmperf.baseline",
                "llmperf.baseline.accept",
                "llmperf.target.url",
                "llmperf.target.staging.url",
                "llmperf.target.gpu-1.apiKeyEnv",
                "llmperf.target.caFile",
                "llmperf.target.gpu-1.clientCertificatePasswordEnv",
                "llmperf.strict"
            })
    void knowsItsKeys(String key) {
        assertThat(ConfigurationKeys.isKnown(key)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "llmperf.user, llmperf.users",
        "llmperf.baselin, llmperf.baseline",
        "llmperf.target.ulr, llmperf.target.url",
        "llmperf.Strict, llmperf.strict",
        "llmperf.accept, llmperf.baseline.accept",
        "llmperf.required, llmperf.baseline.required",
        "llmperf.baseline.environment, llmperf.environment",
        "llmperf.baseline.trials, llmperf.trials",
        "llmperf.url, llmperf.target.url",
        "llmperf.target.a.urls, llmperf.target.a.url"
    })
    void refusesAnUnknownKeyAndNamesTheNearest(String key, String nearest) {
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> ConfigurationKeys.refuseUnknown(Set.of(key), key::equals))
                .withMessage(
                        "configuration parameter \"" + key + "\" does not exist; did you mean \"" + nearest + "\"?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    llmperf.simulator.slowFactor | keys of the simulator begin with "llmperf-sim.", such as "llmperf-sim.slowFactor"
                    llmperf.gpuMemoryUtilization | docs/configuration.md lists those that do
                    llmperf.env | docs/configuration.md lists those that do
                    llmperf.report | docs/configuration.md lists those that do
                    llmperf.baseline.gated | docs/configuration.md lists those that do
                    """)
    void namesNoKeyThatIsFarFromTheWrongOne(String key, String hint) {
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> ConfigurationKeys.refuseUnknown(Set.of(key), key::equals))
                .withMessage("configuration parameter \"" + key + "\" does not exist; " + hint);
    }

    @Test
    void leavesOtherKeysAlone() {
        ConfigurationKeys.refuseUnknown(
                Set.of("llmperfx.y", "junit.jupiter.execution.parallel.enabled", "llmperf.seed"), key -> true);
    }

    @Test
    void leavesTheKeysOfOtherLaunchesAlone() {
        ConfigurationKeys.refuseUnknown(Set.of("llmperf.user"), "llmperf.users"::equals);
    }
}
