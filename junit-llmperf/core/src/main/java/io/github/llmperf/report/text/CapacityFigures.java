package io.github.llmperf.report.text;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Unit;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.Limits;
import io.github.llmperf.report.model.CapacityRuns;
import io.github.llmperf.verdict.CapacityOutcome;
import io.github.llmperf.verdict.CapacityPoint;
import io.github.llmperf.wording.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The contents of a search report in every format: the measures, and the result of each amount of load. */
@API(status = Status.INTERNAL, since = "0.1")
public final class CapacityFigures {

    private final CapacityRuns search;
    private final Limits limits;

    public CapacityFigures(CapacityRuns search, Limits limits) {
        this.search = search;
        this.limits = limits;
    }

    public CapacityOutcome outcome() {
        return search.outcome();
    }

    public CapacityPlan plan() {
        return outcome().plan();
    }

    public List<CapacityRuns.Row> rows() {
        return search.rows();
    }

    /** Returns the latencies to report: the limited ones, and always ttft and tpot. */
    public List<Measure> latencies() {
        List<Measure> limited = limits.limits().stream()
                .map(Limit::measure)
                .filter(measure -> measure.metric().unit() == Unit.MILLISECONDS)
                .distinct()
                .toList();
        List<Measure> all = new ArrayList<>(limited);
        Stream.of(Metric.TTFT, Metric.TPOT)
                .filter(metric -> limited.stream().noneMatch(measure -> measure.metric() == metric))
                .map(Measure::of)
                .filter(measure -> rows().stream()
                        .anyMatch(row -> row.measurement().value(measure).isPresent()))
                .forEach(all::add);
        return all;
    }

    /** Returns the limited measures that are no latencies, and always the error rate. */
    List<Measure> others() {
        return limits.judged().stream()
                .map(Limit::measure)
                .filter(measure -> measure.metric().unit() != Unit.MILLISECONDS)
                .distinct()
                .toList();
    }

    /** Returns the measures of every table: latencies, then rates, then what else is limited. */
    public List<Measure> measures() {
        List<Measure> measures = new ArrayList<>(latencies());
        measures.add(Measure.of(Metric.OUTPUT_TOKEN_RATE));
        measures.add(Measure.of(Metric.REQUEST_RATE));
        others().stream().filter(measure -> !measures.contains(measure)).forEach(measures::add);
        return measures;
    }

    /** Returns the limits on a measure, the lowest first. */
    public List<Limit> on(Measure measure) {
        return limits.limits().stream()
                .filter(limit -> limit.measure().equals(measure))
                .toList();
    }

    public static String value(CapacityRuns.Row row, Measure measure) {
        return Figures.quantity(
                row.measurement().existingLimited(measure).orElse(Double.NaN),
                measure.metric().unit());
    }

    public CapacityPoint point(CapacityRuns.Row row) {
        return outcome().at(row.amount()).orElseThrow();
    }

    /** Returns whether an amount is accepted, itself or because a larger one is. */
    public boolean isCarried(CapacityRuns.Row row) {
        return row.amount() <= outcome().carried().orElse(0);
    }

    public String word(CapacityRuns.Row row) {
        if (isCarried(row)) {
            return "accepted";
        }
        CapacityPoint point = point(row);
        if (point.standing() == CapacityPoint.Standing.TOO_CLOSE) {
            return "too close";
        }
        return point.nearest().isPresent() || point.isRising() ? "refused" : "broke down";
    }

    public Tone tone(CapacityRuns.Row row) {
        if (isCarried(row)) {
            return Tone.GOOD;
        }
        return point(row).standing() == CapacityPoint.Standing.TOO_CLOSE ? Tone.OPEN : Tone.BAD;
    }

    /** Returns what the first column holds. */
    public String heading() {
        return plan().kind() == CapacityPlan.Kind.USERS ? "users" : "requests/s";
    }
}
