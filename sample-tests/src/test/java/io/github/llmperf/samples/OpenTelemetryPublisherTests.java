package io.github.llmperf.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmTarget;
import io.github.llmperf.Toggle;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.reporting.OutputDirectoryProvider;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The sample publisher sends a real load's measures to a real receiver, and a collector that is down fails no test. */
class OpenTelemetryPublisherTests {

    private static final String ENDPOINT = "otel.exporter.otlp.endpoint";

    /** As many as the result keeps. */
    private static final Percentage NINE_DIGITS = Percentage.withPercentage(1e-6);

    @TempDir
    Path directory;

    private String before;

    @BeforeEach
    void remember() {
        before = System.getProperty(ENDPOINT);
    }

    @AfterEach
    void restore() {
        if (before == null) {
            System.clearProperty(ENDPOINT);
        } else {
            System.setProperty(ENDPOINT, before);
        }
    }

    @Test
    void measuresArriveAsTheyStandInTheResult() throws IOException {
        try (OtlpReceiver collector = new OtlpReceiver(200)) {
            load(collector.endpoint() + "/");

            assertThat(collector.received()).as("one message a run").hasSize(2);
            ResourceMetrics sent = collector.received().get(1).getResourceMetrics(0);
            Map<String, Metric> metrics = sent.getScopeMetrics(0).getMetricsList().stream()
                    .collect(Collectors.toMap(Metric::getName, metric -> metric));
            JsonNode result = result();
            JsonNode ttft = result.at("/metrics/ttft");
            assertThat(metrics.get("llmperf.ttft").getUnit()).isEqualTo("ms");
            for (String statistic : List.of("mean", "min", "max", "stddev", "p50", "p90", "p95")) {
                assertThat(point(metrics, "ttft", statistic).getAsDouble())
                        .as(statistic)
                        .isCloseTo(ttft.get(statistic).doubleValue(), NINE_DIGITS);
            }
            assertThat(ttft.get("p99").isNull()).isTrue();
            assertThat(statistics(metrics, "ttft")).doesNotContain("p99");
            assertThat(metrics.get("llmperf.requestRate").getUnit()).isEqualTo("requests/s");
            assertThat(only(metrics, "requestRate").getAsDouble())
                    .isCloseTo(result.at("/metrics/requestRate/value").doubleValue(), NINE_DIGITS);
            assertThat(only(metrics, "errorRate").getAsDouble())
                    .isCloseTo(result.at("/metrics/errorRate/value").doubleValue(), NINE_DIGITS);
        }
    }

    @Test
    void testAndRunAreNamed() throws IOException {
        try (OtlpReceiver collector = new OtlpReceiver(200)) {
            load(collector.endpoint());

            ResourceMetrics sent = collector.received().get(1).getResourceMetrics(0);
            Map<String, Metric> metrics = sent.getScopeMetrics(0).getMetricsList().stream()
                    .collect(Collectors.toMap(Metric::getName, metric -> metric));
            JsonNode result = result();
            assertThat(texts(sent.getResource().getAttributesList()))
                    .containsEntry("service.name", "junit-llmperf")
                    .containsEntry("llmperf.run.id", result.get("runId").textValue());
            assertThat(sent.getResource().getAttributesList().stream()
                            .filter(attribute -> attribute.getKey().equals("llmperf.commit"))
                            .map(attribute -> attribute.getValue().getStringValue()))
                    .isEqualTo(
                            result.get("commit").isNull()
                                    ? List.of()
                                    : List.of(result.get("commit").textValue()));
            NumberDataPoint failed = only(metrics, "failed");
            assertThat(failed.getAsDouble()).isEqualTo(result.get("failed").booleanValue() ? 1 : 0);
            assertThat(texts(failed.getAttributesList()))
                    .containsExactlyInAnyOrderEntriesOf(Map.of(
                            "llmperf.test.class", TalkTestCase.class.getName(),
                            "llmperf.test.method", "answers",
                            "llmperf.cell.users", "2",
                            "llmperf.cell.prompt", "chat",
                            "llmperf.cell.maxNewTokens", "4",
                            "llmperf.environment", "laboratory",
                            "llmperf.model", "river-1",
                            "llmperf.label.gpu", "none",
                            "llmperf.verdict", result.get("verdict").textValue()));
        }
    }

