package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.wording.FindingText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogComparisonTests {

    private static final BaselinePolicy POLICY = BaselinePolicy.standard(BaselinePolicy.Mode.COMPARE, List.of());

    private static ComparedMeasure compare(String measure, List<Double> stored, Double... trials) {
        return LogComparison.of(
                POLICY,
                Measure.parse(measure),
                Reference.STORED_RUNS,
                new LogComparison.Samples(stored, List.of(trials), new WithinRunVariance(.0001, .0009), 200));
    }

    private static RunDifference difference(ComparedMeasure compared) {
        return (RunDifference) compared.difference();
    }

    private static String text(ComparedMeasure compared) {
        return FindingText.of(compared.finding(Verdict.PASS, .01));
    }

    @Test
    void comparesGeometricMeans() {
        ComparedMeasure latency = compare("ttft.p50", List.of(100., 400.), 300., 1200.);

        assertThat(latency.baseline()).isCloseTo(200, within(1e-9));
        assertThat(latency.candidate()).isCloseTo(600, within(1e-9));
        assertThat(latency.difference().shift()).isCloseTo(Math.log(3), within(1e-12));
        assertThat(difference(latency).trials().best()).isCloseTo(Math.log(1.5), within(1e-12));
        assertThat(difference(latency).trials().worst()).isCloseTo(Math.log(6), within(1e-12));
        assertThat(text(latency)).contains("; the better trial worse than 1 of 2 stored runs");
        assertThat(latency.n()).isEqualTo(200);
    }

    @Test
    void turnsARateRound() {
        ComparedMeasure rate = compare("outputTokenRate", List.of(100., 400.), 50., 50.);

        assertThat(rate.baseline()).isCloseTo(200, within(1e-9));
        assertThat(rate.candidate()).isCloseTo(50, within(1e-9));
        assertThat(rate.difference().shift()).isCloseTo(Math.log(4), within(1e-12));
        assertThat(text(rate)).contains("; both trials worse than both stored runs (1 in 6 by chance)");
        assertThat(rate.changeOf().applyAsDouble(Math.log(4))).isCloseTo(-.75, within(1e-12));
    }

    @Test
    void handsOnTheNoiseInsideRuns() {
        RunDifference.Noise noise =
                difference(compare("ttft.p50", List.of(100., 110.), 100.)).noise();

        assertThat(noise.within()).isEqualTo(.0001);
        assertThat(noise.withinCandidate()).isEqualTo(.0009);
        assertThat(noise.assumed()).isCloseTo(.01, within(1e-15));
        assertThat(noise.floor()).isCloseTo(.0004, within(1e-15));
        assertThat(noise.observed()).isCloseTo(Math.pow(Math.log(1.1), 2) / 2, within(1e-12));
    }

    /** What nobody can notice, in the unit of the metric. */
    @ParameterizedTest
    @CsvSource({
        "TPOT, .2",
        "ITL, .2",
        "SERVER_TPOT, .2",
        "TTFT, 2",
        "E2E, 2",
        "SERVER_TTFT, 2",
        "NORMALIZED_LATENCY, 0",
        "OUTPUT_TOKEN_RATE, 0",
        "USER_TOKEN_RATE, 0",
        "ERROR_RATE, 0",
        "CONCURRENCY, 0"
    })
    void knowsWhatNobodyNotices(Metric metric, double unnoticed) {
        assertThat(LogComparison.unnoticed(metric)).isEqualTo(unnoticed);
    }

    @ParameterizedTest
    @CsvSource({
        "ttft.p50, 100, .10, 10 %",
        "ttft.p90, 100, .15, 15 %",
        "ttft.p50, 21, .10, 10 %",
        "ttft.p50, 10, .20, 2 ms",
        "tpot.p50, 2.1, .10, 10 %",
        "tpot.p50, 1, .20, 0.2 ms",
        "outputTokenRate, .1, .10, 10 %"
    })
    void takesTheLargerTolerance(String measure, double baseline, double tolerance, String allowed) {
        ComparedMeasure one = compare(measure, List.of(baseline), baseline);

        assertThat(one.subject().tolerance()).isCloseTo(tolerance, within(1e-9));
        assertThat(one.delta()).isCloseTo(Math.log1p(tolerance), within(1e-9));
        assertThat(text(one)).contains(": not worse by " + allowed + " or more;");
    }

    @Test
    void takesNothingForTheSmallestThatIsMeasured() {
        assertThat(compare("ttft.p50", List.of(0.), 1.).difference().shift()).isCloseTo(Math.log(1000), within(1e-9));
    }

    @Test
    void givesTheEndsOfTheIntervalInOrder() {
        Finding.Comparison latency =
                compare("ttft.p50", List.of(100., 100.), 200.).finding(Verdict.REGRESSION, .01);
        Finding.Comparison rate =
                compare("outputTokenRate", List.of(100., 100.), 50.).finding(Verdict.REGRESSION, .01);

        assertThat(latency.values().changeLow()).isLessThan(1);
        assertThat(latency.values().changeHigh()).isGreaterThan(1);
        // Both are the same shift, and the same reach to both sides of it.
        assertThat((1 + latency.values().changeLow()) * (1 + latency.values().changeHigh()))
                .isCloseTo(4, within(1e-9));
        assertThat(rate.values().changeLow())
                .isCloseTo(1 / (1 + latency.values().changeHigh()) - 1, within(1e-9));
        assertThat(rate.values().changeHigh())
                .isCloseTo(1 / (1 + latency.values().changeLow()) - 1, within(1e-9));
        assertThat(rate.evidence().detectable()).isCloseTo(latency.evidence().detectable(), within(1e-9));
        assertThat(rate.evidence().detectable()).isPositive();
        assertThat(rate.evidence().p()).isCloseTo(latency.evidence().p(), within(1e-12));
        assertThat(latency.against()).isEqualTo(Reference.STORED_RUNS);
        assertThat(latency.evidence().trials()).isEqualTo(1);
        assertThat(latency.evidence().runs()).isEqualTo(2);
    }
}
