package io.github.llmperf.settings;

import io.github.llmperf.Baseline;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Quantity;
import io.github.llmperf.metric.Unit;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.BaselinePolicy.Mode;
import io.github.llmperf.plan.Guard;
import io.github.llmperf.plan.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Merges {@link Baseline} annotations and {@code llmperf.baseline.*} into a policy. */
@API(status = Status.INTERNAL, since = "0.1")
public final class BaselineResolver {

    private static final String KEY = ConfigurationKeys.BASELINE;

    private static final int MOST_TRIALS = 10;

    /** Trials of a calibration unless set: enough to tell a quiet environment from a noisy one. */
    private static final int CALIBRATED = 8;

    private static final int MOST_CALIBRATED = 30;

    private BaselineResolver() {}

    static BaselinePolicy resolve(
            Settings annotations,
            Parameters parameters,
            Scenario test,
            boolean streamed,
            Arrival arrival,
            ServerAbilities server) {
        Mode asked = parameters
                .get(KEY)
                .map(setting -> setting.parse(text -> Setting.toEnum(text, Mode.class)))
                .orElse(Mode.COMPARE);
        new GateSetting(parameters).refuseWithoutComparison(asked);
        Mode mode = asked;
        if (annotations
                .get("value")
                .map(s -> s.parse(Setting::toSwitch))
                .orElse(true)
                .equals(false)) {
            mode = Mode.OFF;
        }
        return new BaselinePolicy(
                mode,
                new Guard(
                        gated(annotations, streamed, arrival, server),
                        percent(annotations, "tolerance", .10),
                        percent(annotations, "tailTolerance", .15),
                        number(parameters, KEY + ".alpha", .01, .5),
                        number(parameters, KEY + ".assumedNoise", .10, 1),
                        parameters.isOn(ConfigurationKeys.REQUIRED)),
                StoredOnly.accept(parameters, asked, test),
                trials(annotations, parameters, mode),
                environment(parameters),
                StoredOnly.anchor(annotations, parameters),
                StoredOnly.tag(parameters, asked),
                parameters
                        .get(KEY + ".dir")
                        .map(s -> s.parse(BaselineResolver::directory))
                        .orElse(null));
    }

    /** Calibrating needs several trials, whatever the test is content with otherwise. */
    private static int trials(Settings annotations, Parameters parameters, Mode mode) {
        if (mode == Mode.CALIBRATE) {
            return parameters
                    .get(ConfigurationKeys.TRIALS)
                    .map(setting -> setting.parse(text -> Setting.toInt(text, 2, MOST_CALIBRATED, " to calibrate")))
                    .orElse(CALIBRATED);
        }
        return parameters
                .get(ConfigurationKeys.TRIALS)
                .or(() -> annotations.get("trials"))
                .map(setting -> setting.parse(text -> Setting.toInt(text, 1, MOST_TRIALS, "")))
                .orElse(1);
    }

    public static Path directory(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("value must be a directory, but is blank");
        }
        return Path.of(text.trim());
    }

    private static String environment(Parameters parameters) {
        return parameters
                .get(ConfigurationKeys.ENVIRONMENT)
                .map(setting -> setting.parse(text -> {
                    if (text.isBlank()) {
                        throw new IllegalArgumentException(
                                "value must be the name of an environment, as in \"ci-a100\"");
                    }
                    return text.trim();
                }))
                .orElse("default");
    }

    private static double percent(Settings settings, String name, double otherwise) {
        return settings.get(name)
                .map(setting -> setting.parse(text -> {
                    double value = Quantity.parse(text, Unit.PERCENT).value() / 100;
                    if (!(value > 0 && value <= 10)) {
                        throw new IllegalArgumentException(
                                "value must be above 0% and at most 1000%, but is \"" + text + "\"");
                    }
                    return value;
                }))
                .orElse(otherwise);
    }

    private static double number(Parameters parameters, String key, double otherwise, double most) {
        return parameters
                .get(key)
                .map(setting -> setting.parse(text -> {
                    double value = Setting.toDouble(text);
                    if (!(value > 0 && value <= most)) {
                        throw new IllegalArgumentException(
                                "value must be above 0 and at most " + most + ", but is " + text);
                    }
                    return value;
                }))
                .orElse(otherwise);
    }

    private static List<Measure> gated(Settings settings, boolean streamed, Arrival arrival, ServerAbilities server) {
        return settings.get("gated")
                .map(setting -> setting.parseAll(text -> gate(text, streamed, server)))
                .orElseGet(() -> byDefault(streamed, arrival));
    }

    private static Measure gate(String text, boolean streamed, ServerAbilities server) {
        if (text.contains(",")) {
            throw new IllegalArgumentException("gated must name one measure in each string, as in {\"ttft.p50\","
                    + " \"tpot.p50\"}, but one is \"" + text + "\"");
        }
        Measure measure = Measure.parse(text);
        server.refuseUnmeasurable("gating " + measure, "gate", measure.metric(), streamed);
        if (measure.metric().better().worseSign() == 0) {
            throw new IllegalArgumentException(
                    "measure must be better or worse for a comparison, but " + measure + " is neither");
        }
        return measure;
    }

    private static List<Measure> byDefault(boolean streamed, Arrival arrival) {
        List<Measure> gated = new ArrayList<>();
        if (streamed) {
            gated.add(Measure.percentile(Metric.TTFT, 50));
            gated.add(Measure.percentile(Metric.TTFT, 90));
            gated.add(Measure.percentile(Metric.TPOT, 50));
        } else {
            gated.add(Measure.percentile(Metric.E2E, 50));
            gated.add(Measure.percentile(Metric.E2E, 90));
        }
        if (streamed && arrival instanceof Arrival.OpenLoop) {
            // A stall in mid-answer leaves first tokens and the median of the rest as they are, and users do not send
            // less.
            gated.add(Measure.percentile(Metric.E2E, 90));
        }
        if (!(arrival instanceof Arrival.OpenLoop open) || Double.isInfinite(open.requestRate())) {
            gated.add(Measure.of(Metric.OUTPUT_TOKEN_RATE));
        }
        return gated;
    }
}
