package io.github.llmperf.bench.first;

import io.github.llmperf.bench.exact.Samples;
import io.github.llmperf.bench.first.Cell.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What one Java came to, as tables.
 *
 * @param results of all rounds
 * @param place machine, Java and day
 */
record FirstLoadSection(Results results, String place) {

    /** Other programs that use more processors than this make a row noisy. */
    private static final double FOREIGN = .15;

    private static final int TENTH = 9;
    private static final Cell REHEARSED = new Cell(Kind.START, 1);
    private static final Cell UNREHEARSED = new Cell(Kind.START_UNREHEARSED, 1);

    String text() {
        StringBuilder text = new StringBuilder("\n" + place + ".\n");
        text.append(
                """

                | streams | ttft error, mean | p99 | gap seen − sent, p99 | sent late by | lost / merged | events/s \
                | µs per event | bare selector | ratio | server, µs | late | peak MB | misses |
                |---|---|---|---|---|---|---|---|---|---|---|---|---|---|
                """);
        for (Kind kind : List.of(Kind.CLOSED, Kind.OPEN)) {
            results.streams(kind).forEach(n -> text.append(row(new Cell(kind, n))));
        }
        text.append(besideBare()).append(tenth()).append(start()).append(shortfall());
        results.problems()
                .forEach(problem ->
                        text.append("- not measured: ").append(problem).append('\n'));
        return text.toString();
    }

