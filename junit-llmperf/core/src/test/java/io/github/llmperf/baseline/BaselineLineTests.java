package io.github.llmperf.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Unit;
import io.github.llmperf.metric.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BaselineLineTests {

    private static BaselineRun run() {
        return BaselineFixture.run(Verdict.PASS, 0);
    }

    @Test
    void readsWhatItWrote() {
        assertThat(BaselineLine.read(BaselineLine.write(run()))).contains(run());
    }

    @Test
    void readsAnAcceptedRun() {
        PlanFixture plan = new PlanFixture();
        plan.accept = "the new model is larger";
        BaselineRun run = BaselineFixture.run(plan, new MeasurementFixture(), Verdict.REGRESSION, 0);

        BaselineRun read = BaselineLine.read(BaselineLine.write(run)).orElseThrow();

        assertThat(read).isEqualTo(run);
        assertThat(read.accepted()).isEqualTo("the new model is larger");
        assertThat(read.isUsable()).isTrue();
    }

    @Test
    void saysWhetherARunCounts() {
        assertThat(BaselineLine.write(run())).doesNotContain("standing");
        BaselineRun waiting = run().standing(Standing.WAITING);
        assertThat(BaselineLine.write(waiting)).contains("\"verdict\":\"PASS\",\"standing\":\"waiting\",\"test\"");
        assertThat(BaselineLine.read(BaselineLine.write(waiting))).contains(waiting);
        assertThat(waiting.isUsable()).isFalse();
        assertThat(run().standing(Standing.REFUSED).isUsable()).isFalse();
        assertThat(waiting.marked("larger model", null).isUsable()).isTrue();
    }

    @Test
    void refusesAStandingThatItDoesNotKnow() {
        String line = BaselineLine.write(run().standing(Standing.WAITING)).replace("\"waiting\"", "\"maybe\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BaselineLine.read(line))
                .withMessage("standing must be confirmed, waiting or refused, but is \"maybe\"");
    }

    @Test
    void putsWhatPeopleReadFirst() {
        assertThat(BaselineLine.write(run()))
                .startsWith("{\"schema\":1,\"runId\":\"run-0\",\"startedAt\":\"2026-03-01T08:00:00Z\","
                        + "\"commit\":\"c0ffee\",\"verdict\":\"PASS\",\"test\":{\"class\":\"com.acme.RagLatencyTest\","
                        + "\"method\":\"staysResponsive\",\"cell\":\"single\"},"
                        + "\"values\":{\"ttft.mean\":800,")
                .containsSubsequence(
                        "\"n\":{",
                        "\"comparable\":{\"environment\":\"default\",\"model\":\"qwen2.5-7b\",\"labels\":{\"gpu\":\"A100\"},"
                                + "\"workload\":{\"api\":",
                        "},\"hash\":\"",
                        "\"machine\":{",
                        "\"histograms\":{")
                .doesNotContain("\n");
    }

    @Test
    void storesEveryCommonAndEveryGuardedMeasure() {
        BaselineRun run =
                BaselineFixture.run(new PlanFixture().gated("itl.p99.9"), new MeasurementFixture(), Verdict.PASS, 0);

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
        BaselineRun run = BaselineFixture.run(new PlanFixture(), measurement, Verdict.PASS, 0);

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
            "ttft.mean":800                        | "ttft.mean":NaN     | values.ttft.mean must be above 0 and below 1e12, but is NaN
            "ttft.mean":800                        | "ttft.mean":-5      | values.ttft.mean must be above 0 and below 1e12, but is -5.0
            "ttft.mean":800                        | "ttft.mean":0       | values.ttft.mean must be above 0 and below 1e12, but is 0.0
            "ttft.mean":800                        | "ttft.mean":1e308   | values.ttft.mean must be above 0 and below 1e12, but is 1.0E308
            "ttft.mean":800                        | "tpot.min":-1       | values.tpot.min must be 0 or more and below 1e12, but is -1.0
            "ttft.mean":800                        | "ttfo.p90":1e999    | values.ttfo.p90 must be above 0 and below 1e12, but is Infinity
            "requestRate":7.5                      | "requestRate":0     | values.requestRate must be above 0 and below 1e12, but is 0.0
            "errorRate":0                          | "errorRate":100.1   | values.errorRate must be 0 to 100, but is 100.1
            "errorRate":0                          | "errorRate":-1      | values.errorRate must be 0 to 100, but is -1.0
            "failed":0                             | "failed":201        | n.failed must not be above n.attempted = 200, but is 201
            "failed":0                             | "failed":-1         | n.failed must be a count, but is -1
            "attempted":200                        | "attempted":99999999999999999999 | n.attempted must be a count, but is 99999999999999999999
            "outputTokens":200                     | "outputTokens":-1   | n.outputTokens must be a count, but is -1
            "schema":1                             | "schema":0          | schema must be 1 or more, but is 0
            "schema":1                             | "schema":-7         | schema must be 1 or more, but is -7
            "startedAt":"2026                      | "edit":-1,"startedAt":"2026 | edit must be 0 or more, but is -1
            "verdict":"PASS"                       | "verdict":"FINE"    | verdict must be one that a run can get, but is FINE
            "startedAt":"2026                      | "accepted":true,"startedAt":"2026 | accepted must be a text in quotes, but is true
            "startedAt":"2026                      | "accepted":"","startedAt":"2026 | accepted must be a text in quotes, but is ""
            "startedAt":"2026                      | "tag":12,"startedAt":"2026 | tag must be a text in quotes, but is 12
            "startedAt":"2026                      | "startedAt":"1999   | startedAt must lie between the years 2000 and 2200, but is 1999-03-01T08:00:00Z
            "startedAt":"2026                      | "startedAt":"2200   | startedAt must lie between the years 2000 and 2200, but is 2200-03-01T08:00:00Z
            "workload":                            | "work":             | comparable.workload is missing
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

    @ParameterizedTest
    @EnumSource(Verdict.class)
    void readsALineWithAnyVerdict(Verdict verdict) {
        BaselineRun run = BaselineFixture.run(verdict, 0);

        assertThat(BaselineLine.read(BaselineLine.write(run))).contains(run);
    }

    /** Whatever a run comes to, zeros of every measure and failures of every request included. */
    @RepeatedTest(50)
    void readsWhateverARunCameTo(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        MeasurementFixture measurement = new MeasurementFixture();
        measurement.requests = random.nextInt(3) * 10;
        measurement.failed = random.nextInt(measurement.requests + 1);
        PlanFixture plan = new PlanFixture();
        List<String> gated = new ArrayList<>();
        for (Metric metric : Metric.values()) {
            if (!metric.hasDistribution()) {
                measurement.rates.put(metric, number(random, metric));
                gated.add(metric.jsonName());
            } else if (random.nextInt(4) > 0) {
                measurement.with(metric, number(random, metric), number(random, metric), number(random, metric));
                List.of(".min", ".max", ".stddev", ".p50").forEach(name -> gated.add(metric.jsonName() + name));
            }
        }
        BaselineRun run = BaselineFixture.run(plan.gated(gated.toArray(String[]::new)), measurement, Verdict.PASS, 0);

        assertThat(BaselineLine.read(BaselineLine.write(run))).contains(run);
    }

    private static double number(Random random, Metric metric) {
        double largest = metric.unit() == Unit.PERCENT ? 100 : Math.pow(10, random.nextInt(9));
        return random.nextInt(4) == 0 ? 0 : largest * random.nextDouble();
    }

    @Test
    void leavesOutTheRateOfARunWithoutASuccess() {
        MeasurementFixture measurement = new MeasurementFixture();
        measurement.rates.put(Metric.REQUEST_RATE, 0.);

        assertThat(BaselineFixture.run(new PlanFixture(), measurement, Verdict.ERROR, 0)
                        .value(Measure.of(Metric.REQUEST_RATE)))
                .isEmpty();
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
