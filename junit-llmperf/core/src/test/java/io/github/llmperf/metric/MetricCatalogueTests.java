package io.github.llmperf.metric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is written here by hand must not change by accident: a direction that flips turns every verdict around. */
class MetricCatalogueTests {

    private static final Set<String> BETTER_LOWER = Set.of(
            "ttft",
            "ttfo",
            "ttfe",
            "tpot",
            "itl",
            "e2e",
            "responseTime",
            "clientDelay",
            "connectTime",
            "normalizedLatency",
            "latencyPerToken",
            "errorRate",
            "serverQueue",
            "serverPrefill",
            "serverDecode",
            "serverTtft",
            "serverTpot",
            "serverTimePerToken",
            "serverInference",
            "serverTotal",
            "serverValidation",
            "serverLoad");

    private static final Set<String> BETTER_HIGHER = Set.of(
            "userTokenRate",
            "outputTokenRate",
            "totalTokenRate",
            "promptTokenRate",
            "outputCharRate",
            "promptCharRate",
            "requestRate",
            "goodput",
            "attainment",
            "capacity",
            "capacityRate");

    private static final Set<String> NEITHER =
            Set.of("attemptRate", "concurrency", "bytes", "promptTokens", "outputTokens", "outputChars");

    private static Set<String> betterWhen(Direction direction) {
        return Arrays.stream(Metric.values())
                .filter(metric -> metric.better() == direction)
                .map(Metric::jsonName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void knowsWhatIsBetter() {
        assertThat(betterWhen(Direction.LOWER)).isEqualTo(new TreeSet<>(BETTER_LOWER));
        assertThat(betterWhen(Direction.HIGHER)).isEqualTo(new TreeSet<>(BETTER_HIGHER));
        assertThat(betterWhen(Direction.NEITHER)).isEqualTo(new TreeSet<>(NEITHER));
    }

    @ParameterizedTest
    @CsvSource({"LOWER, 1, lower", "HIGHER, -1, higher", "NEITHER, 0, none"})
    void turnsADirectionIntoTheSignOfWorse(Direction direction, int sign, String name) {
        assertThat(direction.worseSign()).isEqualTo(sign);
        assertThat(direction.jsonName()).isEqualTo(name);
    }

    @ParameterizedTest
    @EnumSource(Metric.class)
    void boundsByDefaultOnTheWorseSide(Metric metric) {
        String value = "1 " + metric.unit();
        Limit.Bound bound = Limit.of(Measure.of(metric), value).bound();

        assertThat(bound)
                .isEqualTo(BETTER_HIGHER.contains(metric.jsonName()) ? Limit.Bound.AT_LEAST : Limit.Bound.AT_MOST);
    }

    @Test
    void knowsWhatTheServerSaysOfItself() {
        assertThat(Arrays.stream(Metric.values()).filter(Metric::isServers).map(Metric::toString))
                .hasSize(10)
                .allMatch(name -> name.startsWith("server"));
        assertThat(Metric.TTFT.isServers()).isFalse();
    }

    @Test
    void knowsOfWhatARunHasOneValue() {
        List<Metric> ofARun = Arrays.stream(Metric.values())
                .filter(metric -> metric.shape() == Metric.Shape.PER_RUN)
                .toList();

        assertThat(ofARun).noneMatch(Metric::hasDistribution).hasSize(13);
        assertThat(Metric.ITL.shape()).isEqualTo(Metric.Shape.PER_GAP);
        assertThat(Metric.TTFT.shape()).isEqualTo(Metric.Shape.PER_REQUEST);
    }

    @Test
    void ordersMeasuresByMetricThenKindThenPercentile() {
        assertThat(List.of("tpot.p90", "ttft.p90", "ttft.p50", "outputTokenRate", "ttft", "ttft.max").stream()
                        .map(Measure::parse)
                        .sorted()
                        .map(Measure::toString))
                .containsExactly("ttft.mean", "ttft.max", "ttft.p50", "ttft.p90", "tpot.p90", "outputTokenRate");
        assertThat(Measure.percentile(Metric.TTFT, 90)).isEqualTo(Measure.parse("ttft.p90"));
    }

    @ParameterizedTest
    @CsvSource({"p50, false", "p89.9, false", "p90, true", "p99, true", "mean, false", "max, false"})
    void knowsTails(String statistic, boolean tail) {
        assertThat(Statistic.parse(statistic).isTail()).isEqualTo(tail);
    }

    @ParameterizedTest
    @CsvSource({"p50, 2", "p90, 10", "p95, 20", "p99, 100", "p99.9, 1000", "mean, 1", "max, 1", "stddev, 1"})
    void knowsFromHowManySamplesAStatisticExists(String statistic, long samples) {
        assertThat(Statistic.parse(statistic).samplesToExist()).isEqualTo(samples);
    }
}
