package io.github.llmperf.settings;

import io.github.llmperf.LlmTarget;
import io.github.llmperf.plan.Target;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Finds out where a load goes: a source named by {@code from}, a field or method, a named target, or a url; configuration
 * parameters override all but a source.
 *
 * @param chosen which of several targets; empty where there is one, or none is chosen yet
 */
@API(status = Status.INTERNAL, since = "0.1")
public record TargetResolver(
        AnnotationTrail trail,
        Parameters parameters,
        Function<String, @Nullable String> environment,
        Optional<String> chosen) {

    private static final String PREFIX = ConfigurationKeys.PREFIX + "target.";

    public TargetResolver(
            AnnotationTrail trail, Parameters parameters, Function<String, @Nullable String> environment) {
        this(trail, parameters, environment, Optional.empty());
    }

    private Settings annotations() {
        return trail.merged(LlmTarget.class);
    }

    private Optional<TargetSupplier<LlmTarget>> supplier() {
        return TargetSupplier.find(trail.testClass(), LlmTarget.class);
    }

    /** The one name that counts here: the chosen one, or the only one. */
    private Optional<String> name(Settings annotations) {
        return chosen.or(() -> Optional.of(names(annotations))
                .filter(names -> names.size() == 1)
                .map(names -> names.get(0)));
    }

    private static List<String> names(Settings annotations) {
        return annotations
                .get("name")
                .map(setting -> distinct(setting, setting.parseAll(TargetResolver::name)))
                .orElse(List.of());
    }

    private static List<String> distinct(Setting setting, List<String> names) {
        if (Set.copyOf(names).size() < names.size()) {
            throw setting.wrong("names of targets must differ, but are " + names);
        }
        return names;
    }

    private static String name(String text) {
        if (!text.matches("[A-Za-z0-9_-]+")) {
            throw new IllegalArgumentException("name must be of letters, digits, - and _, but is \"" + text + "\"");
        }
        return text;
    }

    /** Returns the targets that each load test is run on in turn; empty where there is one. */
    public List<String> several(ExtensionContext context) {
        Settings annotations = annotations();
        if (annotations.has("from")) {
            Setting from = annotations.get("from").orElseThrow();
            return annotations.has("name") ? names(annotations) : ofSource(from, TargetSources.names(from, context));
        }
        List<String> names = names(annotations);
        supplier()
                .map(member -> member.settings())
                .filter(said -> names(said).size() > 1)
                .ifPresent(said -> {
                    throw said.get("name")
                            .orElseThrow()
                            .wrong("name must be one on a field or method, whose value is the only target, but is "
                                    + names(said)
                                    + "; put several names on the class, and remove the annotation on the member");
                });
        if (names.size() > 1 && annotations.has("url")) {
            throw annotations
                    .get("url")
                    .orElseThrow()
                    .wrong("url must not stand beside several names (" + names + "), which would all be that one; give"
                            + " each its own in -D" + PREFIX + names.get(0) + ".url=http://…");
        }
        if (names.size() > 1 && supplier().isPresent()) {
            throw annotations
                    .get("name")
                    .orElseThrow()
                    .wrong(
                            "name must be one beside @LlmTarget on a field or method, whose value is the only target, but"
                                    + " is " + names + "; remove the others, or the annotation on the member");
        }
        return names.size() > 1 ? names : List.of();
    }

    private static List<String> ofSource(Setting from, List<String> names) {
        return names.isEmpty() ? names : names(Settings.NONE.with("name", from.with(names)));
    }

    /** Returns why the tests are to be skipped: a named target of which no url is known, or several of which none is. */
    public Optional<String> missing() {
        Settings annotations = annotations();
        if (annotations.has("from") || supplier().isPresent()) {
            return Optional.empty();
        }
        List<String> names = chosen.map(List::of).orElseGet(() -> names(annotations));
        boolean isSetUp = names.isEmpty()
                || names.stream().anyMatch(name -> settings(annotations, Optional.of(name))
                        .has("url"));
        return isSetUp ? Optional.empty() : Optional.of(notSetUp(names));
    }

    private static String notSetUp(List<String> names) {
        String url = "give its url in -D" + PREFIX + names.get(0) + ".url=http://…";
        return names.size() == 1
                ? "target \"" + names.get(0) + "\" is not set up here: " + url
                : "none of the targets " + String.join(", ", names) + " is set up here: " + url + ", and likewise for"
                        + " the others";
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
        Settings everywhere = parameters.targetSettings(PREFIX);
        // One url for several targets would make one of them.
        Settings general =
                (names(annotations).size() > 1 ? everywhere.without(List.of("url")) : everywhere).over(annotations);
        return name.map(n -> parameters.targetSettings(PREFIX + n + ".").over(general))
                .orElse(general);
    }

    /** Returns the target; asks fields, methods and sources, so that {@code @BeforeEach} must be over. */
    public Target resolve(ExtensionContext context) {
        Settings annotations = annotations();
        if (annotations.has("from")) {
            return complete(TargetSources.start(annotations.get("from").orElseThrow(), chosen, context));
        }
        Optional<TargetSupplier<LlmTarget>> supplier = supplier();
        Settings said = supplier.map(s -> s.settings().over(annotations)).orElse(annotations);
        Optional<String> name = name(said);
        Settings all = settings(said, name);
        TargetSettings completed = new TargetSettings(all, environment);
        boolean overridden = all.get("url").isPresent()
                && all.get("url").orElseThrow().name().startsWith(PREFIX);
        Target target = supplier.isPresent() && !overridden
                ? supplier.get().read(context, Target::at)
                : all.get("url").map(completed::at).orElseThrow(this::noTarget);
        Target complete = completed.complete(target);
        return name.isPresent() ? complete.withName(name.get()) : complete;
    }

    /** Returns the names of the targets that the source can start; empty for a source of one, and where there is none. */
    List<String> startable(ExtensionContext context) {
        return annotations()
                .get("from")
                .map(from -> TargetSources.names(from, context))
                .orElse(List.of());
    }

    /** Returns the resolver of another target of the same source. */
    public TargetResolver other(String name) {
        return new TargetResolver(trail, parameters, environment, Optional.of(name));
    }

    /** Returns whether the target comes from a source, which can start it again. */
    public boolean canStartAnew() {
        return annotations().has("from");
    }

    /** Stops the target, starts it again, and returns where it is now; only where it {@link #canStartAnew}. */
    public Target startAnew(ExtensionContext context) {
        return complete(TargetSources.startAnew(annotations().get("from").orElseThrow(), chosen, context));
    }

    private Target complete(Target started) {
        Target complete = new TargetSettings(annotations(), environment).complete(started);
        return chosen.map(complete::withName).orElse(complete);
    }

    private ExtensionConfigurationException noTarget() {
        return new ExtensionConfigurationException(
                "target must be set for " + trail.testClass().getSimpleName()
                        + ": add @LlmTarget(url = \"http://localhost:8000\") to the class, or @SimulatedLlm, or pass -D"
                        + PREFIX
                        + "url=http://localhost:8000");
    }
}
