package io.github.llmperf.settings;

import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** The configuration parameters {@code llmperf.*}: which exist, and that no other is used. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ConfigurationKeys {

    static final String PREFIX = "llmperf.";

    /** Attributes of a search, under {@code llmperf.capacity.<attribute>}. */
    static final List<String> CAPACITY_ATTRIBUTES =
            List.of("users", "requestRate", "planned", "headroom", "certainty", "resolution", "maxRuns");

    /** Load attributes that a configuration parameter overrides, under {@code llmperf.<attribute>}. */
    public static final List<String> LOAD_ATTRIBUTES = List.of(
            "users",
            "requestRate",
            "burstiness",
            "maxInFlight",
            "stages",
            "requests",
            "duration",
            "maxDuration",
            "warmup",
            "window",
            "cooldown",
            "spawnRate",
            "ramp",
            "thinkTime",
            "turns",
            "timeout",
            "abort",
            "maxAnswerSize",
            "prompt",
            "promptChars",
            "promptTokens",
            "maxNewTokens",
            "forceLength",
            "stream",
            "temperature",
            "extraBody",
            "systemPrompt",
            "cache",
            "seed",
            "repetitions",
            "maxTokens");

    /** Target settings, under {@code llmperf.target.<field>} and {@code llmperf.target.<name>.<field>}. */
    static final List<String> TARGET_FIELDS = List.of(
            "url",
            "api",
            "model",
            "apiKeyEnv",
            "metricsUrl",
            "proxy",
            "caFile",
            "clientCertificate",
            "clientCertificatePasswordEnv",
            "labels",
            "waitFor");

    static final String BASELINE = "llmperf.baseline";
    public static final String ACCEPT = BASELINE + ".accept";
    static final String REQUIRED = BASELINE + ".required";
    static final String ANCHOR = BASELINE + ".anchor";
    public static final String TAG = BASELINE + ".tag";
    static final String TRIALS = "llmperf.trials";
    static final String COMPARE_WITH = "llmperf.compare.with";
    static final String COMPARE_PAIRS = "llmperf.compare.pairs";
    static final String CAPACITY = "llmperf.capacity.";
    static final String ENVIRONMENT = "llmperf.environment";
    public static final String GATE = "llmperf.gate";
    static final String STRICT = "llmperf.strict";
    public static final String RETRIES = "llmperf.invalid.retries";
    public static final String OUTPUT = "llmperf.output";
    static final String RECORDS = "llmperf.records";
    public static final String ENABLED = "llmperf.enabled";
    static final String PROBE = "llmperf.probe";
    public static final String STUDY_TIME_SCALE = "llmperf.study.timeScale";
    static final String METRICS_INTERVAL = "llmperf.metrics.interval";
    static final String PROFILER = "llmperf.profiler";
    static final String PROGRESS = "llmperf.progress";
    static final String REHEARSAL = "llmperf.rehearsal";

    private static final List<String> OTHERS = List.of(
            BASELINE,
            BASELINE + ".dir",
            REQUIRED,
            ACCEPT,
            BASELINE + ".alpha",
            BASELINE + ".assumedNoise",
            ANCHOR,
            TAG,
            TRIALS,
            COMPARE_WITH,
            COMPARE_PAIRS,
            ENVIRONMENT,
            GATE,
            STRICT,
            RETRIES,
            OUTPUT,
            RECORDS,
            ENABLED,
            PROBE,
            STUDY_TIME_SCALE,
            METRICS_INTERVAL,
            PROFILER,
            PROGRESS,
            REHEARSAL);

    /** How wrong keys of the simulator begin. */
    private static final String SIMULATOR = PREFIX + "sim";

    private static final Pattern OF_A_TARGET = Pattern.compile("(llmperf\\.target\\.[A-Za-z0-9_-]+\\.).+");

    private static final Pattern NAMED_TARGET =
            Pattern.compile("llmperf\\.target\\.[A-Za-z0-9_-]+\\.(" + String.join("|", TARGET_FIELDS) + ")");

    private ConfigurationKeys() {}

    public static List<String> all() {
        return Stream.of(
                        LOAD_ATTRIBUTES.stream().map(PREFIX::concat),
                        TARGET_FIELDS.stream().map(field -> PREFIX + "target." + field),
                        CAPACITY_ATTRIBUTES.stream().map(CAPACITY::concat),
                        OTHERS.stream())
                .flatMap(keys -> keys)
                .toList();
    }

    /**
     * Refuses the first key that does not exist. The sources are system properties, the properties file, the launcher.
     *
     * @param keysOfLaunches of all launches of this process
     * @param launch tells which of them are of this one: an earlier launch may have been mistyped
     */
    public static void refuseUnknown(Set<String> keysOfLaunches, Predicate<String> launch) {
        Set<String> used = new TreeSet<>();
        keysOfLaunches.stream().filter(launch).forEach(used::add);
        used.addAll(System.getProperties().stringPropertyNames());
        used.addAll(keysOfPropertiesFile());
        for (String key : used) {
            if (key.startsWith(PREFIX) && !isKnown(key)) {
                throw new ExtensionConfigurationException(
                        "configuration parameter \"" + key + "\" does not exist; " + hint(key));
            }
        }
    }

    public static boolean isKnown(String key) {
        return all().contains(key) || NAMED_TARGET.matcher(key).matches();
    }

    private static Set<String> keysOfPropertiesFile() {
        ClassLoader loader = Optional.ofNullable(Thread.currentThread().getContextClassLoader())
                .orElseGet(ConfigurationKeys.class::getClassLoader);
        try (InputStream file = loader.getResourceAsStream("junit-platform.properties")) {
            Properties properties = new Properties();
            if (file != null) {
                properties.load(file);
            }
            return properties.stringPropertyNames();
        } catch (IOException e) {
            throw new ExtensionConfigurationException("junit-platform.properties cannot be read: " + e.getMessage(), e);
        }
    }

    /** What is far from everything is no slip of the pen: the nearest key would only mislead. */
    private static String hint(String key) {
        if (key.startsWith(SIMULATOR)) {
            return "keys of the simulator begin with \"llmperf-sim.\", such as \"llmperf-sim.slowFactor\"";
        }
        return nearest(key)
                .map(nearest -> "did you mean \"" + nearest + "\"?")
                .orElse("docs/configuration.md lists those that do");
    }

    /** One that ends alike lacks its beginning only; else a letter in four may be wrong. */
    private static Optional<String> nearest(String key) {
        int slips = Math.max(1, (key.length() - PREFIX.length()) / 4);
        Comparator<String> closest = Comparator.comparingInt(known -> distance(key, known));
        Optional<String> slip = candidates(key).min(closest).filter(known -> distance(key, known) <= slips);
        String name = key.substring(key.lastIndexOf('.'));
        return slip.or(
                () -> all().stream().filter(known -> known.endsWith(name)).min(closest));
    }

    /** All keys, and those of the named target that a key may be of. */
    private static Stream<String> candidates(String key) {
        Matcher named = OF_A_TARGET.matcher(key);
        return Stream.concat(
                all().stream(),
                named.matches() ? TARGET_FIELDS.stream().map(field -> named.group(1) + field) : Stream.empty());
    }

    /** Levenshtein's distance. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, Math.min(row[j - 1], row[j]) + 1);
            }
        }
        return row[b.length()];
    }
}
