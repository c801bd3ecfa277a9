package io.github.llmperf.bench.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutcomesTests {

    private static Outcomes of(Verdict first, Verdict second, boolean... curve) {
        return Outcomes.none(curve.length)
                .plus(new Decision(List.of(first, second, Verdict.PASS, Verdict.PASS), 2, curve));
    }

    private static Verdict build(Outcomes outcomes) {
        return Outcomes.KINDS.stream()
                .filter(kind -> outcomes.builds(kind).hits() == 1)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void takeTheWorstMeasureForTheBuild() {
        assertThat(build(of(Verdict.UNDECIDED, Verdict.REGRESSION))).isEqualTo(Verdict.REGRESSION);
        assertThat(build(of(Verdict.UNDECIDED, Verdict.IMPROVED))).isEqualTo(Verdict.UNDECIDED);
        assertThat(build(of(Verdict.IMPROVED, Verdict.PASS))).isEqualTo(Verdict.IMPROVED);
        assertThat(build(of(Verdict.PASS, Verdict.PASS))).isEqualTo(Verdict.PASS);
    }

    @Test
    void addUp() {
        Outcomes sum = of(Verdict.REGRESSION, Verdict.IMPROVED, true, false)
                .plus(of(Verdict.REGRESSION, Verdict.PASS, true, true));

        assertThat(sum.of(BenchMeasure.TTFT_P50, Verdict.REGRESSION)).isEqualTo(new Interval(2, 2));
        assertThat(sum.of(BenchMeasure.TTFT_P90, Verdict.IMPROVED)).isEqualTo(new Interval(1, 2));
        assertThat(sum.improved()).isEqualTo(1);
        assertThat(sum.meanTrials()).isEqualTo(2);
        assertThat(sum.sweep()).containsExactly(2, 1);
    }

    @Test
    void areKeptForACellAsItWas(@TempDir Path directory) throws IOException {
        CellResults kept = new CellResults(directory);
        BenchCell cell = BenchCells.read().get(0);
        Outcomes outcomes = of(Verdict.PASS, Verdict.PASS, true);

        kept.keep(new CellResult(cell, Map.of("a rule", outcomes)));

        assertThat(kept.find(cell).orElseThrow().rule("a rule").sweep()).containsExactly(1);
        assertThat(kept.find(cell.withExperiments(5))).isEmpty();
    }

    @Test
    void areTheSameWhateverRunsWhichBlock() throws IOException {
        BenchCell cell = BenchCells.read().get(0).withExperiments(120);
        CellRun run = new CellRun(cell, () -> new DrawnRuns(cell), List.of(new RivalRule(new LastRun())));

        assertThat(run.result().rule(new LastRun().name()).build())
                .isEqualTo(run.result().rule(new LastRun().name()).build());
        assertThat(run.result().rule(new LastRun().name()).experiments()).isEqualTo(120);
    }

    @Test
    void drawACurveBetweenAlarmsAndMisses() {
        DetCurve curve = DetCurve.of(
                "a < b", of(Verdict.PASS, Verdict.PASS, true, false), of(Verdict.REGRESSION, Verdict.PASS, true, true));

        assertThat(curve.points()).containsExactly(new DetCurve.Point(1, 0), new DetCurve.Point(0, 0));
        assertThat(curve.used()).isEqualTo(new DetCurve.Point(0, 0));
        assertThat(DetChart.draw("title", List.of(curve))).contains("a &lt; b").endsWith("</svg>\n");
    }
}
