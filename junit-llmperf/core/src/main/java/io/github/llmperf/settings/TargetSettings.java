package io.github.llmperf.settings;

import io.github.llmperf.client.TlsSettings;
import io.github.llmperf.plan.HostName;
import io.github.llmperf.plan.ShownUrl;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Times;
import io.github.llmperf.secret.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Completes a target with what annotations and configuration parameters say: {@code ${NAME}} is replaced by environment
 * variables, the key is taken from one.
 */
record TargetSettings(Settings settings, Function<String, @Nullable String> environment) {

    private static final Pattern VARIABLE_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
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
                if (HostName.isRefused(expanded)) {
                    throw new IllegalArgumentException("url " + HostName.refused(ShownUrl.of(text)));
                }
                // Neither the expanded text nor the cause, which repeats it: a variable may hold a key.
                throw new IllegalArgumentException("url must be absolute once its variables are filled in, but \""
                        + ShownUrl.of(text) + "\" is not; look at the values of its variables");
            }
        });
    }

    /** Applies everything but the url. */
    Target complete(Target base) {
        Target target = with(base, "api", Target::withApi);
        target = with(target, "model", Target::withModel);
        target = with(target, "proxy", Target::withProxy);
        target = withMetricsUrls(target);
        for (Map.Entry<String, String> header : pairs("headers", ":", "\"Name: value\"")) {
            target = target.withHeader(header.getKey(), header.getValue());
        }
        for (Map.Entry<String, String> label : pairs("labels", "=", "\"gpu=A100\"")) {
            target = target.withLabel(label.getKey(), label.getValue());
        }
        Setting key = settings.get("apiKeyEnv").orElse(null);
        target = key == null ? target : target.withKey(secret(key, "apiKeyEnv", "the key of the target"));
        target = with(target, "waitFor", TargetSettings::withWaitFor);
        return withTls(target);
    }

    /** Reads the files once, so that what is wrong with them is said with the name of the setting. */
    private Target withTls(Target base) {
        Target target = base;
        Setting caFile = settings.get("caFile").orElse(null);
        Setting certificate = settings.get("clientCertificate").orElse(null);
        Setting password = settings.get("clientCertificatePasswordEnv").orElse(null);
        if (caFile != null) {
            target = target.withCaFile(path(caFile));
            check(caFile, target, TlsSettings::checkCaFile);
        }
        if (certificate == null && password != null) {
            throw password.wrong("password must stand beside the clientCertificate that it opens, but there is none;"
                    + " set it, or remove clientCertificatePasswordEnv");
        }
        if (certificate != null) {
            target = target.withTls(target.connection()
                    .tls()
                    .withClientCertificate(
                            path(certificate),
                            password == null
                                    ? null
                                    : secret(
                                            password,
                                            "clientCertificatePasswordEnv",
                                            "the password of the clientCertificate")));
            check(certificate, target, TlsSettings::checkClientCertificate);
        }
        return target;
    }

    /** Each is checked by itself, so that a wrong one is said with the name of the setting. */
    private Target withMetricsUrls(Target base) {
        return settings.get("metricsUrl")
                .map(setting -> base.withMetricsUrls(setting.parseAll(text -> {
                    String expanded = expand(text);
                    base.withMetricsUrl(expanded);
                    return expanded;
                })))
                .orElse(base);
    }

    /** Zero takes back what a farther annotation says. */
    private static Target withWaitFor(Target target, String text) {
        Duration longest = Times.parse(text);
        return target.withWaitFor(longest.isZero() ? null : longest);
    }

    private Path path(Setting setting) {
        return setting.parse(text -> Path.of(expand(text).trim()));
    }

    private static void check(Setting setting, Target target, Consumer<Target> check) {
        setting.parse(text -> {
            check.accept(target);
            return text;
        });
    }

    private Target with(Target target, String name, BiFunction<Target, String, Target> change) {
        return settings.get(name)
                .map(setting -> setting.parse(text -> change.apply(target, expand(text))))
                .orElse(target);
    }

    private Secret secret(Setting setting, String name, String what) {
        return setting.parse(variable -> {
            if (!VARIABLE_NAME.matcher(variable.trim()).matches()) {
                // Not shown: it may well be the secret itself.
                throw new IllegalArgumentException(name + " must be the name of an environment variable, of letters,"
                        + " digits and _, but is not; put the secret into a variable and name that");
            }
            String value = environment.apply(variable.trim());
            if (value == null || value.isBlank()) {
                throw new IllegalArgumentException("environment variable \"" + variable + "\" must hold " + what
                        + ", but is not set; export it, or remove " + name);
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
