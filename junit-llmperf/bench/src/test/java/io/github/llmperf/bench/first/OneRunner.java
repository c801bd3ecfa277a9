package io.github.llmperf.bench.first;

import io.github.llmperf.bench.first.Cell.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How much one machine carries together with the server: how far the times of each load are off, and the largest load that
 * meets all targets.
 *
 * @param results of all rounds
 */
record OneRunner(Results results) {

    /** Returns the largest cell that meets its targets and has no smaller one that does not; empty when none does. */
    Optional<Cell> largest(Kind kind) {
        return results.streams(kind).stream()
                .map(n -> new Cell(kind, n))
                .takeWhile(
                        cell -> Targets.at(cell.streams()).misses(results, cell).isEmpty())
                .max(Comparator.comparingInt(Cell::streams));
    }

    String text(String place, int cores) {
        StringBuilder text = new StringBuilder("\n" + place + ".\n\n");
        text.append(
                """
                | load | events/s | per core | ttft error, mean, ms | gap error, p99, ms | tpot error, p99, ms \
                | processors, client + server | misses |
                |---|---|---|---|---|---|---|---|
                """);
        for (Kind kind : List.of(Kind.CLOSED, Kind.OPEN)) {
            results.streams(kind).forEach(n -> text.append(row(new Cell(kind, n), cores)));
        }
        text.append("\nAll targets are met by: ").append(carried(Kind.CLOSED)).append("; ");
        return text.append(carried(Kind.OPEN)).append(".\n").toString();
    }

    private String carried(Kind kind) {
        return largest(kind).map(cell -> cell + " and less").orElse(kind + ", none of those measured");
    }

    private String row(Cell cell, int cores) {
        double rate = results.middle(cell, Figures::eventRate);
        return String.format(
                Locale.ROOT,
                "| %s | %,.0f | %,.0f | %s | %s | %s | %.2f + %.2f | %s |%n",
                cell,
                rate,
                rate / cores,
                results.spread(cell, 0, 2, Figures::ttftMean),
                results.spread(cell, 0, 2, Figures::gapP99),
                results.spread(cell, 0, 3, Figures::tpotP99),
                rate * results.middle(cell, Figures::cpuMicros) / 1e6,
                rate * results.middle(cell, Figures::serverMicros) / 1e6,
                String.join(", ", Targets.at(cell.streams()).misses(results, cell)));
    }
}
