package io.github.llmperf.bench.verdict;

import io.github.llmperf.metric.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** How the rule fares as the baseline grows from one run: what the weight of the assumed noise rests on. */
final class GrowingTables {

    private final Benchmarked results;

    GrowingTables(Benchmarked results) {
        this.results = results;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append("\n## As the baseline grows\n\nK stored runs, the newest of the same thirty. In percent.\n");
        table(text, "Nothing changed, the build fails", 0, o -> o.builds(Verdict.REGRESSION));
        table(text, "Nothing changed, anything IMPROVED", 0, o -> new Interval(o.improved(), o.experiments()));
        table(text, "Nothing changed, all PASS", 0, o -> o.builds(Verdict.PASS));
        table(text, "5 % worse everywhere, the build fails", .05, o -> o.builds(Verdict.REGRESSION));
        table(
                text,
                "ttft 10 % worse, its tolerance, and ttft.p50 wrongly a PASS",
                .10,
                o -> o.of(BenchMeasure.TTFT_P50, Verdict.PASS));
        table(
                text,
                "ttft 20 % worse, ttft.p50 is a REGRESSION",
                .20,
                o -> o.of(BenchMeasure.TTFT_P50, Verdict.REGRESSION));
        table(text, "Everything doubled, the build fails", 1, o -> o.builds(Verdict.REGRESSION));
        table(text, "Everything tenfold, the build fails", 9, o -> o.builds(Verdict.REGRESSION));
        return text.toString();
    }

    private void table(StringBuilder text, String title, double effect, Function<Outcomes, Interval> figure) {
        List<CellResult> cells = results.growing(effect).toList();
        text.append("\n### ").append(title).append("\n\n| K |");
        for (int trials : List.of(1, Rules.TRIALS)) {
            cells.forEach(result -> text.append(String.format(
                    Locale.ROOT,
                    " sd %s %%, %s |",
                    Interval.percent(result.cell().trialSd()),
                    trials == 1 ? "one trial" : "up to " + trials)));
        }
        text.append("\n|---|").append("---|".repeat(2 * cells.size())).append('\n');
        for (int stored : Rules.GROWING) {
            text.append("| ").append(stored).append(" |");
            for (int trials : List.of(1, Rules.TRIALS)) {
                cells.forEach(result -> text.append(' ')
                        .append(figure.apply(result.rule(Benchmarked.growing(trials, stored))))
                        .append(" |"));
            }
            text.append('\n');
        }
    }
}
