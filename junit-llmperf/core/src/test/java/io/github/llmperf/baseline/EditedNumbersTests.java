package io.github.llmperf.baseline;

import static io.github.llmperf.baseline.BaselineFixture.environment;
import static io.github.llmperf.baseline.BaselineFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EditedNumbersTests {

    private static final String SHOWN = "baselines/default/com.acme.RagLatencyTest/staysResponsive/single.jsonl";

    @TempDir
    Path temp;

    private final PlanFixture plan = new PlanFixture();

    private List<LineWarning> warnings(String... lines) throws IOException {
        Path file = temp.resolve(SHOWN);
        Files.createDirectories(file.getParent());
        Files.write(file, List.of(lines));
        return BaselineStore.open(temp.resolve("baselines"))
                .find(plan.build(), environment())
                .warnings();
    }

    private static LineWarning warning(int line, LineWarning.Fault fault) {
        return new LineWarning(SHOWN, line, fault);
    }

    private static String line() {
        return run(Verdict.PASS, 1).line();
    }

    @Test
    void areNoneInWhatARunWrote() throws IOException {
        assertThat(warnings(line(), run(Verdict.PASS, 2).line())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {.002, .05, 1, 40, 900, 60_000, 2e7})
    void areNoneWhateverTheSizeOfTheNumbers(double size) throws IOException {
        for (int samples : new int[] {1, 7, 400, 3_000}) {
            Random random = new Random(samples);
            MeasurementFixture measurement = new MeasurementFixture();
            for (Metric metric : new Metric[] {Metric.TTFT, Metric.TPOT, Metric.ITL, Metric.E2E}) {
                Distribution distribution = new Distribution();
                random.doubles(samples).forEach(u -> distribution.add(size * Math.exp(3 * u)));
                measurement.distributions.put(metric, distribution);
            }
            plan.gated("ttft.min", "ttft.max", "ttft.stddev", "itl.p99.9", "e2e.p50");

            assertThat(warnings(run(plan, measurement, Verdict.PASS, 1).line())).isEmpty();
        }
    }

    @Test
    void areNamedWithLineMeasureAndBothNumbers() throws IOException {
        String edited = run(Verdict.PASS, 2).line().replace("\"ttft.mean\":800", "\"ttft.mean\":700");

        assertThat(warnings(line(), edited))
                .singleElement()
                .satisfies(warning -> assertThat(warning.line()).isEqualTo(2))
                .extracting(LineWarning::fault)
                .isInstanceOfSatisfying(LineWarning.OtherValue.class, other -> {
                    assertThat(other.measure()).isEqualTo(Measure.parse("ttft.mean"));
                    assertThat(other.value()).isEqualTo(700);
                    assertThat(other.counted()).isCloseTo(800.3, within(.05));
                });
    }

    @ParameterizedTest
    @CsvSource({"800.9, false", "801.1, true", "799.5, false", "799.2, true"})
    void beginBeyondTheResolutionOfTheHistogram(String mean, boolean warned) throws IOException {
        String edited = line().replace("\"ttft.mean\":800", "\"ttft.mean\":" + mean);

        assertThat(warnings(edited)).hasSize(warned ? 1 : 0);
    }

    @Test
    void areSaidOfEachMeasure() throws IOException {
        String edited = line().replace("\"ttft.p50\":", "\"ttft.p50\":1").replace("\"tpot.p99\":", "\"tpot.p99\":1");

        assertThat(warnings(edited))
                .extracting(warning -> ((LineWarning.OtherValue) warning.fault()).measure())
                .containsExactlyInAnyOrder(Measure.parse("ttft.p50"), Measure.parse("tpot.p99"));
    }

    @Test
    void areNotSaidOfLinesThatAreNotUsed() throws IOException {
        String edited = line().replace("\"ttft.mean\":800", "\"ttft.mean\":700");

        assertThat(warnings(
                        edited.replace("\"PASS\"", "\"REGRESSION\""),
                        run(Verdict.PASS, 2).line()))
                .isEmpty();
    }

    @Test
    void areAcceptedWithoutAHistogram() throws IOException {
        String edited = line().replace("\"ttft.mean\":800", "\"ttft.mean\":700");

        assertThat(warnings(BaselineLine.summary(edited))).isEmpty();
    }

    @Test
    void includeAHistogramThatCannotBeRead() throws IOException {
        String edited = line().replace("\"histograms\":{\"ttft\":\"HIST", "\"histograms\":{\"ttft\":\"FIST");

        assertThat(warnings(edited)).containsExactly(warning(1, new LineWarning.NoHistogram(Metric.TTFT)));
    }

    @Test
    void includeAHistogramWithoutSamples() throws IOException {
        String empty = new Distribution().encode();
        String edited = line().replaceFirst(
                        "\"histograms\":\\{\"ttft\":\"[^\"]+\"", "\"histograms\":{\"ttft\":\"" + empty + "\"");

        assertThat(warnings(edited)).containsExactly(warning(1, new LineWarning.NoHistogram(Metric.TTFT)));
    }

    @Test
    void includeFieldsThatDoNotComeToTheirHash() throws IOException {
        String hash = run(Verdict.PASS, 1).comparability().hash();
        String edited = line().replace("\"gpu\":\"A100\"", "\"gpu\":\"A10\"");
        String tampered = line().replace(hash, "0123456789abcdef");

        assertThat(warnings(tampered)).containsExactly(warning(1, new LineWarning.OtherHash("0123456789abcdef", hash)));
        assertThat(warnings(edited)).isEmpty(); // it is not compared with
        assertThat(warnings(line().replace(",\"hash\":\"" + hash + "\"", ""))).isEmpty();
    }
}
