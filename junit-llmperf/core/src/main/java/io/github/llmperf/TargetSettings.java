package io.github.llmperf;

import io.github.llmperf.plan.Secret;
import io.github.llmperf.plan.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Completes a target with what annotations and configuration parameters say: {@code ${NAME}} is replaced by environment
 * variables, the key is taken from one.
 */
record TargetSettings(Settings settings, Function<String, @Nullable String> environment) {

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)}");

    Target at(Setting url) {
        return url.parse(text -> {
            String expanded = expand(text);
            try {
                return Target.at(expanded);
            } catch (IllegalArgumentException e) {
                if (expanded.equals(text)) {
                    throw e;
                }
                // Neither the expanded text nor the cause, which repeats it: a variable may hold a key.
                throw new IllegalArgumentException("url must be absolute once its variables are filled in, but \""
                        + text + "\" is not; look at the values of its variables");
            }
        });
    }

    /** Applies everything but the url. */
    Target complete(Target base) {
        Target target = base;
        Setting api = settings.get("api").orElse(null);
        target = api == null ? target : target.withApi(text(api));
        Setting model = settings.get("model").orElse(null);
        target = model == null ? target : target.withModel(text(model));
        Setting proxy = settings.get("proxy").orElse(null);
        target = proxy == null ? target : target.withProxy(text(proxy));
        Setting metricsUrl = settings.get("metricsUrl").orElse(null);
        target = metricsUrl == null ? target : target.withMetricsUrl(text(metricsUrl));
        for (Map.Entry<String, String> header : pairs("headers", ":", "\"Name: value\"")) {
            target = target.withHeader(header.getKey(), header.getValue());
        }
        for (Map.Entry<String, String> label : pairs("labels", "=", "\"gpu=A100\"")) {
            target = target.withLabel(label.getKey(), label.getValue());
        }
        Setting key = settings.get("apiKeyEnv").orElse(null);
        return key == null ? target : target.withKey(key(key));
    }

    private String text(Setting setting) {
        return setting.parse(this::expand);
    }

    private Secret key(Setting setting) {
        return setting.parse(name -> {
            String value = environment.apply(name.trim());
            if (value == null || value.isBlank()) {
                throw new IllegalArgumentException("environment variable \"" + name
                        + "\" must hold the key of the target, but is not set; export it, or remove apiKeyEnv");
            }
            return Secret.of(value.trim());
        });
    }

    private List<Map.Entry<String, String>> pairs(String name, String separator, String example) {
        List<Map.Entry<String, String>> pairs = new ArrayList<>();
        settings.get(name)
                .ifPresent(setting -> pairs.addAll(setting.parseAll(text -> {
                    int at = text.indexOf(separator);
                    if (at < 1) {
                        throw new IllegalArgumentException(
                                "value must be written as in " + example + ", but is \"" + text + "\"");
                    }
                    return Map.entry(
                            text.substring(0, at).trim(),
                            expand(text.substring(at + separator.length()).trim()));
                })));
        if (pairs.stream().map(Map.Entry::getKey).distinct().count() < pairs.size()) {
            Setting setting = settings.get(name).orElseThrow();
            throw setting.wrong("each name must stand once, but one stands twice in " + setting.values());
        }
        return pairs;
    }

    private String expand(String text) {
        Matcher matcher = VARIABLE.matcher(text);
        StringBuilder expanded = new StringBuilder();
        while (matcher.find()) {
            String value = environment.apply(matcher.group(1));
            if (value == null) {
                throw new IllegalArgumentException("environment variable \"" + matcher.group(1)
                        + "\" must be set, since \"" + text + "\" refers to it; export it, or write the value itself");
            }
            matcher.appendReplacement(expanded, Matcher.quoteReplacement(value));
        }
        return matcher.appendTail(expanded).toString();
    }
}
