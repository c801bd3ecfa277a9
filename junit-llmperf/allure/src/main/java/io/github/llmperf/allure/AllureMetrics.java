package io.github.llmperf.allure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.metric.Direction;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.report.json.JsonWriting;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.text.VisibleText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The numbers of a run as Allure 3 draws them over its builds: what is compared, what is limited, and what everyone asks
 * for.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class AllureMetrics {

    private static final List<Measure> ALWAYS = Stream.of(
                    "ttft.p50", "ttft.p90", "tpot.p50", "e2e.p90", "outputTokenRate", "errorRate")
            .map(Measure::parse)
            .toList();

    private AllureMetrics() {}

    /**
     * Returns the content of a file {@code …-perf.json}. Allure finds a number again in the next build by its key, so that
     * holds the test too.
     *
     * @return JSON, ending in a line break; an empty array where nothing was measured
     */
    public static String json(Report report) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        measures(report).forEach(measure -> add(all, report, measure));
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain nodes can always be written", e);
        }
    }

    private static Set<Measure> measures(Report report) {
        Set<Measure> measures =
                new LinkedHashSet<>(report.plan().criteria().baseline().guard().gated());
        report.plan().criteria().limits().judged().stream().map(Limit::measure).forEach(measures::add);
        measures.addAll(ALWAYS);
        return measures;
    }

    private static void add(ArrayNode all, Report report, Measure measure) {
        OptionalDouble value = report.measurement().existing(measure);
        if (value.isEmpty() || !Double.isFinite(value.getAsDouble())) {
            return;
        }
        RunTimes times = report.run().times();
        String test = VisibleText.text(report.plan().scenario().displayName());
        ObjectNode node = all.addObject();
        node.put("id", report.plan().runId() + " " + measure);
        node.put("key", test + " " + measure);
        node.put("title", measure.toString());
        node.put("group", test);
        node.put("groupTitle", test);
        new JsonWriting(new SafeText(report)).put(node, "value", value);
        node.put("unit", measure.metric().unit().toString());
        node.put("better", better(measure.metric().better()));
        node.put("start", report.origin().startedAt().toEpochMilli());
        node.put("stop", report.run().wallClock(times.ended()).toEpochMilli());
    }

    private static String better(Direction direction) {
        return switch (direction) {
            case LOWER -> "lower";
            case HIGHER -> "higher";
            case NEITHER -> "neutral";
        };
    }
}
