package io.github.llmperf.settings;

import io.github.llmperf.plan.BaselinePolicy.Mode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** {@code llmperf.gate}: nothing that was asked for may pass without a judgement. */
@API(status = Status.INTERNAL, since = "0.1")
public record GateSetting(Parameters parameters) {

    /** Settings that want every test judged, the wider one first. */
    private static final List<String> DEMANDS = List.of(ConfigurationKeys.GATE, ConfigurationKeys.REQUIRED);

    public boolean isOn() {
        return parameters.isOn(ConfigurationKeys.GATE);
    }

    /** Returns whether load tests that are switched off have to fail. */
    public boolean wantsAllTests() {
        return isOn() || (demand().isPresent() && !isEnabled());
    }

    /** Refuses load tests that are switched off beside a setting that wants them judged. */
    public void refuseSkipping() {
        demand().filter(demand -> !isEnabled()).ifPresent(demand -> {
            throw new ExtensionConfigurationException(ConfigurationKeys.ENABLED + "=false must not stand beside "
                    + demand + "=true: a load test that is not run is not judged; remove one of the two");
        });
    }

    /** Refuses to compare with nothing beside a setting that wants a comparison. */
    void refuseWithoutComparison(Mode mode) {
        if (mode == Mode.OFF || mode == Mode.CALIBRATE) {
            demand().ifPresent(demand -> {
                throw new ExtensionConfigurationException(ConfigurationKeys.BASELINE + "="
                        + mode.name().toLowerCase(Locale.ROOT) + " must not stand beside " + demand
                        + "=true: without a comparison no regression is found; remove one of the two");
            });
        }
    }

    /**
     * Returns what a test fails with that would be skipped without the gate.
     *
     * @param why it would be skipped
     */
    public static ExtensionConfigurationException skipped(String why) {
        return new ExtensionConfigurationException(why + "; " + ConfigurationKeys.GATE
                + "=true lets no load test be skipped: set it up, or leave the test out");
    }

    private Optional<String> demand() {
        return DEMANDS.stream().filter(parameters::isOn).findFirst();
    }

    private boolean isEnabled() {
        return parameters
                .get(ConfigurationKeys.ENABLED)
                .map(setting -> setting.parse(Setting::toSwitch))
                .orElse(true);
    }
}
