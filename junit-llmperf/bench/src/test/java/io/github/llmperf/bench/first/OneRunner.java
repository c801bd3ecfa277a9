package io.github.llmperf.bench.first;

import io.github.llmperf.bench.first.Cell.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How much one machine carries together with the server: the largest load whose times can be believed.
 *
 * @param results of all rounds
 */
record OneRunner(Results results) {

    /** Tokens per second of one stream, as servers send them. */
    private static final List<Integer> SPEEDS = List.of(10, 20, 50, 100);

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
                | load | streams of 100 tokens/s | events/s | per core | ttft error, ms | gap p99, ms | processors, client + server |
                |---|---|---|---|---|---|---|
                """);
        for (Kind kind : List.of(Kind.CLOSED, Kind.OPEN)) {
            text.append(largest(kind)
                    .map(cell -> row(cell, cores))
                    .orElse("| " + kind + ", none of those measured | | | | | | |\n"));
        }
        largest(Kind.CLOSED).ifPresent(cell -> text.append(bySpeed(cell)));
        return text.toString();
    }

    private String row(Cell cell, int cores) {
        double rate = results.middle(cell, Figures::eventRate);
        return String.format(
                Locale.ROOT,
                "| %s | %,d | %,.0f | %,.0f | %s | %s | %.2f + %.2f |%n",
                cell,
                cell.streams(),
                rate,
                rate / cores,
                results.spread(cell, 0, 2, Figures::ttftMean),
                results.spread(cell, 0, 2, Figures::gapP99),
                rate * results.middle(cell, Figures::cpuMicros) / 1e6,
                rate * results.middle(cell, Figures::serverMicros) / 1e6);
    }

    private String bySpeed(Cell cell) {
        double rate = results.middle(cell, Figures::eventRate);
        StringBuilder text = new StringBuilder(
                """

                The same events as streams of other speeds (computed, not measured; each stream takes memory too):

                | tokens/s of a stream | streams |
                |---|---|
                """);
        SPEEDS.forEach(speed -> text.append(String.format(Locale.ROOT, "| %d | %,.0f |%n", speed, rate / speed)));
        return text.toString();
    }
}
