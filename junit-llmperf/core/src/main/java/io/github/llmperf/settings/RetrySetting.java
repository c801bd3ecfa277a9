package io.github.llmperf.settings;

import io.github.llmperf.machine.SharedMachine;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** {@code llmperf.invalid.retries}: how often a load is sent again when this machine was too busy to measure it. */
@API(status = Status.INTERNAL, since = "0.1")
public record RetrySetting(Parameters parameters) {

    /** Where the machine of a launch lies in the root store, so that a test can put another one there. */
    public static final Namespace NAMESPACE = Namespace.create(RetrySetting.class);

    private static final int MOST = 5;

    public static RetrySetting of(ExtensionContext context) {
        return new RetrySetting(new Parameters(context::getConfigurationParameter));
    }

    /**
     * Returns the most retries of a test.
     *
     * @throws org.junit.jupiter.api.extension.ExtensionConfigurationException if the value is not from 0 to 5
     */
    public int most() {
        return parameters
                .get(ConfigurationKeys.RETRIES)
                .map(setting -> setting.parse(text -> Setting.toInt(text, 0, MOST, "")))
                .orElse(1);
    }

    /** Returns the machine that the tests of a launch run on. */
    public static SharedMachine machine(ExtensionContext context) {
        return context.getRoot()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(SharedMachine.class, any -> SharedMachine.ofProcess(), SharedMachine.class);
    }
}
