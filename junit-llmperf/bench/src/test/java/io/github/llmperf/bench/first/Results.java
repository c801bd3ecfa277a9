package io.github.llmperf.bench.first;

import io.github.llmperf.bench.exact.Samples;
import io.github.llmperf.bench.first.Cell.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The figures of all cells, round by round. */
final class Results {

    private final Map<Cell, List<List<Figures>>> all = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    void add(Cell cell, List<Figures> loads) {
        all.computeIfAbsent(cell, any -> new ArrayList<>()).add(loads);
    }

    void addProblem(String problem) {
        problems.add(problem);
    }

    /** Returns what went wrong, one line each. */
    List<String> problems() {
        return problems.stream()
                .map(problem -> problem.lines().findFirst().orElse(""))
                .toList();
    }

    boolean has(Cell cell) {
        return all.containsKey(cell);
    }

    /** Returns the numbers of streams that were measured in this way, ascending. */
    List<Integer> streams(Kind kind) {
        return all.keySet().stream()
                .filter(cell -> cell.kind() == kind)
                .map(Cell::streams)
                .sorted()
                .toList();
    }

    /** Returns a figure over all rounds; of the first load of the process, or a later one. */
    Samples of(Cell cell, int load, ToDoubleFunction<Figures> figure) {
        Samples samples = new Samples();
        for (List<Figures> round : all.getOrDefault(cell, List.of())) {
            double value = load < round.size() ? figure.applyAsDouble(round.get(load)) : Double.NaN;
            if (!Double.isNaN(value)) {
                samples.add(value);
            }
        }
        return samples;
    }

    double middle(Cell cell, ToDoubleFunction<Figures> figure) {
        return of(cell, 0, figure).percentile(50);
    }

    String spread(Cell cell, int load, int digits, ToDoubleFunction<Figures> figure) {
        return spread(of(cell, load, figure), digits);
    }

    /** The middle of all rounds, with the least and the most. */
    static String spread(Samples samples, int digits) {
        if (samples.count() == 0) {
            return "–";
        }
        String number = "%,." + digits + "f";
        return String.format(
                Locale.ROOT,
                number + " (" + number + "–" + number + ")",
                samples.percentile(50),
                samples.min(),
                samples.max());
    }
}
