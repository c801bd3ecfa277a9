package io.github.llmperf.settings;

import io.github.llmperf.Sla;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Quantity;
import io.github.llmperf.metric.Unit;
import io.github.llmperf.plan.Limits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Adds up the limits of all {@link Sla} annotations; the nearest one on a measure wins. */
final class LimitsResolver {

    private static final Pattern PERCENTILE = Pattern.compile("(.+)P(\\d+)");

    private record Key(Measure measure, Limit.Bound bound) {}

    private final Map<Key, Limit> limits = new LinkedHashMap<>();
    private final Map<String, OptionalDouble> each = new LinkedHashMap<>();
    private final boolean streamed;
    private final ServerAbilities server;

    private LimitsResolver(boolean streamed, ServerAbilities server) {
        this.streamed = streamed;
        this.server = server;
    }

    static Limits resolve(List<AnnotationTrail.Found<Sla>> nearestFirst, boolean streamed, ServerAbilities server) {
        LimitsResolver resolver = new LimitsResolver(streamed, server);
        List<AnnotationTrail.Found<Sla>> farthestFirst = new ArrayList<>(nearestFirst);
        Collections.reverse(farthestFirst);
        farthestFirst.forEach(found -> found.settings().byName().forEach(resolver::add));
        return new Limits(
                List.copyOf(resolver.limits.values()),
                resolver.each("eachTtft"),
                resolver.each("eachTpot"),
                resolver.each("eachE2e"));
    }

    private OptionalDouble each(String name) {
        return each.getOrDefault(name, OptionalDouble.empty());
    }

    private void add(String attribute, Setting setting) {
        if (attribute.equals("require")) {
            setting.parseAll(text -> put(setting, Limit.parse(text)));
        } else if (attribute.startsWith("each")) {
            if (!attribute.equals("eachE2e")) {
                refuseUnmeasurable(setting, attribute, attribute.equals("eachTtft") ? Metric.TTFT : Metric.TPOT);
            }
            double value = setting.parse(
                    text -> Quantity.parse(text, Unit.MILLISECONDS).value());
            each.put(attribute, OptionalDouble.of(value));
        } else {
            Limit limit = setting.parse(text -> Limit.of(measure(attribute), text));
            put(setting, limit);
        }
    }

    private static Measure measure(String attribute) {
        Matcher percentile = PERCENTILE.matcher(attribute);
        return Measure.parse(percentile.matches() ? percentile.group(1) + ".p" + percentile.group(2) : attribute);
    }

    private Limit put(Setting setting, Limit limit) {
        refuseUnmeasurable(setting, limit.measure().toString(), limit.measure().metric());
        limits.put(new Key(limit.measure(), limit.bound()), limit);
        return limit;
    }

    private void refuseUnmeasurable(Setting setting, String what, Metric metric) {
        try {
            server.refuseUnmeasurable("a limit on " + what, "limit", metric, streamed);
        } catch (IllegalArgumentException e) {
            throw setting.wrong(String.valueOf(e.getMessage()));
        }
    }
}
