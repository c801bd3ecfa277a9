package io.github.llmperf.bench.verdict;

import io.github.llmperf.metric.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where another rule sees more than ours and does not cry wolf more often for it. */
final class LostCells {

    private final Benchmarked results;

    LostCells(Benchmarked results) {
        this.results = results;
    }

    String text() {
        List<String> lost = new ArrayList<>();
        for (CellResult slowed :
                results.fixed().filter(r -> r.cell().effect() > 0).toList()) {
            twin(slowed).ifPresent(unchanged -> lost.addAll(lost(unchanged, slowed)));
        }
        return "\n## Cells that we lose\n\n"
                + "A rule is named where its power is above that of ours with as many trials (the intervals exclude each "
                + "other) though it cries wolf in at most 1.5 % of the unchanged builds of the same source.\n\n"
                + (lost.isEmpty() ? "There is none.\n" : String.join("", lost));
    }

    /** Returns the same cell with nothing changed. */
    private Optional<CellResult> twin(CellResult slowed) {
        BenchCell cell = slowed.cell();
        return results.fixed()
                .filter(other -> other.cell().unchanged()
                        && other.cell().badTrials() == cell.badTrials()
                        && other.cell().source() == cell.source()
                        && other.cell().trialSd() == cell.trialSd()
                        && other.cell().requests() == cell.requests())
                .findFirst();
    }

    private static List<String> lost(CellResult unchanged, CellResult slowed) {
        Outcomes own = slowed.rule(Benchmarked.ONE);
        return slowed.rules().entrySet().stream()
                .filter(rule -> !rule.getKey().startsWith("ours"))
                .filter(rule -> Benchmarked.failed(unchanged, rule.getKey()).share() <= 1.5 * OwnRule.ALPHA)
                .filter(rule -> rule.getValue().builds(Verdict.REGRESSION).low()
                        > own.builds(Verdict.REGRESSION).high())
                .map(rule -> String.format(
                        "- %s: %s sees %s %%, at %s %% false alarms; ours sees %s %% with one trial, at %s %%.%n",
                        slowed.cell().name(),
                        rule.getKey(),
                        rule.getValue().builds(Verdict.REGRESSION),
                        Benchmarked.failed(unchanged, rule.getKey()),
                        own.builds(Verdict.REGRESSION),
                        Benchmarked.failed(unchanged, Benchmarked.ONE)))
                .toList();
    }
}
