package io.github.llmperf.report.json;

import io.github.llmperf.report.json.ResultFinding.Kind;
import io.github.llmperf.report.text.FindingCells;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Reference;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What tables of a build show of the finding that says most of a run's verdict.
 *
 * @param cells of a limit with what is stored of its measure, where that was compared
 * @param limit whether it is an absolute limit; else a comparison
 * @param accepted whether it is a regression that somebody accepted
 */
@API(status = Status.INTERNAL, since = "0.1")
public record DecidingFinding(FindingCells cells, boolean limit, boolean accepted) {

    static Optional<DecidingFinding> of(Result result) {
        return result.deciding().flatMap(finding -> finding.cells().map(cells -> of(finding, cells, result)));
    }

    private static DecidingFinding of(ResultFinding finding, FindingCells cells, Result result) {
        if (finding.kind() == Kind.REGRESSION) {
            return new DecidingFinding(cells, false, finding.status() == Finding.Status.NOTE);
        }
        Optional<FindingCells> compared = result.findings().stream()
                .filter(other -> other.kind() == Kind.REGRESSION && !other.comparesWith(Reference.Kind.ANCHOR))
                .filter(other -> finding.measure() != null && finding.measure().equals(other.measure()))
                .findFirst()
                .flatMap(ResultFinding::cells);
        return new DecidingFinding(compared.map(cells::comparedAs).orElse(cells), true, false);
    }
}