    private String row(Cell cell) {
        Cell bare = new Cell(Kind.BARE, cell.streams());
        double ratio = results.middle(cell, Figures::cpuMicros) / results.middle(bare, Figures::cpuMicros);
        boolean noisy = results.of(cell, 0, Figures::foreign).percentile(50) > FOREIGN;
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s | %s / %s | %s | %s | %s | %s | %s | %s | %s | %s |%n",
                cell,
                spread(cell, 2, Figures::ttftMean),
                spread(cell, 2, Figures::ttftP99),
                spread(cell, 2, Figures::gapP99),
                spread(cell, 2, Figures::lateMean),
                most(cell, Figures::lost),
                most(cell, Figures::merged),
                spread(cell, 0, Figures::eventRate),
                spread(cell, 1, Figures::cpuMicros),
                spread(bare, 1, Figures::cpuMicros),
                number(ratio, 2),
                spread(cell, 1, Figures::serverMicros),
                spread(cell, 2, Figures::serverLate),
                spread(cell, 0, Figures::peakMb),
                String.join(", ", misses(cell)) + (noisy ? " **noisy**" : ""));
    }

    private List<String> misses(Cell cell) {
        List<String> misses = new ArrayList<>(Targets.at(cell.streams()).misses(results, cell));
        double micros = results.middle(cell, Figures::cpuMicros);
        double bare = results.middle(new Cell(Kind.BARE, cell.streams()), Figures::cpuMicros);
        if (cell.streams() >= Targets.CPU_FROM) {
            if (micros > Targets.CPU_MICROS) {
                misses.add(String.format(Locale.ROOT, "CPU > %.0f µs", Targets.CPU_MICROS));
            }
            if (micros / bare > Targets.BARE_RATIO) {
                misses.add(String.format(Locale.ROOT, "CPU > %.0f × bare", Targets.BARE_RATIO));
            }
        }
        return misses;
    }

    /** What a program can do on this machine that does nothing but read. */
    private String besideBare() {
        StringBuilder text = new StringBuilder();
        for (int n : results.streams(Kind.BARE)) {
            Cell bare = new Cell(Kind.BARE, n);
            Cell own = new Cell(Kind.CLOSED, n);
            text.append(String.format(
                    Locale.ROOT,
                    "| %,d | %s | %s | %s | %s | %s | %s |%n",
                    n,
                    spread(own, 2, Figures::ttftMean),
                    spread(bare, 2, Figures::ttftMean),
                    spread(own, 2, Figures::gapP99),
                    spread(bare, 2, Figures::gapP99),
                    spread(own, 3, Figures::tpotP99),
                    spread(bare, 3, Figures::tpotP99)));
        }
        return text.isEmpty()
                ? ""
                : """

                Beside the bare selector, which reads and stamps and does nothing else, closed loop, ms:

                | streams | ttft error, mean | bare selector | gap seen − sent, p99 | bare selector | error of tpot, p99 | bare selector |
                |---|---|---|---|---|---|---|
                """
                        + text;
    }

    private String tenth() {
        StringBuilder text = new StringBuilder();
        for (int n : results.streams(Kind.TEN)) {
            Cell cell = new Cell(Kind.TEN, n);
            text.append(String.format(
                    Locale.ROOT,
                    "| %,d | %s | %s | %s | %s | %s | %s | %s |%n",
                    n,
                    results.spread(cell, 0, 2, Figures::ttftMean),
                    results.spread(cell, TENTH, 2, Figures::ttftMean),
                    results.spread(cell, 0, 2, Figures::gapP99),
                    results.spread(cell, TENTH, 2, Figures::gapP99),
                    results.spread(cell, 0, 1, Figures::cpuMicros),
                    results.spread(cell, TENTH, 1, Figures::cpuMicros),
                    isSteady(cell) ? "" : "differ by > " + Targets.TENTH_MS + " ms"));
        }
        return text.isEmpty()
                ? ""
                : """

                First and tenth load of one JVM, closed loop:

                | streams | ttft error, first | tenth | gap p99, first | tenth | µs per event, first | tenth | misses |
                |---|---|---|---|---|---|---|---|
                """
                        + text;
    }

    private boolean isSteady(Cell cell) {
        return differsBy(cell, Figures::ttftMean) <= Targets.TENTH_MS
                && differsBy(cell, Figures::gapP99) <= Targets.TENTH_MS;
    }

    private double differsBy(Cell cell, ToDoubleFunction<Figures> figure) {
        return Math.abs(
                results.middle(cell, figure) - results.of(cell, TENTH, figure).percentile(50));
    }

    private String start() {
        if (!results.has(REHEARSED)) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                """

                | start of a cold JVM | ms | to reach |
                |---|---|---|
                | process to test method | %s | |
                | test method to the load's first request, without rehearsal and the server's time for the probe | %s | %,.0f |
                | rehearsal | %s | %,.0f |
                """,
                spread(unrehearsed(), 0, Figures::startToTest),
                spread(unrehearsed(), 0, Figures::testToRequest),
                Targets.START_MS,
                results.has(UNREHEARSED) ? number(rehearsalMs(), 0) : "this build has none",
                Targets.REHEARSAL_MS);
    }

    private Cell unrehearsed() {
        return results.has(UNREHEARSED) ? UNREHEARSED : REHEARSED;
    }

    private double rehearsalMs() {
        return results.middle(REHEARSED, Figures::testToRequest)
                - results.middle(unrehearsed(), Figures::testToRequest);
    }

    private String shortfall() {
        List<String> lines = new ArrayList<>();
        for (Kind kind : List.of(Kind.CLOSED, Kind.OPEN)) {
            for (int n : results.streams(kind)) {
                Cell cell = new Cell(kind, n);
                if (!misses(cell).isEmpty()) {
                    lines.add("- " + cell + ": " + String.join(", ", misses(cell)));
                }
            }
        }
        for (int n : results.streams(Kind.TEN)) {
            if (!isSteady(new Cell(Kind.TEN, n))) {
                lines.add(
                        "- first and tenth load of a JVM, " + n + " streams: differ by > " + Targets.TENTH_MS + " ms");
            }
        }
        if (results.has(REHEARSED)) {
            if (results.middle(unrehearsed(), Figures::testToRequest) > Targets.START_MS) {
                lines.add("- test method to first request: > " + number(Targets.START_MS, 0) + " ms");
            }
            if (rehearsalMs() > Targets.REHEARSAL_MS) {
                lines.add("- rehearsal: > " + number(Targets.REHEARSAL_MS, 0) + " ms");
            }
        }
        double believed = believedRate();
        if (!(believed >= Targets.EVENT_RATE)) {
            lines.add("- events that can be believed: " + number(believed, 0) + " a second of "
                    + number(Targets.EVENT_RATE, 0));
        }
        return "\nWhat falls short, by the middle of all rounds:\n\n"
                + (lines.isEmpty() ? "- nothing\n" : String.join("\n", lines) + "\n");
    }

    /** Returns the highest rate of events of a cell whose times can be believed; not a number where there is none. */
    private double believedRate() {
        return new OneRunner(results)
                .largest(Kind.CLOSED)
                .map(cell -> results.middle(cell, Figures::eventRate))
                .orElse(Double.NaN);
    }

    private String spread(Cell cell, int digits, ToDoubleFunction<Figures> figure) {
        return results.spread(cell, 0, digits, figure);
    }

    private String most(Cell cell, ToDoubleFunction<Figures> figure) {
        Samples samples = results.of(cell, 0, figure);
        return number(samples.max(), 0);
    }

    private static String number(double value, int digits) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%,." + digits + "f", value);
    }
}
