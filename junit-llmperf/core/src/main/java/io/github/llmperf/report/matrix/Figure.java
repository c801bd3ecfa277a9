package io.github.llmperf.report.matrix;

import io.github.llmperf.metric.Direction;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Quantity;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.metric.Unit;
import io.github.llmperf.report.json.Result;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A number of a run for tables: a measure, or one of the counts {@code attempted}, {@code succeeded}, {@code failed},
 * {@code seconds}, {@code promptTokenSum} and {@code outputTokenSum}.
 *
 * @param name as it stands above its column
 * @param unit behind each value
 * @param better which way it improves
 * @param measure what is measured; empty for a count
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Figure(String name, String unit, Direction better, Optional<Measure> measure) {

    private static final String SECONDS = "s";

    private static final Map<String, ToDoubleFunction<Result>> COUNTS = Map.of(
            "attempted", result -> (double) result.requests().attempted(),
            "succeeded", result -> (double) result.requests().succeeded(),
            "failed", result -> (double) result.requests().failed(),
            "seconds", result -> result.window().wholeRunSeconds(),
            "promptTokenSum", result -> (double) result.tokens().prompt(),
            "outputTokenSum", result -> (double) result.tokens().output());

    /**
     * Returns the figure of a name.
     *
     * @param name a measure such as {@code ttft.p90}, or a count
     * @throws IllegalArgumentException if there is neither
     */
    public static Figure of(String name) {
        if (!COUNTS.containsKey(name)) {
            Measure measure = Measure.parse(name);
            return new Figure(
                    measure.statistic().equals(Statistic.MEAN)
                            ? measure.metric().jsonName()
                            : measure.toString(),
                    measure.metric().unit().symbol(),
                    measure.metric().better(),
                    Optional.of(measure));
        }
        String unit = name.equals("seconds") ? SECONDS : name.endsWith("Sum") ? "tokens" : "requests";
        Direction better = name.equals("failed") ? Direction.LOWER : Direction.NEITHER;
        return new Figure(name, unit, better, Optional.empty());
    }

    /** Returns whether a name denotes a count. */
    public static boolean isCount(String name) {
        return COUNTS.containsKey(name);
    }

    /**
     * Reads a value as a table has it.
     *
     * @param number such as {@code 4.4}
     * @param unitOfColumn such as {@code s}; empty for the figure's own
     * @return the value in the figure's own unit
     * @throws IllegalArgumentException if it is no number, negative, or the unit does not fit
     */
    public double parse(String number, String unitOfColumn) {
        String shown = unitOfColumn.isEmpty() ? unit : unitOfColumn;
        if (measure.isEmpty()) {
            if (!shown.equals(unit)) {
                throw new IllegalArgumentException("unit of " + name + " must be " + unit + ", but is " + shown);
            }
            return Quantity.parse(number, Unit.REQUESTS).value();
        }
        return Quantity.parse(number + " " + shown, measure.get().metric().unit())
                .value();
    }

    /**
     * Finds the value of a run.
     *
     * @return its value; empty where the run has none
     */
    OptionalDouble in(Result result) {
        ToDoubleFunction<Result> count = COUNTS.get(name);
        return count == null ? result.value(measure.orElseThrow()) : OptionalDouble.of(count.applyAsDouble(result));
    }

    /**
     * Returns what a value is multiplied with where the clock of a run went slower than that of its study.
     *
     * @param timeScale seconds of the study in a second of the run
     * @return the scale for times, one by it for rates, 1 for everything else
     */
    public double factor(double timeScale) {
        if (unit.equals(SECONDS) || unit.startsWith(Unit.MILLISECONDS.symbol())) {
            return timeScale;
        }
        return unit.endsWith("/s") ? 1 / timeScale : 1;
    }

    @Override
    public String toString() {
        return name;
    }
}
