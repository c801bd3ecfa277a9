package io.github.llmperf.study;

import io.github.llmperf.plan.Times;
import io.github.llmperf.settings.Setting;
import io.github.llmperf.settings.Settings;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts the times and rates of a load to those of a target whose clock is faster. What cannot be read is left as it is:
 * whoever reads it next says what is wrong with it.
 *
 * @param factor seconds of the study in a second of the run, above 0
 */
record TimeScale(double factor) {

    /** A time as a whole: what begins with a point or goes on from another number cannot be read, and is left. */
    private static final Pattern TIME =
            Pattern.compile("(?<![0-9])(?<![^.][.])(?<!^[.])[0-9]+(\\.[0-9]+)?\\s*(us|ms|s|m|h)\\b");

    private static final Pattern RATE = Pattern.compile("\\s*([0-9]+(?:\\.[0-9]+)?)\\s*(/s)?\\s*");

    private static final Set<String> TIMES =
            Set.of("duration", "maxDuration", "cooldown", "timeout", "warmup", "thinkTime", "ramp");
    private static final Set<String> RATES = Set.of("spawnRate", "requestRate");

    static TimeScale of(Setting setting) {
        return new TimeScale(setting.parse(text -> {
            double factor = Setting.toDouble(text);
            if (!(factor > 0 && factor < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("timeScale must be above 0, as in 20, but is " + text);
            }
            return factor;
        }));
    }

    boolean isOne() {
        return factor == 1;
    }

    Settings applied(Settings settings) {
        if (isOne()) {
            return settings;
        }
        settings.get("stages").ifPresent(stages -> {
            throw stages.wrong("stages must not stand beside @LlmStudy with a timeScale; write a row for each");
        });
        // Unsaid, it is that of the study, too: a time-out that never comes changes what is counted.
        Settings scaled = settings.has("timeout")
                ? settings
                : settings.with("timeout", changed(new Setting("default timeout", List.of("60s")), this::times));
        for (Map.Entry<String, Setting> one : settings.byName().entrySet()) {
            if (TIMES.contains(one.getKey())) {
                scaled = scaled.with(one.getKey(), changed(one.getValue(), this::times));
            } else if (RATES.contains(one.getKey())) {
                scaled = scaled.with(one.getKey(), changed(one.getValue(), this::rate));
            }
        }
        return scaled;
    }

    private static Setting changed(Setting setting, UnaryOperator<String> change) {
        List<String> values = setting.values().stream().map(change).toList();
        return setting.with(values);
    }

    /** Each time in a text, such as both of a range. */
    private String times(String text) {
        return TIME.matcher(text).replaceAll(found -> shorter(found.group()));
    }

    private String shorter(String time) {
        try {
            Duration real = Times.parse(time);
            return plain(real.toNanos() / 1e6 / factor) + "ms";
        } catch (IllegalArgumentException e) {
            return time;
        }
    }

    private String rate(String text) {
        Matcher matcher = RATE.matcher(text);
        return matcher.matches()
                ? plain(Double.parseDouble(matcher.group(1)) * factor)
                        + (matcher.group(2) == null ? "" : matcher.group(2))
                : text;
    }

    private static String plain(double value) {
        return new BigDecimal(value, MathContext.DECIMAL32).stripTrailingZeros().toPlainString();
    }
}