    @Test
    void collectorThatRefusesFailsNoTest() throws IOException {
        try (OtlpReceiver collector = new OtlpReceiver(503)) {
            load(collector.endpoint());

            assertThat(collector.received()).as("sent once a run").hasSize(2);
        }
    }

    @Test
    void collectorThatIsNotThereFailsNoTest() throws IOException {
        OtlpReceiver gone = new OtlpReceiver(200);
        gone.close();

        load(gone.endpoint());

        assertThat(gone.received()).isEmpty();
    }

    @Test
    void nothingIsSentWithoutAnEndpoint() throws IOException {
        try (OtlpReceiver collector = new OtlpReceiver(200)) {
            load("");

            assertThat(collector.received()).isEmpty();
        }
    }

    /** A run that the machine was too busy to measure is aborted, and published all the same. */
    private void load(String endpoint) {
        System.setProperty(ENDPOINT, endpoint);
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(TalkTestCase.class))
                .outputDirectoryProvider(new Published(directory.resolve("published")))
                .configurationParameter(
                        "llmperf.output", directory.resolve("results").toString())
                .configurationParameter("llmperf.environment", "laboratory")
                .configurationParameter("llmperf.rehearsal", "off")
                .execute()
                .testEvents()
                .assertStatistics(statistics -> statistics.started(2).failed(0));
    }

    /** That of the second cell. */
    private JsonNode result() throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("results"))) {
            List<Path> results = files.filter(file -> file.endsWith("result.json"))
                    .filter(file -> file.getParent().getFileName().toString().equals("users=2"))
                    .toList();
            assertThat(results).hasSize(1);
            return new ObjectMapper().readTree(results.get(0).toFile());
        }
    }

    private static NumberDataPoint only(Map<String, Metric> metrics, String metric) {
        List<NumberDataPoint> points = points(metrics, metric);
        assertThat(points).as(metric).hasSize(1);
        return points.get(0);
    }

    private static NumberDataPoint point(Map<String, Metric> metrics, String metric, String statistic) {
        return points(metrics, metric).stream()
                .filter(point ->
                        statistic.equals(texts(point.getAttributesList()).get("llmperf.statistic")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + metric + "." + statistic));
    }

    private static List<String> statistics(Map<String, Metric> metrics, String metric) {
        return points(metrics, metric).stream()
                .map(point -> texts(point.getAttributesList()).get("llmperf.statistic"))
                .toList();
    }

    private static List<NumberDataPoint> points(Map<String, Metric> metrics, String metric) {
        return metrics.get("llmperf." + metric).getGauge().getDataPointsList();
    }

    private static Map<String, String> texts(List<KeyValue> attributes) {
        return attributes.stream()
                .collect(Collectors.toMap(
                        KeyValue::getKey, attribute -> attribute.getValue().getStringValue()));
    }

    @Baseline(Toggle.OFF)
    static class TalkTestCase {

        private static TalkServer server;

        @BeforeAll
        static void start() throws IOException {
            server = new TalkServer();
        }

        @AfterAll
        static void stop() {
            server.close();
        }

        @LlmTarget(api = "acme-talk", model = "river-1", labels = "gpu=none")
        URI target() {
            return server.url();
        }

        @LlmLoad(
                users = {1, 2},
                requests = 20,
                maxNewTokens = 4)
        void answers() {}
    }

    /** Where a test kit's tests publish their files, which it lets none do by itself. */
    private record Published(Path root) implements OutputDirectoryProvider {
        @Override
        public Path getRootDirectory() {
            return root;
        }

        @Override
        public Path createOutputDirectory(TestDescriptor test) throws IOException {
            return Files.createDirectories(
                    root.resolve(Integer.toHexString(test.getUniqueId().hashCode())));
        }
    }
}
