package io.github.llmperf.bench.verdict;

import static io.github.llmperf.bench.verdict.Benchmarked.ONE;
import static io.github.llmperf.bench.verdict.Benchmarked.THREE;

import io.github.llmperf.metric.Verdict;
import java.util.List;
import java.util.Locale;

/** Every verdict of the product's rule in every cell whose baseline does not grow. */
final class OwnTables {

    private final Benchmarked results;

    OwnTables(Benchmarked results) {
        this.results = results;
    }

    String text() {
        StringBuilder text = new StringBuilder("\n## Every verdict of ours\n\n")
                .append("In percent of builds; a build is as bad as its worst measure.\n\n")
                .append("| cell | rule | REGRESSION | UNDECIDED | PASS | IMPROVED | trials |\n")
                .append("|---|---|---|---|---|---|---|\n");
        results.fixed().forEach(result -> own(result).forEach(rule -> row(text, result, rule)));
        text.append("\n### By measure\n\nREGRESSION / PASS in percent.\n\n| cell | rule |");
        for (BenchMeasure measure : BenchMeasure.values()) {
            text.append(' ').append(measure).append(" |");
        }
        text.append("\n|---|---|")
                .append("---|".repeat(BenchMeasure.values().length))
                .append('\n');
        results.fixed().forEach(result -> own(result).forEach(rule -> measures(text, result, rule)));
        return text.toString();
    }

    private static List<String> own(CellResult result) {
        return result.rules().keySet().stream()
                .filter(rule -> rule.startsWith("ours"))
                .toList();
    }

    private static void row(StringBuilder text, CellResult result, String rule) {
        Outcomes outcomes = result.rule(rule);
        text.append("| ")
                .append(result.cell().name())
                .append(" | ")
                .append(rule)
                .append(" |");
        for (Verdict verdict : Outcomes.KINDS) {
            text.append(' ').append(outcomes.builds(verdict)).append(" |");
        }
        text.append(String.format(Locale.ROOT, " %.2f |%n", outcomes.meanTrials()));
    }

    private static void measures(StringBuilder text, CellResult result, String rule) {
        text.append("| ")
                .append(result.cell().name())
                .append(" | ")
                .append(rule)
                .append(" |");
        for (BenchMeasure measure : BenchMeasure.values()) {
            Outcomes outcomes = result.rule(rule);
            text.append(' ')
                    .append(outcomes.of(measure, Verdict.REGRESSION))
                    .append(" / ")
                    .append(Interval.percent(outcomes.of(measure, Verdict.PASS).share()))
                    .append(" |");
        }
        text.append('\n');
    }

    /** Returns the share of builds that fail because a trial was bad, which one trial cannot know. */
    String badTrials() {
        StringBuilder text = new StringBuilder("\n## Bad trials\n\n")
                .append("One run in twenty is 30 % slower for no reason of its own. A bad candidate simply is a ")
                .append("regression where there is one trial. Builds that fail, in percent.\n\n")
                .append("| cell | one trial | up to three |\n|---|---|---|\n");
        results.where(cell -> cell.badTrials() > 0)
                .forEach(result -> text.append(String.format(
                        "| %s | %s | %s |%n",
                        result.cell().name(), Benchmarked.failed(result, ONE), Benchmarked.failed(result, THREE))));
        return text.toString();
    }
}
