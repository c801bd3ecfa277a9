package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.RequestCounts;
import io.github.llmperf.measure.TokenCounts;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.Limits;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.protocol.TokensFrom;
import io.github.llmperf.verdict.Finding.Sla;
import io.github.llmperf.verdict.Finding.Status;
import io.github.llmperf.wording.FindingText;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Limits on runs whose end cut requests off: 40 were answered in 100 ms. */
class CutOffLimitTests {

    private static double[] times(int n, double millis) {
        return DoubleStream.generate(() -> millis).limit(n).toArray();
    }

    private static List<Sla> judge(double[] ended, double[] cut, long failed, String... limits) {
        Measurement measurement = new Measurement(
                Map.of(Metric.TTFT, Distribution.of(ended)),
                Map.of(),
                Map.of(Metric.ERROR_RATE, 0.),
                new RequestCounts(ended.length + failed, ended.length, failed, 0, 0, cut.length, 0, 0, Map.of()),
                new TokenCounts(0, 2560, -1, TokensFrom.USAGE),
                new Measurement.Window(Phases.WindowKind.WHOLE_RUN, 1, 1, 1, false),
                new Measurement.WholeRun(Map.of()),
                1,
                Map.of(Metric.TTFT, Distribution.of(cut)),
                List.of());
        Limits all = new Limits(
                Stream.of(limits).map(Limit::parse).toList(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty());
        return SlaRule.judge(all, measurement).stream()
                .filter(sla -> sla.limit().measure().metric() == Metric.TTFT)
                .toList();
    }

    private static Sla judge(double[] cut, String limit) {
        return judge(times(40, 100), cut, 0, limit, "errorRate <= 100%").get(0);
    }

    @Test
    void areBrokenByWhatIsCertain() {
        Sla sla = judge(times(10, 2_000), "ttft.p90 <= 1s");

        assertThat(sla.status()).isEqualTo(Status.BROKEN);
        assertThat(FindingText.of(sla))
                .isEqualTo("ttft.p90 at least 2,000 ms > 1,000 ms (n=50, 10 of them cut off by the run's end)");
    }

    @Test
    void areNotMetByWhatMayStillComeLater() {
        Sla sla = judge(times(10, 2_000), "ttft.p90 <= 3s");

        assertThat(sla.status()).isEqualTo(Status.UNDECIDED);
        assertThat(FindingText.of(sla))
                .isEqualTo(
                        "ttft.p90 is at least 2,000 ms, since requests had taken longer when the run cut them off than"
                                + " any that ended, so that ≤ 3,000 ms cannot be judged; raise duration, or take window ="
                                + " STEADY, which waits for answers");
    }

    @Test
    void areMetWhereTheFewThatWereCutOffCannotMatter() {
        assertThat(judge(times(4, 2_000), "ttft.p90 <= 150ms").status()).isEqualTo(Status.MET);
        assertThat(judge(times(5, 2_000), "ttft.p90 <= 150ms").status()).isEqualTo(Status.BROKEN);
    }

    @Test
    void areMetAsBeforeWhereThoseCutOffWereYounger() {
        Sla sla = judge(times(40, 50), "ttft.p90 <= 150ms");

        assertThat(sla.status()).isEqualTo(Status.MET);
        assertThat(FindingText.of(sla)).isEqualTo("ttft.p90 100 ms ≤ 150 ms (n=40)");
    }

    @Test
    void fromBelowAreMetByWhatIsCertain() {
        assertThat(judge(times(10, 2_000), "ttft.p90 >= 150ms").status()).isEqualTo(Status.MET);
    }

    @Test
    void leaveMeansAsTheyAre() {
        assertThat(judge(times(10, 2_000), "ttft <= 150ms").status()).isEqualTo(Status.MET);
    }

    @Test
    void countFailuresAsInfiniteBesideThem() {
        Sla sla = judge(times(40, 100), times(3, 2_000), 5, "ttft.p90 <= 3s", "errorRate <= 100%")
                .get(0);

        assertThat(sla.status()).isEqualTo(Status.BROKEN);
        assertThat(sla.actual()).hasValue(Double.POSITIVE_INFINITY);
    }

    @Test
    void leftOpenTakeNothingFromOneThatIsBroken() {
        RunFixture run = RunFixture.withoutBaseline();
        run.plan.mode = BaselinePolicy.Mode.OFF;
        run.plan.limit("ttft.p90 <= 3s").limit("tpot.p50 <= 1ms");
        run.measurement.unfinished.put(Metric.TTFT, Distribution.of(times(100, 2_000)));

        assertThat(run.judge().verdict()).isEqualTo(Verdict.SLA_VIOLATED);
        assertThat(run.judge().findings())
                .filteredOn(Sla.class::isInstance)
                .extracting(Finding::status)
                .contains(Status.BROKEN, Status.NOTE)
                .doesNotContain(Status.UNDECIDED);
    }

    @Test
    void areJudgedWhereEveryRequestWasCutOff() {
        assertThat(judge(times(0, 0), times(20, 2_000), 0, "ttft.p90 <= 1s", "errorRate <= 100%")
                        .get(0)
                        .status())
                .isEqualTo(Status.BROKEN);
    }

    @Test
    void needAsManySamplesAsEver() {
        assertThat(judge(times(3, 100), times(4, 2_000), 0, "ttft.p90 <= 1s", "errorRate <= 100%")
                        .get(0)
                        .status())
                .isEqualTo(Status.UNDECIDED);
    }
}
