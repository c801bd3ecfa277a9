package io.github.llmperf.report.matrix;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Makes a matrix of all runs of a test: its axes are what differs, attributes of the load and labels of the targets. */
@API(status = Status.INTERNAL, since = "0.1")
public final class Sweep {

    private static final String TARGET = "target";

    private static final List<Figure> FIGURES = Stream.of(
                    "capacity",
                    "capacityRate",
                    "requestRate",
                    "outputTokenRate",
                    "ttft",
                    "ttft.p90",
                    "tpot",
                    "itl.p99",
                    "e2e.p90",
                    "errorRate",
                    "outputTokens")
            .map(Figure::of)
            .toList();

    private static final List<Figure> SEARCHED = List.of(Figure.of("capacity"), Figure.of("capacityRate"));

    private Sweep() {}

    /**
     * Gathers the runs of one test.
     *
     * @param cells its runs, in any order
     * @param link address of a run's report from where the matrix will lie
     * @return the matrix; empty for fewer than two runs, or runs that nothing tells apart
     */
    public static Optional<Matrix> of(String test, List<CellResult> cells, Function<CellResult, String> link) {
        List<CellResult> ordered = cells.stream()
                .sorted(Comparator.comparing(CellResult::startedAt))
                .toList();
        Set<String> axes = axes(ordered);
        if (ordered.size() < 2 || axes.isEmpty()) {
            return Optional.empty();
        }
        List<MatrixRow> rows = ordered.stream()
                .sorted(new CellOrder(ordered, axes))
                .map(cell -> row(cell, axes, link.apply(cell)))
                .toList();
        List<Figure> figures = FIGURES.stream()
                .filter(figure -> rows.stream()
                        .anyMatch(row -> row.value(figure).measured().isPresent()))
                .toList();
        return Optional.of(new Matrix(test, ordered.size() + " runs", rows, figures, List.of()));
    }

    /** The axes that differ. The name of a target is left out if labels alone distinguish all runs. */
    private static Set<String> axes(List<CellResult> cells) {
        Map<String, Set<String>> values = new LinkedHashMap<>();
        cells.forEach(cell -> cell.axes().keySet().forEach(name -> values.put(name, new LinkedHashSet<>())));
        values.forEach(
                (name, seen) -> cells.forEach(cell -> seen.add(cell.axes().getOrDefault(name, ""))));
        values.values().removeIf(seen -> seen.size() < 2);
        Set<String> names = new LinkedHashSet<>(values.keySet());
        Set<String> others = new LinkedHashSet<>(names);
        others.remove(TARGET);
        boolean toldApart =
                cells.stream().map(cell -> key(cell, others)).distinct().count() == cells.size();
        return toldApart ? others : names;
    }

    private static List<String> key(CellResult cell, Set<String> axes) {
        Map<String, String> values = cell.axes();
        return axes.stream().map(axis -> values.getOrDefault(axis, "")).toList();
    }

    private static MatrixRow row(CellResult cell, Set<String> axes, String link) {
        Map<String, String> all = cell.axes();
        Map<String, String> telling = new LinkedHashMap<>();
        axes.forEach(axis -> telling.put(axis, all.getOrDefault(axis, "")));
        Map<Figure, MatrixRow.Value> values = new LinkedHashMap<>();
        boolean isSearch =
                SEARCHED.stream().anyMatch(figure -> cell.value(figure, 1).isPresent());
        // What else a search measured is of the largest load that it accepted, another one in each cell.
        (isSearch ? SEARCHED : FIGURES)
                .forEach(figure -> values.put(figure, MatrixRow.Value.measured(cell.value(figure, 1))));
        String label = telling.entrySet().stream()
                .map(axis -> axis.getKey() + "=" + axis.getValue())
                .collect(Collectors.joining(", "));
        return new MatrixRow(label, telling, values, "", cell.verdict(), link);
    }
}
