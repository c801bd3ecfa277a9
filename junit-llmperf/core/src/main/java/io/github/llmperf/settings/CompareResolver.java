package io.github.llmperf.settings;

import io.github.llmperf.LlmCompare;
import io.github.llmperf.plan.Deployment;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Tls;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Finds out what a load is compared with in the same run: a named target, a url, or the value of a field or method. */
@API(status = Status.INTERNAL, since = "0.1")
public record CompareResolver(
        AnnotationTrail trail, Parameters parameters, Function<String, @Nullable String> environment) {

    private static final String TARGETS = ConfigurationKeys.PREFIX + "target.";

    /** Returns whether there is to be a second target at all. */
    boolean isAsked() {
        return parameters.get(ConfigurationKeys.COMPARE_WITH).isPresent()
                || !trail.all(LlmCompare.class).isEmpty()
                || supplier().isPresent();
    }

    private Optional<TargetSupplier<LlmCompare>> supplier() {
        return TargetSupplier.find(trail.testClass(), LlmCompare.class);
    }

    private Optional<Setting> with() {
        return parameters.get(ConfigurationKeys.COMPARE_WITH).or(() -> trail.merged(LlmCompare.class)
                .get("with"));
    }

    private static boolean isName(Setting with) {
        return with.single().matches("[A-Za-z0-9_-]+");
    }

    private static void refuseBlank(Setting with) {
        if (with.single().isBlank()) {
            throw with.wrong("with must be the name of a target or a url, as in \"production\" or"
                    + " \"http://localhost:8001\", but is blank");
        }
    }

    /** Returns why the tests are to be skipped: a named second target of which no url is known, and that nobody starts. */
    public Optional<String> missing(ExtensionContext context) {
        return with().filter(CompareResolver::isName)
                .map(Setting::single)
                .filter(name -> !named(name).has("url"))
                .filter(name -> !own().startable(context).contains(name))
                .map(name -> "second target \"" + name + "\" is not set up here: give its url in -D" + TARGETS + name
                        + ".url=http://…" + starts(own().startable(context)));
    }

    private static String starts(List<String> names) {
        return names.isEmpty() ? "" : "; the source of the test's own target starts " + String.join(", ", names);
    }

    private TargetResolver own() {
        return new TargetResolver(trail, parameters, environment);
    }

    /** Returns the second target where the source of the test's own starts it as well: both anew for each pair. */
    public Optional<TargetResolver> started(ExtensionContext context) {
        return with().filter(CompareResolver::isName)
                .map(Setting::single)
                .filter(name -> own().startable(context).contains(name))
                .map(name -> own().other(name));
    }

    /**
     * Returns the targets that each load test is run on in turn: those of the class without the second one.
     *
     * @param targets of the class; empty where it has one
     */
    public List<String> withoutSecond(List<String> targets, ExtensionContext context) {
        if (started(context).isEmpty()) {
            return targets;
        }
        Setting with = with().orElseThrow();
        refuseUrl(with.single());
        List<String> others =
                targets.stream().filter(name -> !name.equals(with.single())).toList();
        if (others.isEmpty()) {
            throw with.wrong("second target must differ from the test's own, but both are \"" + with.single()
                    + "\"; name another target of the source, which starts "
                    + String.join(", ", own().startable(context)));
        }
        return others;
    }

    /** One of the two would be taken for the other. */
    private void refuseUrl(String started) {
        named(started).get("url").ifPresent(url -> {
            throw url.wrong("url must not be set for \"" + started + "\", which the source of the test's own target"
                    + " starts; remove it, or give the second target another name");
        });
    }

    private Settings named(String name) {
        return parameters.targetSettings(TARGETS + name + ".");
    }

    /** Checks what annotations and parameters alone tell, and that the load can be run in pairs. */
    public void check(Settings load) {
        if (!isAsked()) {
            return;
        }
        pairs();
        Optional<Setting> with = with();
        with.ifPresent(CompareResolver::refuseBlank);
        if (with.isPresent() && !isName(with.get())) {
            new TargetSettings(Settings.NONE, environment).at(with.get());
        }
        if (with.isEmpty() && supplier().isEmpty()) {
            throw new ExtensionConfigurationException(
                    "@LlmCompare on " + trail.all(LlmCompare.class).get(0).place()
                            + ": with must be set to the name of a target or a url, as in \"production\" or"
                            + " \"http://localhost:8001\", or @LlmCompare must be on a field or method that says it");
        }
        supplier().flatMap(member -> member.settings().get("with")).ifPresent(stray -> {
            throw stray.wrong("with must not be set on a field or method, whose value is the second target; remove it");
        });
        refuseWhatPairsCannot(load);
    }

    /** Refuses a second target beside a search, whichever of them was meant. */
    void refuseBesideSearch() {
        if (isAsked()) {
            throw new ExtensionConfigurationException(
                    with().map(Setting::origin).orElse("@LlmCompare")
                            + ": a second target must not stand beside @LlmCapacity, which runs many loads on one;"
                            + " write a test for each");
        }
    }

    private static void refuseWhatPairsCannot(Settings load) {
        load.get("stages").ifPresent(stages -> {
            throw stages.wrong("stages must not stand beside @LlmCompare, which runs one load on both targets in turns;"
                    + " write a test for each stage");
        });
        load.get("repetitions")
                .ifPresent(repetitions -> repetitions.parse(text -> {
                    if (Setting.toInt(text) > 1) {
                        throw new IllegalArgumentException("repetitions must be 1 beside @LlmCompare, but is " + text
                                + ": each pair is a repetition; set pairs instead");
                    }
                    return text;
                }));
    }

    private int pairs() {
        Settings annotations = trail.merged(LlmCompare.class)
                .over(supplier().map(TargetSupplier::settings).orElse(Settings.NONE));
        return parameters
                .get(ConfigurationKeys.COMPARE_PAIRS)
                .or(() -> annotations.get("pairs"))
                .map(setting -> setting.parse(text -> Pairing.requirePairs(Setting.toInt(text))))
                .orElse(Pairing.USUAL);
    }

    /**
     * Returns the second target and the number of pairs; asks a field or method, so that {@code @BeforeEach} must be over.
     *
     * @param started where the second target was when it was {@link #started}; empty where nobody starts it
     */
    public Optional<Pairing> resolve(ExtensionContext context, Target own, Optional<Target> started) {
        if (!isAsked()) {
            return Optional.empty();
        }
        return Optional.of(started.map(second -> new Pairing(second, pairs(), Pairing.Unit.STARTS))
                .orElseGet(() -> new Pairing(second(context, own), pairs())));
    }

    private Target second(ExtensionContext context, Target own) {
        Optional<Setting> with = with();
        if (with.isEmpty()) {
            TargetSupplier<LlmCompare> member = supplier().orElseThrow();
            Target second = member.read(context, url -> like(own, Target.at(url).url()));
            return distinct(own, second, new Setting("@LlmCompare", member.place(), List.of()));
        }
        return distinct(own, isName(with.get()) ? named(own, with.get().single()) : at(own, with.get()), with.get());
    }

    private Target at(Target own, Setting with) {
        return like(own, new TargetSettings(Settings.NONE, environment).at(with).url());
    }

    private Target named(Target own, String name) {
        Settings settings = named(name);
        TargetSettings said = new TargetSettings(settings, environment);
        URI url = said.at(settings.get("url").orElseThrow()).url();
        return said.complete(like(own, url)).withName(name);
    }

    /** The test's own target at another place. What tells of the place itself is left out. */
    private static Target like(Target own, URI url) {
        boolean encrypted = "https".equalsIgnoreCase(url.getScheme());
        return new Target(
                url,
                own.api(),
                own.model(),
                own.headers(),
                own.key(),
                encrypted ? own.connection() : own.connection().withTls(Tls.DEFAULT),
                List.of(),
                Deployment.UNKNOWN);
    }

    private static Target distinct(Target own, Target second, Setting origin) {
        boolean same = place(own).equals(place(second))
                && own.api().equals(second.api())
                && Objects.equals(own.model(), second.model())
                && own.headers().equals(second.headers());
        if (same) {
            throw origin.wrong("second target must differ from the test's own, but both are " + own
                    + "; name another url or model");
        }
        return second;
    }

    private static String place(Target target) {
        return target.url().toString().replaceAll("/+$", "");
    }
}
