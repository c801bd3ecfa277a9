package io.github.llmperf.settings;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmCapacity;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Quantity;
import io.github.llmperf.metric.Unit;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.CapacityPlan.Kind;
import io.github.llmperf.plan.Limits;
import io.github.llmperf.plan.RefusedSetting;
import io.github.llmperf.verdict.Remark.WithoutEffect;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** Finds out whether a test is a search for the largest load, and how it searches. */
@API(status = Status.INTERNAL, since = "0.1")
public record CapacityResolver(AnnotationTrail trail, Parameters parameters) {

    private static final Pattern RANGE = Pattern.compile("\\s*(.+?)\\s*\\.\\.\\s*(.+?)\\s*");

    private static final List<String> REPLACED = List.of("users", "requestRate", "stages");

    /** Returns whether the test is a search at all: its keys change a search, and make none. */
    public boolean isAsked() {
        return !trail.all(LlmCapacity.class).isEmpty();
    }

    private Settings settings() {
        Settings said = Settings.NONE;
        for (String attribute : ConfigurationKeys.CAPACITY_ATTRIBUTES) {
            Optional<Setting> key = parameters.get(ConfigurationKeys.CAPACITY + attribute);
            if (key.isPresent()) {
                said = said.with(attribute, key.get());
            }
        }
        return said.over(trail.merged(LlmCapacity.class));
    }

    /** Returns how the test searches; empty where it does not. */
    public Optional<CapacityPlan> plan() {
        return isAsked() ? Optional.of(plan(settings())) : Optional.empty();
    }

    private static CapacityPlan plan(Settings settings) {
        refuseTwoRanges(settings);
        Setting range = range(settings);
        boolean users = isUsers(settings);
        CapacityPlan bare = range.parse(text -> users ? users(text) : rates(text));
        try {
            return new CapacityPlan(
                    bare.kind(),
                    bare.from(),
                    bare.to(),
                    settings.get("planned")
                            .map(setting -> OptionalDouble.of(setting.parse(CapacityResolver::planned)))
                            .orElseGet(OptionalDouble::empty),
                    part(settings, "headroom", bare, CapacityPlan::headroom),
                    part(settings, "certainty", bare, CapacityPlan::certainty),
                    part(settings, "resolution", bare, CapacityPlan::resolution),
                    settings.get("maxRuns")
                            .map(setting -> setting.parse(Setting::toInt))
                            .orElse(bare.maxRuns()));
        } catch (IllegalArgumentException e) {
            throw refused(settings, e);
        }
    }

    private static void refuseTwoRanges(Settings settings) {
        Optional<Setting> users = settings.get("users");
        Optional<Setting> rate = settings.get("requestRate");
        if (users.isPresent()
                && rate.isPresent()
                && users.get().place().equals(rate.get().place())) {
            throw users.get()
                    .wrong("users must not stand beside requestRate ("
                            + rate.get().origin() + "): one of them is searched. Keep one of them");
        }
    }

    private static ExtensionConfigurationException refused(Settings settings, IllegalArgumentException why) {
        String message = String.valueOf(why.getMessage());
        return (why instanceof RefusedSetting refused ? settings.get(refused.setting()) : Optional.<Setting>empty())
                .map(setting -> setting.wrong(message))
                .orElseGet(() -> new ExtensionConfigurationException("@LlmCapacity: " + message));
    }

    private static boolean isUsers(Settings settings) {
        return !settings.has("requestRate");
    }

    private static Setting range(Settings settings) {
        return settings.get(isUsers(settings) ? "users" : "requestRate")
                .orElseGet(() -> new Setting("@LlmCapacity", List.of("1..1000")));
    }

    private static CapacityPlan users(String text) {
        Matcher ends = ends(text, "users", "\"1..1000\"");
        int from = ArrivalResolver.users(ends.group(1));
        int to = ArrivalResolver.users(ends.group(2));
        return ordered(Kind.USERS, from, to, text);
    }

    private static CapacityPlan rates(String text) {
        Matcher ends = ends(text, "requestRate", "\"1/s..64/s\"");
        double from = Quantity.parse(ends.group(1), Unit.REQUESTS_PER_SECOND).value();
        double to = Quantity.parse(ends.group(2), Unit.REQUESTS_PER_SECOND).value();
        return ordered(Kind.REQUEST_RATE, from, to, text);
    }

