package io.github.llmperf.settings;

import io.github.llmperf.plan.Scenario;
import io.github.llmperf.secret.KnownSecrets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * {@code llmperf.baseline.accept}: why regressions are accepted, and of which tests. Either {@code test=reason}, several
 * separated by semicolons, or a bare reason.
 *
 * @param byTest reason by the name of a test: {@code Class}, {@code Class.method} or {@code Class.method[cell]}, the class
 *     with or without its package; empty for a bare reason
 * @param bare the reason without a name; empty where tests are named
 */
@API(status = Status.INTERNAL, since = "0.1")
public record AcceptSetting(Map<String, String> byTest, Optional<String> bare) {

    /** A class, a method that may have blanks in its name, parameter types of an overloaded one, a cell. */
    private static final String NAME =
            "[\\p{L}_$][\\p{L}\\p{N}_$]*(?:\\.[^\\s=;\\[\\]().][^=;\\[\\]()]*)?(?:\\([^)]*\\))?(?:\\[[^\\]]*])?";

    private static final Pattern ENTRY = Pattern.compile("\\s*(" + NAME + ")\\s*=(.*)", Pattern.DOTALL);

    /** A semicolon that no name follows belongs to a reason. */
    private static final Pattern BETWEEN = Pattern.compile(";(?=\\s*" + NAME + "\\s*=)");

    /** Copies the map in its order. */
    public AcceptSetting {
        byTest = new LinkedHashMap<>(byTest);
    }

    /**
     * Reads the setting.
     *
     * @return empty where it is not set
     */
    public static Optional<AcceptSetting> of(Parameters parameters) {
        return parameters.get(ConfigurationKeys.ACCEPT).map(setting -> setting.parse(AcceptSetting::parse));
    }

    static AcceptSetting parse(String text) {
        // It goes into git, where no key belongs.
        String safe = KnownSecrets.maskIn(text);
        if (!ENTRY.matcher(safe).matches()) {
            return new AcceptSetting(Map.of(), Optional.of(reason(safe)));
        }
        Map<String, String> byTest = new LinkedHashMap<>();
        for (String entry : BETWEEN.split(safe, -1)) {
            Matcher parts = ENTRY.matcher(entry);
            parts.matches(); // each part begins with a name
            String name = parts.group(1).trim();
            if (byTest.put(name, reason(parts.group(2))) != null) {
                throw new IllegalArgumentException("each test must be named once, but " + name + " is named twice");
            }
        }
        return new AcceptSetting(byTest, Optional.empty());
    }

    private static String reason(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("value must be a reason in words, or test=reason, as in"
                    + " \"RagLatencyTest=larger model\", but the reason is blank");
        }
        return text.trim();
    }

    /**
     * Returns why a test is accepted.
     *
     * @return the bare reason, or that of the name that says most of the test; empty where only others are named
     */
    public Optional<String> reasonFor(Scenario test) {
        return bare.or(() -> names(test.withoutStage()).stream()
                .filter(byTest::containsKey)
                .findFirst()
                .map(byTest::get));
    }

    /** Returns all names of a test, those that say most of it first. */
    private static List<String> names(Scenario test) {
        String binary = test.className();
        String canonical = binary.replace('$', '.');
        List<String> classes = List.of(
                canonical,
                binary,
                canonical.substring(binary.lastIndexOf('.') + 1),
                canonical.substring(canonical.lastIndexOf('.') + 1));
        String method = test.methodName();
        List<String> methods = List.of(method, method.replaceFirst("\\(.*", ""));
        List<String> names = new ArrayList<>();
        classes.forEach(type -> methods.forEach(one -> names.add(type + "." + one + "[" + test.cellName() + "]")));
        classes.forEach(type -> methods.forEach(one -> names.add(type + "." + one)));
        names.addAll(classes);
        return names;
    }
}
