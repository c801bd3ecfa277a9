package io.github.llmperf.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The configuration parameters of a build, as settings that know their key. */
@API(status = Status.INTERNAL, since = "0.1")
public record Parameters(Function<String, Optional<String>> lookup) {

    /** What may have several values, separated by commas. */
    private static final Set<String> LISTS =
            Set.of("users", "stages", "prompt", "promptChars", "promptTokens", "maxNewTokens", "labels", "metricsUrl");

    /** Commas, but for those in parentheses, which belong to one value: {@code shared-prefix(prefixes=8, questions=32)}. */
    private static final Pattern BETWEEN = Pattern.compile(",(?![^(]*\\))");

    public Optional<Setting> get(String key) {
        return lookup.apply(key).map(text -> new Setting(key, List.of(text)));
    }

    /** Returns whether a switch is on; it is off where nobody has set it. */
    boolean isOn(String key) {
        return get(key).map(setting -> setting.parse(Setting::toSwitch)).orElse(false);
    }

    /** Load attributes under {@code llmperf.<attribute>}; lists are separated by commas. */
    public Settings loadSettings() {
        Map<String, Setting> said = new LinkedHashMap<>();
        for (String attribute : ConfigurationKeys.LOAD_ATTRIBUTES) {
            String key = ConfigurationKeys.PREFIX + attribute;
            lookup.apply(key).ifPresent(text -> said.put(attribute, new Setting(key, values(attribute, text))));
        }
        return new Settings(said);
    }

    /** Target settings under a prefix such as {@code llmperf.target.} or {@code llmperf.target.gpu.}. */
    Settings targetSettings(String prefix) {
        Map<String, Setting> said = new LinkedHashMap<>();
        for (String field : ConfigurationKeys.TARGET_FIELDS) {
            lookup.apply(prefix + field)
                    .ifPresent(text -> said.put(field, new Setting(prefix + field, values(field, text))));
        }
        return new Settings(said);
    }

    private static List<String> values(String name, String text) {
        return LISTS.contains(name)
                ? Stream.of(BETWEEN.split(text, -1)).map(String::trim).toList()
                : List.of(text);
    }
}
