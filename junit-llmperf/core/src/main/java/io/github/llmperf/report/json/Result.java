package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.llmperf.baseline.Environment;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.RequestCounts;
import io.github.llmperf.measure.TokenCounts;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * What is read back of a {@code result.json}. {@link JsonRenderer} writes it from the same records, beside what only other
 * programs read.
 *
 * @param findings in the one order of findings
 * @param guarded measures that the plan compares
 * @param environment where the run took place
 * @param metrics those that have numbers, the server's included
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Result(
        ResultHead head,
        List<ResultFinding> findings,
        List<Measure> guarded,
        Environment environment,
        Measurement.Window window,
        Requests requests,
        Tokens tokens,
        Map<Metric, ResultMetric> metrics,
        Baseline baseline) {

    static final String FINDINGS = "findings";
    static final String PLAN = "plan";
    static final String ENVIRONMENT = "environment";
    static final String WINDOW = "window";
    static final String REQUESTS = "requests";
    static final String TOKENS = "tokens";
    static final String METRICS = "metrics";
    static final String SERVER = "server";
    static final String BASELINE = "baseline";

    /** How many requests there were. */
    public record Requests(
            long attempted,
            long succeeded,
            long failed,
            long warmup,
            long cooldown,
            long inFlightAtEnd,
            long newConnections,
            long staleRetries) {

        static Requests of(RequestCounts counts) {
            return new Requests(
                    counts.attempted(),
                    counts.succeeded(),
                    counts.failed(),
                    counts.warmup(),
                    counts.cooldown(),
                    counts.inFlightAtEnd(),
                    counts.newConnections(),
                    counts.staleRetries());
        }
    }

    /**
     * How many tokens there were.
     *
     * @param from where the numbers come from
     * @param cached null where the server does not say
     */
    public record Tokens(long prompt, long output, String from, @Nullable Long cached) {

        static Tokens of(TokenCounts tokens) {
            return new Tokens(
                    tokens.prompt(),
                    tokens.output(),
                    tokens.from().jsonName(),
                    tokens.cached() < 0 ? null : tokens.cached());
        }
    }

    /**
     * What the run was compared with.
     *
     * @param runs that it was compared with
     * @param file where they are stored; null where the run asked for no comparison
     * @param falseAlarm chance of being called a regression without a change; 0 where nothing was compared
     */
    public record Baseline(int runs, @Nullable String environment, @Nullable String file, double falseAlarm) {}

    /** Rates over the whole run, per second. */
    record WholeRun(double requestRate, double attemptRate, double outputTokenRate, double totalTokenRate) {

        static WholeRun of(Measurement.WholeRun rates) {
            return new WholeRun(
                    rates.requestRate(), rates.attemptRate(), rates.outputTokenRate(), rates.totalTokenRate());
        }
    }

    private record Plan(Policy baseline) {}

    private record Policy(List<Measure> gated) {}

    /** Copies the lists. */
    public Result {
        findings = List.copyOf(findings);
        guarded = List.copyOf(guarded);
    }

    /**
     * Reads a result.
     *
     * @param file a {@code result.json}
     * @throws IOException if the file cannot be read, or is not such a result
     */
    public static Result read(Path file) throws IOException {
        return parse(Files.readString(file));
    }

    /**
     * Reads a result.
     *
     * @param json content of a {@code result.json}
     * @throws IOException if it is not such a result
     */
    public static Result parse(String json) throws IOException {
        JsonNode root = JsonRecords.parse(json);
        ResultHead head = ResultHead.read(root);
        List<ResultFinding> findings = new ArrayList<>();
        for (JsonNode finding : root.path(FINDINGS)) {
            String place = FINDINGS + "[" + findings.size() + "]";
            findings.add(JsonRecords.read(finding, place, ResultFinding.class));
        }
        if (head.decidedBy() != null && (head.decidedBy() < 0 || head.decidedBy() >= findings.size())) {
            throw new IOException("decidedBy must be the place of one of " + findings.size() + " findings, but is "
                    + head.decidedBy());
        }
        Map<Metric, ResultMetric> metrics = ResultMetric.read(root.path(METRICS));
        metrics.putAll(ResultMetric.read(root.path(SERVER)));
        return new Result(
                head,
                findings,
                JsonRecords.read(root.path(PLAN), PLAN, Plan.class).baseline.gated,
                JsonRecords.read(root.path(ENVIRONMENT), ENVIRONMENT, Environment.class),
                JsonRecords.read(root.path(WINDOW), WINDOW, Measurement.Window.class),
                JsonRecords.read(root.path(REQUESTS), REQUESTS, Requests.class),
                JsonRecords.read(root.path(TOKENS), TOKENS, Tokens.class),
                metrics,
                JsonRecords.read(root.path(BASELINE), BASELINE, Baseline.class));
    }

    /**
     * Returns the value of a measure.
     *
     * @return in its unit; empty where the run has none
     */
    public OptionalDouble value(Measure measure) {
        ResultMetric metric = metrics.get(measure.metric());
        return metric == null ? OptionalDouble.empty() : metric.value(measure.statistic());
    }

    /** Returns the finding that says most of the verdict; empty where none with numbers does. */
    public Optional<ResultFinding> deciding() {
        return Optional.ofNullable(head.decidedBy()).map(findings::get);
    }
}