    private static Matcher ends(String text, String what, String example) {
        Matcher ends = RANGE.matcher(text);
        if (!ends.matches()) {
            throw new IllegalArgumentException(what + " of a search must be a range, as in " + example + ", but is \""
                    + text + "\"; write the fewest and the most with two dots in between");
        }
        return ends;
    }

    private static CapacityPlan ordered(Kind kind, double from, double to, String text) {
        if (!(from > 0 && to > from)) {
            throw new IllegalArgumentException("range must go from above 0 to a larger number, but is \"" + text
                    + "\"; put the smaller one first");
        }
        return CapacityPlan.standard(kind, from, to);
    }

    private static double planned(String text) {
        double planned = text.trim().endsWith("/s")
                ? Quantity.parse(text, Unit.REQUESTS_PER_SECOND).value()
                : Setting.toDouble(text);
        if (!(planned > 0 && planned < Integer.MAX_VALUE)) {
            throw new IllegalArgumentException("planned must be above 0, but is " + text);
        }
        return planned;
    }

    private static double part(
            Settings settings, String name, CapacityPlan bare, Function<CapacityPlan, Double> otherwise) {
        return settings.get(name)
                .map(setting ->
                        setting.parse(text -> Quantity.parse(text, Unit.PERCENT).value() / 100))
                .orElseGet(() -> otherwise.apply(bare));
    }

    /** Returns the settings of the load with the smallest amount of the range in the place of a fixed one. */
    public Settings load(Settings load) {
        if (!isAsked()) {
            return load;
        }
        refuseWhatASearchCannot(load);
        CapacityPlan plan = plan().orElseThrow();
        String from =
                plan.kind() == Kind.USERS ? Integer.toString((int) plan.from()) : Quantity.number(plan.from()) + "/s";
        return load.with(plan.kind().attribute(), range(settings()).with(List.of(from)));
    }

    private void refuseWhatASearchCannot(Settings load) {
        for (String attribute : REPLACED) {
            load.get(attribute).ifPresent(setting -> {
                throw setting.wrong(attribute
                        + " must not stand beside @LlmCapacity, which finds out how much load there can be; remove it"
                        + (attribute.equals("stages") ? "" : ", and set the range in @LlmCapacity(" + attribute + ")"));
            });
        }
        load.get("repetitions")
                .ifPresent(setting -> setting.parse(text -> {
                    if (Setting.toInt(text) > 1) {
                        throw new IllegalArgumentException("repetitions must be 1 beside @LlmCapacity, but is " + text
                                + ": what is close to a limit is run again anyway; remove repetitions");
                    }
                    return text;
                }));
        new CompareResolver(trail, parameters, name -> null).refuseBesideSearch();
    }

    /** Refuses limits that no search can go by. */
    static void check(Limits limits) {
        for (Limit limit : limits.limits()) {
            Metric metric = limit.measure().metric();
            boolean rate = !metric.hasDistribution() && metric.unit().symbol().endsWith("/s");
            if (rate && limit.bound() == Limit.Bound.AT_LEAST) {
                throw new ExtensionConfigurationException(
                        "@Sla: limit " + limit
                                + " must not stand beside @LlmCapacity: a small load breaks it and a large one need not, so it says"
                                + " nothing of how much is too much; remove it, and assert it of a point of the CapacityResult");
            }
        }
        boolean any = limits.limits().stream()
                .map(limit -> limit.measure().metric())
                .anyMatch(metric ->
                        metric.hasDistribution() || metric == Metric.ATTAINMENT || metric == Metric.ERROR_RATE);
        if (!any) {
            throw new ExtensionConfigurationException(
                    "@LlmCapacity must stand beside an @Sla that says what the largest load must meet, as in @Sla(ttft ="
                            + " \"3s\", tpot = \"100ms\"), but there is none; add one with a latency, attainment or"
                            + " errorRate");
        }
    }

    /** Returns what was set and has no effect on a search; empty for nothing. */
    public Optional<WithoutEffect> withoutEffect(int trials, boolean calibrates) {
        if (calibrates || trials > 1) {
            return Optional.of(WithoutEffect.TRIALS_OF_SEARCH);
        }
        return trail.merged(Baseline.class).has("gated")
                ? Optional.of(WithoutEffect.GATED_OF_SEARCH)
                : Optional.empty();
    }
}
