package io.github.llmperf.bench.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.metric.Verdict;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RivalsTests {

    private static final double[] STORED = {100, 102, 98, 101, 99, 103, 97, 100, 100, 100};
    private static final double[] REQUESTS = {1.1, 2.3, 3.2, 4.8, 5.5, 6.1, 7.7, 8.4, 9.9, 10.6};

    private static double score(Rival rival, double candidate) {
        return rival.score(new Series(STORED, candidate, BenchMeasure.TTFT_P50, null, null));
    }

    private static double score(Rival rival, double[] now) {
        return rival.score(new Series(
                new double[] {RunRecord.percentile(REQUESTS, 50)},
                RunRecord.percentile(now, 50),
                BenchMeasure.TTFT_P50,
                run(REQUESTS),
                run(now)));
    }

    private static RunRecord run(double[] ttft) {
        return Slowdown.record(ttft, ttft, 10);
    }

    private static double[] times(double factor, double more) {
        return Arrays.stream(REQUESTS).map(value -> factor * value + more).toArray();
    }

    @Test
    void lookAtTheRatioToOneValue() {
        assertThat(score(new LastRun(), 111)).isEqualTo(1.11);
        assertThat(score(new MeanOfRuns(), 111)).isEqualTo(1.11);
    }

    @Test
    void takeTheBestThreeNeighboursOfTheHistory() {
        // 97, 100, 100 are the best neighbours.
        assertThat(score(new BestOfHistory(), 110)).isCloseTo(110 / 99., within(1e-12));
    }

    @Test
    void countStandardDeviations() {
        assertThat(score(new MeanAndDeviation(), 106)).isCloseTo(3.401680257083045, within(1e-9));
    }

    /** scipy.stats.t.sf(3.401680257083045, 9). */
    @Test
    void takeTheTailOfStudentsT() {
        assertThat(score(new StudentInterval(.99), 106)).isCloseTo(2.406027677510526, within(1e-9));
        assertThat(new StudentInterval(.99).name()).isEqualTo("t interval of the stored runs, .99 (Bencher)");
    }

    @Test
    void countInterquartileRanges() {
        // Nearest ranks: quartiles 99 and 101.
        assertThat(score(new InterquartileRange(), 108)).isEqualTo(3.5);
    }

    @Test
    void countBetterStoredRuns() {
        assertThat(score(new Rank(), 103.5)).isEqualTo(1);
        assertThat(score(new Rank(), 103)).isEqualTo(.9);
    }

    /** scipy.stats.mannwhitneyu(b, a, alternative="greater", method="asymptotic"). */
    @Test
    void compareRanksOfRequests() {
        assertThat(score(new PooledMannWhitney(), times(1.35, .7)))
                .isCloseTo(Rival.places(0.08098620524006306), within(1e-9));
    }

    static List<Rival> pooled() {
        return Rivals.ALL.stream().filter(Rival::looksAtRequests).toList();
    }

    @ParameterizedTest
    @MethodSource("pooled")
    void cryAtRequestsThatAreMuchSlowerAndNotAtFasterOnes(Rival rival) {
        assertThat(score(rival, times(1, 20))).isGreaterThan(rival.threshold());
        assertThat(score(rival, times(1, -1))).isLessThan(rival.threshold());
    }

    @Test
    void cryOnlyWhereTheRatioIsLargeToo() {
        double[] slightly = new double[2_000];
        double[] before = new double[2_000];
        Arrays.setAll(before, i -> 100 + i % 10);
        Arrays.setAll(slightly, i -> 105 + i % 10);
        Series series = new Series(new double[] {104}, 109, BenchMeasure.TTFT_P50, run(before), run(slightly));

        assertThat(new PooledMannWhitney().score(series)).isGreaterThan(2);
        assertThat(new SignificantRatio().score(series)).isLessThan(1.1);
    }

    @Test
    void sayNothingWhereASingleRunTellsNoSpread() {
        Series series = new Series(new double[] {100}, 200, BenchMeasure.TTFT_P50, null, null);
        assertThat(new StudentInterval(.99).score(series)).isNaN();
        assertThat(new MeanAndDeviation().score(series)).isNaN();
    }

    @ParameterizedTest
    @MethodSource("pooled")
    void haveTheirThresholdWithinTheirCurve(Rival rival) {
        assertThat(rival.sweep()).isSorted().contains(rival.threshold());
    }

    @Test
    void failTheBuildByAnyMeasure() {
        double[] same = {1, 1, 1, 1};
        BenchRun stored = BenchRun.of(same, same);
        BenchRun slower = BenchRun.of(new double[] {1, 1, 1.2, 1}, same);
        Experiment experiment = new Experiment(List.of(stored), List.of(slower), List.of(), List.of());

        Decision decision = new RivalRule(new LastRun()).decide(experiment, true);

        assertThat(decision.verdicts()).containsExactly(Verdict.PASS, Verdict.PASS, Verdict.REGRESSION, Verdict.PASS);
        assertThat(decision.curve()).startsWith(true, true, true, true, true, false);
    }
}
