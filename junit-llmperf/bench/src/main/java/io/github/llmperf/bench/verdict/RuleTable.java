package io.github.llmperf.bench.verdict;

import static io.github.llmperf.bench.verdict.Benchmarked.ENVIRONMENTS;

import io.github.llmperf.metric.Verdict;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** All rules side by side on the same requests. */
final class RuleTable {

    private final Benchmarked results;

    RuleTable(Benchmarked results) {
        this.results = results;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append("\n## All rules on the same requests\n\n")
                .append("False alarms where nothing changed / power at +20 %, in percent; K = 10, ")
                .append("requests are drawn one by one.\n");
        table(text, "Any of the four measures fails the build", o -> o.builds(Verdict.REGRESSION));
        for (BenchMeasure measure : BenchMeasure.values()) {
            table(text, measure + " alone", o -> o.of(measure, Verdict.REGRESSION));
        }
        return text.toString();
    }

    private void table(StringBuilder text, String title, Function<Outcomes, Interval> figure) {
        text.append("\n### ").append(title).append("\n\n| rule |");
        ENVIRONMENTS.forEach(name -> text.append(String.format(Locale.ROOT, " %s, +0 %% | %s, +20 %% |", name, name)));
        text.append("\n|---|").append("---|".repeat(2 * ENVIRONMENTS.size())).append('\n');
        for (String rule : names()) {
            text.append("| ").append(rule).append(" |");
            for (String name : ENVIRONMENTS) {
                text.append(' ')
                        .append(figure.apply(unchanged(name).rule(rule)))
                        .append(" | ");
                text.append(figure.apply(slowed(name).rule(rule))).append(" |");
            }
            text.append('\n');
        }
    }

    Set<String> names() {
        return unchanged(ENVIRONMENTS.get(0)).rules().keySet();
    }

    CellResult unchanged(String environment) {
        return results.cell(environment + " +0%, by request");
    }

    CellResult slowed(String environment) {
        return results.cell(environment + " +20%, by request");
    }
}
