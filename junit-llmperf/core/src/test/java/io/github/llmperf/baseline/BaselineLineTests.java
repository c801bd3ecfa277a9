package io.github.llmperf.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BaselineLineTests {

    private static BaselineRun run() {
        return BaselineFixture.run("PASS", 0);
    }

    @Test
    void readsWhatItWrote() {
        assertThat(BaselineLine.read(BaselineLine.write(run()))).contains(run());
    }

    @Test
    void readsAnAcceptedRun() {
        PlanFixture plan = new PlanFixture();
        plan.accept = "the new model is larger";
        BaselineRun run = BaselineFixture.run(plan, new MeasurementFixture(), "REGRESSION", 0);

        BaselineRun read = BaselineLine.read(BaselineLine.write(run)).orElseThrow();

        assertThat(read).isEqualTo(run);
        assertThat(read.accepted()).isEqualTo("the new model is larger");
        assertThat(read.isUsable()).isTrue();
    }

    @Test
    void putsWhatPeopleReadFirst() {
        assertThat(BaselineLine.write(run()))
                .startsWith("{\"schema\":1,\"runId\":\"run-0\",\"startedAt\":\"2026-03-01T08:00:00Z\","
                        + "\"commit\":\"c0ffee\",\"verdict\":\"PASS\",\"test\":{\"class\":\"com.acme.RagLatencyTest\","
                        + "\"method\":\"staysResponsive\",\"cell\":\"single\"},\"environment\":\"default\","
                        + "\"model\":\"qwen2.5-7b\",\"labels\":{\"gpu\":\"A100\"},\"values\":{\"ttft.mean\":800,")
                .containsSubsequence(
                        "\"n\":{", "\"workloadHash\":", "\"workload\":{", "\"machine\":{", "\"histograms\":{")
                .doesNotContain("\n");
    }

    @Test
    void storesEveryCommonAndEveryGuardedMeasure() {
        BaselineRun run =
                BaselineFixture.run(new PlanFixture().gated("itl.p99.9"), new MeasurementFixture(), "PASS", 0);

        assertThat(run.values().keySet())
                .extracting(Measure::toString)
                .contains("ttft.mean", "ttft.p50", "ttft.p90", "ttft.p95", "ttft.p99", "tpot.p99", "itl.p95")
                .contains("e2e.p90", "outputTokenRate", "requestRate", "errorRate", "outputTokens.mean")
                .contains("outputTokens.stddev", "itl.p99.9");
        assertThat(run.counts().samples()).containsEntry(Metric.TTFT, 200L).containsEntry(Metric.OUTPUT_TOKENS, 200L);
    }

    @Test
    void keepsHistogramsThatCanBeMerged() {
        Distribution ttft = Distribution.decode(run().histograms().get(Metric.TTFT));

        assertThat(ttft.n()).isEqualTo(200);
        assertThat(ttft.percentile(90)).isCloseTo(864, within(2.));
    }

    @Test
    void staysBelowEightKilobytesByCoarseningHistograms() {
        MeasurementFixture measurement = new MeasurementFixture();
        Random random = new Random(1);
        for (Metric metric : new Metric[] {Metric.TTFT, Metric.TPOT, Metric.ITL, Metric.E2E}) {
            Distribution wide = new Distribution();
            random.doubles(50_000).forEach(u -> wide.add(Math.exp(12 * u)));
            measurement.distributions.put(metric, wide);
        }
        BaselineRun run = BaselineFixture.run(new PlanFixture(), measurement, "PASS", 0);

        assertThat(BaselineLine.write(run).getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(8192);
        assertThat(Distribution.decode(run.histograms().get(Metric.ITL)).n()).isEqualTo(50_000);
    }

    @Test
    void leavesOutMeasuresItDoesNotKnow() {
        String line = BaselineLine.write(run()).replace("\"ttft.mean\":800,", "\"warpFactor.p50\":9,");

        assertThat(BaselineLine.read(line).orElseThrow().values())
                .hasSize(run().values().size() - 1);
    }

    @Test
    void leavesLinesOfANewerVersionAlone() {
        assertThat(BaselineLine.read("{\"schema\":2,\"anything\":true}")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
            "runId":"run-0",                       |                     | runId is missing
            "startedAt":"2026-03-01T08:00:00Z"     | "startedAt":"today" | startedAt is no time
            "schema":1,                            |                     | schema is missing
            "ttft.mean":800                        | "ttft.mean":"fast"  | values.ttft.mean is no number
            "ttft.mean":800                        | "ttft.mean":NaN     | ttft.mean must be a finite number, but is NaN
            "workload":                            | "work":             | workload is missing
            "attempted":200,                       |                     | n.attempted is missing
            {"schema"                              | <<<<<<< HEAD        | no JSON
            """)
    void saysHowALineIsDamaged(String part, String replacement, String message) {
        String line = BaselineLine.write(run());
        assertThat(line).contains(part);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> BaselineLine.read(line.replace(part, replacement == null ? "" : replacement)))
                .withMessage(message);
    }

    @Test
    void refusesALineCutShort() {
        String line = BaselineLine.write(run());

        for (int length = 1; length < line.length(); length += 13) {
            String cut = line.substring(0, length);
            assertThatIllegalArgumentException().isThrownBy(() -> BaselineLine.read(cut));
        }
    }
}
