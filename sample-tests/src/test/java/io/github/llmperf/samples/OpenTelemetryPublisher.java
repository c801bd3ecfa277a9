package io.github.llmperf.samples;

import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Statistic;
import io.github.llmperf.publish.JudgedRun;
import io.github.llmperf.publish.Publisher;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.resources.Resource;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Sends the measures of each run to an OpenTelemetry collector, by OTLP over HTTP. Found because
 * {@code META-INF/services/io.github.llmperf.publish.Publisher} names it; does nothing unless
 * {@code OTEL_EXPORTER_OTLP_ENDPOINT} or the system property {@code otel.exporter.otlp.endpoint} names a collector.
 *
 * <p>Each metric is one gauge, such as {@code llmperf.ttft}, and its statistic an attribute, since a histogram's buckets would
 * round the percentiles that the report shows. Run and commit are attributes of the resource, so that the series of a test
 * goes on from run to run.
 */
public final class OpenTelemetryPublisher implements Publisher {

    /** A collector that is down costs a test no more. */
    private static final Duration AT_MOST = Duration.ofSeconds(2);

    private static final List<Statistic> STATISTICS = Stream.concat(
                    Stream.of(Statistic.MEAN, Statistic.MIN, Statistic.MAX, Statistic.STDDEV),
                    Stream.of(50., 90., 95., 99.).map(Statistic::percentile))
            .toList();

    @Override
    public void publish(JudgedRun run) throws IOException {
        String env = System.getenv("OTEL_EXPORTER_OTLP_ENDPOINT");
        String endpoint = System.getProperty("otel.exporter.otlp.endpoint", env == null ? "" : env);
        if (!endpoint.isBlank()) {
            send(run, endpoint.replaceFirst("/+$", "") + "/v1/metrics");
        }
    }

    private static void send(JudgedRun run, String url) throws IOException {
        OneReading reading = new OneReading();
        try (OtlpHttpMetricExporter exporter = OtlpHttpMetricExporter.builder()
                        .setEndpoint(url)
                        .setConnectTimeout(AT_MOST)
                        .setTimeout(AT_MOST)
                        .setRetryPolicy(null)
                        .build();
                SdkMeterProvider provider = SdkMeterProvider.builder()
                        .setResource(resource(run))
                        .registerMetricReader(reading)
                        .build()) {
            record(run, provider.get("junit-llmperf"));
            CompletableResultCode sent = exporter.export(reading.metrics());
            sent.join(2 * AT_MOST.toMillis(), TimeUnit.MILLISECONDS);
            if (!sent.isSuccess()) {
                throw new IOException(
                        "the collector at " + url + " did not take the measures: " + sent.getFailureThrowable());
            }
        }
    }

    private static Resource resource(JudgedRun run) {
        AttributesBuilder attributes =
                Attributes.builder().put("service.name", "junit-llmperf").put("llmperf.run.id", run.runId());
        run.commit().ifPresent(commit -> attributes.put("llmperf.commit", commit));
        return Resource.create(attributes.build());
    }

    private static void record(JudgedRun run, Meter meter) {
        Attributes test = test(run);
        Measurement measured = run.measurement();
        for (Metric metric : Metric.values()) {
            var gauge = meter.gaugeBuilder("llmperf." + metric.jsonName())
                    .setUnit(metric.unit().symbol())
                    .build();
            if (metric.hasDistribution()) {
                for (Statistic statistic : STATISTICS) {
                    Attributes point = test.toBuilder()
                            .put("llmperf.statistic", statistic.toString())
                            .build();
                    measured.existing(new Measure(metric, statistic)).ifPresent(value -> gauge.set(value, point));
                }
            } else {
                measured.existing(Measure.of(metric)).ifPresent(value -> gauge.set(value, test));
            }
        }
        Attributes verdict =
                test.toBuilder().put("llmperf.verdict", run.verdict().name()).build();
        meter.gaugeBuilder("llmperf.failed").setUnit("1").build().set(run.failsTest() ? 1 : 0, verdict);
    }

    private static Attributes test(JudgedRun run) {
        AttributesBuilder attributes = Attributes.builder()
                .put("llmperf.test.class", run.className())
                .put("llmperf.test.method", run.methodName())
                .put("llmperf.environment", run.environment())
                .put("llmperf.model", run.model());
        run.cell().forEach((name, value) -> attributes.put("llmperf.cell." + name, String.valueOf(value)));
        run.labels().forEach((name, value) -> attributes.put("llmperf.label." + name, value));
        return attributes.build();
    }
}
