package io.github.llmperf;

import io.github.llmperf.plan.Target;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Finds out where a load goes: a source named by {@code from}, a field or method, a named target, or a url; configuration
 * parameters override all but a source.
 */
record TargetResolver(AnnotationTrail trail, Parameters parameters, Function<String, @Nullable String> environment) {

    private static final String PREFIX = ConfigurationKeys.PREFIX + "target.";

    private Settings annotations() {
        return trail.merged(LlmTarget.class);
    }

    private Optional<TargetSupplier<LlmTarget>> supplier() {
        return TargetSupplier.find(trail.testClass(), LlmTarget.class);
    }

    private Optional<String> name(Settings annotations) {
        return annotations
                .get("name")
                .map(setting -> setting.parse(text -> {
                    if (!text.matches("[A-Za-z0-9_-]+")) {
                        throw new IllegalArgumentException(
                                "name must be of letters, digits, - and _, but is \"" + text + "\"");
                    }
                    return text;
                }));
    }

    /** Returns why the tests are to be skipped: a named target of which no url is known. */
    Optional<String> missing() {
        Settings annotations = annotations();
        Optional<String> name = name(annotations);
        if (name.isEmpty() || annotations.has("from") || supplier().isPresent()) {
            return Optional.empty();
        }
        return settings(annotations, name).has("url")
                ? Optional.empty()
                : Optional.of("target \"" + name.get() + "\" is not set up here: give its url in -D" + PREFIX
                        + name.get() + ".url=http://…");
    }

    /** Returns url and api as far as annotations and parameters alone tell them; empty where someone must be asked. */
    Optional<Target> stated() {
        Settings annotations = annotations();
        if (annotations.has("from") || supplier().isPresent()) {
            return Optional.empty();
        }
        Settings all = settings(annotations, name(annotations));
        Map<String, Setting> both = new LinkedHashMap<>(all.byName());
        both.keySet().retainAll(Set.of("url", "api"));
        TargetSettings place = new TargetSettings(new Settings(both), environment);
        return all.get("url").map(place::at).map(place::complete);
    }

    /** Returns where a part of the target is set; empty where a source, a field or a method sets it, or nobody. */
    Optional<Setting> setting(String part) {
        Settings annotations = annotations();
        if (annotations.has("from")) {
            return annotations.get(part);
        }
        Settings said = supplier().map(s -> s.settings().over(annotations)).orElse(annotations);
        return settings(said, name(said)).get(part);
    }

    private Settings settings(Settings annotations, Optional<String> name) {
        Settings general = parameters.targetSettings(PREFIX).over(annotations);
        return name.map(n -> parameters.targetSettings(PREFIX + n + ".").over(general))
                .orElse(general);
    }

    /** Returns the target; asks fields, methods and sources, so that {@code @BeforeEach} must be over. */
    Target resolve(ExtensionContext context) {
        Settings annotations = annotations();
        if (annotations.has("from")) {
            return complete(TargetSources.start(annotations.get("from").orElseThrow(), context));
        }
        Optional<TargetSupplier<LlmTarget>> supplier = supplier();
        Settings said = supplier.map(s -> s.settings().over(annotations)).orElse(annotations);
        Optional<String> name = name(said);
        Settings all = settings(said, name);
        TargetSettings completed = new TargetSettings(all, environment);
        boolean overridden = all.get("url").isPresent()
                && all.get("url").orElseThrow().origin().startsWith(PREFIX);
        Target target = supplier.isPresent() && !overridden
                ? supplier.get().read(context, Target::at)
                : all.get("url").map(completed::at).orElseThrow(this::noTarget);
        Target complete = completed.complete(target);
        return name.isPresent() ? complete.withName(name.get()) : complete;
    }

    /** Tells whether the target comes from a source, which can start it again. */
    boolean canStartAnew() {
        return annotations().has("from");
    }

    /** Stops the target, starts it again, and returns where it is now; only where it {@link #canStartAnew}. */
    Target startAnew(ExtensionContext context) {
        return complete(TargetSources.startAnew(annotations().get("from").orElseThrow(), context));
    }

    private Target complete(Target started) {
        return new TargetSettings(annotations(), environment).complete(started);
    }

    private ExtensionConfigurationException noTarget() {
        return new ExtensionConfigurationException(
                "target must be set for " + trail.testClass().getSimpleName()
                        + ": add @LlmTarget(url = \"http://localhost:8000\") to the class, or @SimulatedLlm, or pass -D"
                        + PREFIX
                        + "url=http://localhost:8000");
    }
}
