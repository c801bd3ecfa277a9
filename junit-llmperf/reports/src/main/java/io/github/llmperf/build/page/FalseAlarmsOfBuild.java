package io.github.llmperf.build.page;

import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.wording.Figures;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The chance that a build without a change is reported as a regression. Each compared test may err with its alpha, so
 * with many tests one of them will: 1 − Π (1 − αᵢ), an upper bound, since a regression must also be as large as
 * tolerated.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class FalseAlarmsOfBuild {

    private FalseAlarmsOfBuild() {}

    /**
     * Returns what the tests of a build come to together.
     *
     * @param rows one per test and cell
     * @return a sentence, or empty when none was compared
     */
    public static Optional<String> of(List<JsonSummary> rows) {
        double[] alphas = rows.stream()
                .mapToDouble(jsonSummary -> jsonSummary.findings().falseAlarm())
                .filter(alpha -> alpha > 0)
                .sorted()
                .toArray();
        if (alphas.length == 0) {
            return Optional.empty();
        }
        double none = 1;
        for (double alpha : alphas) {
            none *= 1 - alpha;
        }
        String least = Figures.part(alphas[0]);
        String most = Figures.part(alphas[alphas.length - 1]);
        return Optional.of(Figures.count(alphas.length, "test") + " compared at alpha "
                + (least.equals(most) ? least : least + " to " + most) + ": chance alone calls a regression in at most "
                + Figures.part(1 - none) + " of builds that change nothing");
    }
}
