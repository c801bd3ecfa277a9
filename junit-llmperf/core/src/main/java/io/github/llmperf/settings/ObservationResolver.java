package io.github.llmperf.settings;

import io.github.llmperf.plan.BaselinePolicy.Mode;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Observation;
import io.github.llmperf.plan.Profiler;
import io.github.llmperf.plan.Times;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Finds out how a server is looked at while a load goes on. */
record ObservationResolver(Parameters parameters) {

    Observation resolve() {
        Profiler profiler = parameters
                .get(ConfigurationKeys.PROFILER)
                .map(setting -> setting.parse(ObservationResolver::profiler))
                .orElse(Profiler.OFF);
        boolean probe = parameters
                .get(ConfigurationKeys.PROBE)
                .map(setting -> setting.parse(Setting::toSwitch))
                .orElse(Observation.DEFAULT.probe());
        return parameters
                .get(ConfigurationKeys.METRICS_INTERVAL)
                .map(setting -> setting.parse(text -> new Observation(interval(text), profiler, probe)))
                .orElseGet(() -> new Observation(Observation.DEFAULT.interval(), profiler, probe));
    }

    private static Duration interval(String text) {
        return Times.parse(text);
    }

    private static Profiler profiler(String text) {
        return switch (text.trim().toLowerCase(Locale.ROOT)) {
            case "off" -> Profiler.OFF;
            case "vllm" -> Profiler.VLLM;
            case "sglang" -> Profiler.SGLANG;
            default -> throw new IllegalArgumentException("value must be vllm, sglang or off, but is \"" + text + "\"");
        };
    }

    /** Refuses a profiler where its run could only mislead, or where it must not be asked for. */
    void check(LoadPlan plan) {
        Optional<Setting> setting = parameters.get(ConfigurationKeys.PROFILER);
        if (plan.observation().profiler() == Profiler.OFF || setting.isEmpty()) {
            return;
        }
        if (!plan.observation().probe()) {
            throw setting.get()
                    .wrong("a profiler must not stand beside " + ConfigurationKeys.PROBE
                            + "=false: it is started and stopped by requests that are not the plan's own; remove one of"
                            + " them");
        }
        Mode mode = plan.criteria().baseline().mode();
        if (mode == Mode.RECORD || mode == Mode.CALIBRATE) {
            throw setting.get()
                    .wrong(
                            "a profiler must not stand beside " + ConfigurationKeys.BASELINE + "="
                                    + mode.name().toLowerCase(Locale.ROOT)
                                    + ": a profiled server is slower, and later runs would be compared with it; remove one of them");
        }
        if (plan.load().pairing() != null) {
            throw setting.get()
                    .wrong(
                            "a profiler must not stand beside a second target: a profiled server is slower, and the other one"
                                    + " is not; remove one of them");
        }
    }
}
