package io.github.llmperf.report.matrix;

import io.github.llmperf.wording.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Describes the effect of changing one axis with all others equal:
 * {@code batch=4 has 7.4 × the requestRate of batch=none}.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class CellComparison {

    private static final List<Figure> TOLD = Stream.of(
                    "capacity", "capacityRate", "requestRate", "outputTokenRate", "ttft", "tpot", "e2e.p50")
            .map(Figure::of)
            .toList();

    private static final int MOST_VALUES = 8;

    private CellComparison() {}

    /**
     * Compares each value of each axis with the first one of that axis of which a run counts.
     *
     * @return a sentence for each value that can be compared; axes with more than eight values are left to the charts
     */
    public static List<String> sentences(Matrix matrix) {
        List<String> sentences = new ArrayList<>();
        for (String axis : matrix.axes()) {
            List<String> values = counting(matrix, axis);
            for (int i = 1; i < values.size() && values.size() <= MOST_VALUES; i++) {
                sentence(matrix, axis, values.get(0), values.get(i)).ifPresent(sentences::add);
            }
        }
        return sentences;
    }

    /** The first value that counts is what others are compared with. */
    private static List<String> counting(Matrix matrix, String axis) {
        return matrix.values(axis).stream()
                .filter(value -> matrix.rows().stream()
                        .filter(row -> row.axes().getOrDefault(axis, "").equals(value))
                        .anyMatch(row -> TOLD.stream().anyMatch(row::isDrawn)))
                .toList();
    }

    private static Optional<String> sentence(Matrix matrix, String axis, String first, String other) {
        List<String> parts = new ArrayList<>();
        for (Figure figure : TOLD) {
            ratio(matrix, axis, first, other, figure).ifPresent(ratio -> parts.add(ratio + " the " + figure.name()));
        }
        return parts.isEmpty()
                ? Optional.empty()
                : Optional.of(axis + "=" + other + " has " + String.join(", ", parts) + " of " + axis + "=" + first);
    }

    /** The geometric mean over all pairs that differ in nothing else, with its range. */
    private static Optional<String> ratio(Matrix matrix, String axis, String first, String other, Figure figure) {
        Map<Map<String, String>, Double> ofFirst = values(matrix, axis, first, figure);
        double[] logs = values(matrix, axis, other, figure).entrySet().stream()
                .filter(value -> ofFirst.containsKey(value.getKey()))
                .mapToDouble(value -> Math.log(value.getValue() / ofFirst.getOrDefault(value.getKey(), Double.NaN)))
                .sorted()
                .toArray();
        if (logs.length == 0) {
            return Optional.empty();
        }
        double mean = Arrays.stream(logs).average().orElseThrow();
        String range = logs.length == 1 ? "" : " (" + times(logs[0]) + " to " + times(logs[logs.length - 1]) + ")";
        return Optional.of(times(mean) + " ×" + range);
    }

    private static String times(double log) {
        return Numbers.number(Math.exp(log) >= 10 ? Math.rint(Math.exp(log)) : Math.rint(Math.exp(log) * 100) / 100);
    }

    /** Positive values of a figure where an axis has a value, by those of all other axes. */
    private static Map<Map<String, String>, Double> values(Matrix matrix, String axis, String value, Figure figure) {
        Map<Map<String, String>, Double> values = new HashMap<>();
        for (MatrixRow row : matrix.rows()) {
            OptionalDouble measured = row.value(figure).measured();
            if (row.axes().getOrDefault(axis, "").equals(value) && row.isDrawn(figure) && measured.orElse(0) > 0) {
                Map<String, String> others = new TreeMap<>(row.axes());
                others.remove(axis);
                values.putIfAbsent(others, measured.getAsDouble());
            }
        }
        return values;
    }
}
