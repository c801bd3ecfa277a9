package io.github.llmperf.bench.verdict;

import io.github.llmperf.bench.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes the results of the benchmark: a page, and a chart for each environment. */
final class BenchmarkPage {

    private final Benchmarked results;
    private final RuleTable rules;

    BenchmarkPage(Benchmarked results) {
        this.results = results;
        rules = new RuleTable(results);
    }

    void write(Path directory, String more) throws IOException {
        Files.createDirectories(directory.resolve("verdict"));
        StringBuilder text = new StringBuilder(head());
        text.append("\n## What must hold\n\n| claim | measured | holds |\n|---|---|---|\n");
        new MustHold(results).claims().forEach(claim -> text.append(claim.row()));
        text.append(rules.text());
        text.append("\n## False alarms against misses\n\n")
                .append("Each rule at other thresholds than the one it is used with, which is the dot; ours at other ")
                .append("values of alpha. Down and left is better.\n\n");
        for (String environment : Benchmarked.ENVIRONMENTS) {
            String file = "verdict/det-" + environment + ".svg";
            Files.writeString(directory.resolve(file), chart(environment));
            text.append("![").append(environment).append("](").append(file).append(")\n");
        }
        OwnTables own = new OwnTables(results);
        text.append(own.text())
                .append(own.badTrials())
                .append(new LostCells(results).text())
                .append(new GrowingTables(results).text())
                .append(more);
        Files.writeString(directory.resolve("verdict.md"), text);
    }

    private String chart(String environment) {
        CellResult unchanged = rules.unchanged(environment);
        CellResult slowed = rules.slowed(environment);
        List<DetCurve> curves = rules.names().stream()
                .map(name -> DetCurve.of(name, unchanged.rule(name), slowed.rule(name)))
                .toList();
        String title = String.format(
                Locale.ROOT,
                "%s: run-to-run sd %s %%, +20 %%",
                environment,
                Interval.percent(unchanged.cell().trialSd()));
        return DetChart.draw(title, curves);
    }

    private String head() {
        int most = results.cells().stream()
                .mapToInt(result -> result.cell().experiments())
                .max()
                .orElse(0);
        return String.format(
                Locale.ROOT,
                """
                # How good the verdicts are

                %d cells, fixed with their seeds in `verdict-cells.json` before any result was seen; up to %,d experiments \
                each, every one with a baseline of its own. Intervals in brackets are Clopper and Pearson's at 95 %%. Ours is \
                the product's own code at alpha = 1 %% per cell, with the tolerances and measures that hold unless a test says \
                otherwise: ttft.p50, ttft.p90 (15 %%), tpot.p50, outputTokenRate. Rivals judge the same records, the first \
                trial of the candidate, each measure by itself; any of them fails the build.

                Quiet, typical and noisy are environments whose runs differ by a standard deviation of 1.8, 4.2 and 9.4 %% \
                (half of the variance is shared by first and other tokens), with 400 requests whose neighbours correlate by .5, \
                .7 and .8. That is besides the luck of the requests themselves. Where a cell does not say "by request" or \
                "recorded", values of runs are drawn instead of requests. Recorded runs were measured over HTTP by the \
                product's own client; they are dealt anew in each experiment and multiplied with a luck that is drawn, and the \
                candidate's requests are slowed afterwards.

                Written, from the root of the project, by

                ```
                mvn -q -Pbench,verdict-benchmark -pl junit-llmperf/bench -am process-classes
                ```

                which goes on where it was interrupted; `-Dbench.part=.1` runs a tenth of the experiments, \
                `-Dbench.record=64` records as many runs anew. `mvn clean` before it forgets what was run. %s.
                """,
                results.cells().size(),
                most,
                Place.words());
    }
}
