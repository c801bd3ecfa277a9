package io.github.llmperf.client.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The text format 0.0.4 of Prometheus, and OpenMetrics 1.0 where it differs. */
class PrometheusTextTests {

    private static MetricSample only(String page) {
        Exposition read = PrometheusText.read(page);
        assertThat(read.malformed()).isZero();
        assertThat(read.samples()).hasSize(1);
        return read.samples().get(0);
    }

    @Test
    void readsNameLabelsValueAndType() {
        MetricSample sample = only(
                """
                # HELP http_requests_total The total number of HTTP requests.
                # TYPE http_requests_total counter
                http_requests_total{method="post",code="200"} 1027 1395066363000
                """);

        assertThat(sample.name()).isEqualTo("http_requests_total");
        assertThat(sample.labels()).isEqualTo(Map.of("method", "post", "code", "200"));
        assertThat(sample.value()).isEqualTo(1027);
        assertThat(sample.type()).isEqualTo(MetricType.COUNTER);
    }

    @Test
    void resolvesEscapesInLabelValues() {
        MetricSample sample = only("msdos_file_access_time_seconds{path=\"C:\\\\DIR\\\\FILE.TXT\","
                + "error=\"Cannot find file:\\n\\\"FILE.TXT\\\"\"} 1.458255915e9\n");

        assertThat(sample.labels())
                .isEqualTo(Map.of("path", "C:\\DIR\\FILE.TXT", "error", "Cannot find file:\n\"FILE.TXT\""));
        assertThat(sample.value()).isEqualTo(1.458255915e9);
    }

    @Test
    void takesBracesAndHashesInQuotesForText() {
        assertThat(only("a{b=\"x{y}# 1\"} 2\n").labels()).isEqualTo(Map.of("b", "x{y}# 1"));
    }

    @ParameterizedTest
    @CsvSource({
        "12.47, 12.47",
        "+3, 3",
        "-.5, -.5",
        "5., 5",
        "1e-3, .001",
        "1.5E+10, 15000000000",
        "NaN, NaN",
        "+Inf, Infinity",
        "-Inf, -Infinity",
        "Inf, Infinity"
    })
    void readsEveryKindOfNumber(String written, Double value) {
        Double read =
                only("metric_without_timestamp_and_labels " + written + "\n").value();

        assertThat(read).isEqualTo(value);
    }

    @Test
    void allowsBlanksTabsEmptyLabelsAndATrailingComma() {
        assertThat(only("\t a  {  b = \"c\" , }\t 1 \t -3982045 \n").labels()).isEqualTo(Map.of("b", "c"));
        assertThat(only("a{} 1\n").labels()).isEmpty();
        assertThat(only("a{b=\"c\"}1\r\n").value()).isEqualTo(1);
    }

    @Test
    void knowsBucketsSumAndCountOfAHistogramByItsType() {
        Exposition page = PrometheusText.read(
                """
                # A histogram, which has a pretty complex representation in the text format:
                # HELP http_request_duration_seconds A histogram of the request duration.
                # TYPE http_request_duration_seconds histogram
                http_request_duration_seconds_bucket{le="0.05"} 24054
                http_request_duration_seconds_bucket{le="+Inf"} 144320
                http_request_duration_seconds_sum 53423
                http_request_duration_seconds_count 144320
                """);

        assertThat(page.samples()).hasSize(4).allMatch(sample -> sample.type() == MetricType.HISTOGRAM);
        assertThat(page.samples()).extracting(sample -> sample.label("le")).containsExactly("0.05", "+Inf", "", "");
    }

    @Test
    void knowsQuantilesOfASummary() {
        Exposition page = PrometheusText.read(
                """
                # TYPE rpc_duration_seconds summary
                rpc_duration_seconds{quantile="0.01"} 3102
                rpc_duration_seconds_sum 1.7560473e+07
                rpc_duration_seconds_count 2693
                other_sum 1
                """);

        assertThat(page.samples())
                .extracting(MetricSample::type)
                .containsExactly(MetricType.SUMMARY, MetricType.SUMMARY, MetricType.SUMMARY, MetricType.UNTYPED);
    }

    @Test
    void readsOpenMetricsToItsEnd() {
        Exposition page = PrometheusText.read(
                """
                # TYPE foo counter
                # UNIT foo seconds
                # HELP foo Help with an escaped \\n line feed.
                foo_total{a="b"} 17.0 1520879607.789 # {trace_id="KOO5S4vxi0o",x="}"} 0.67 1520879607.1
                foo_created{a="b"} 1520430000.123
                # TYPE bar gauge
                bar_sum 1
                # TYPE up unknown
                up 1
                # EOF
                foo_total 99
                """);

        assertThat(page.malformed()).isZero();
        assertThat(page.samples())
                .extracting(MetricSample::name, MetricSample::value, MetricSample::type)
                .containsExactly(
                        tuple("foo_total", 17.0, MetricType.COUNTER),
                        tuple("foo_created", 1520430000.123, MetricType.COUNTER),
                        tuple("bar_sum", 1.0, MetricType.UNTYPED),
                        tuple("up", 1.0, MetricType.UNTYPED));
    }

    @Test
    void readsExemplarsOfBuckets() {
        assertThat(only("a_bucket{le=\"1\"} 10 # {trace_id=\"t\"} 0.7\n").value())
                .isEqualTo(10);
    }

    @Test
    void readsNamesInQuotesAsPrometheus3WritesThem() {
        MetricSample sample = only("{\"my.dotted.metric\", \"error.code\"=\"none\", region=\"b\"} 4\n");

        assertThat(sample.name()).isEqualTo("my.dotted.metric");
        assertThat(sample.labels()).isEqualTo(Map.of("error.code", "none", "region", "b"));
    }

    @Test
    void endsWithEofWithoutALineFeed() {
        assertThat(only("a 1\n# EOF").value()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a x",
                "a 1f",
                "a 0x1",
                "1a 1",
                "a-b 1",
                "a{b=\"c\" 1",
                "a{b=\"c} 1",
                "a{b=c} 1",
                "a{b=\"c\",b=\"d\"} 1",
                "a{b=\"\\x\"} 1",
                "a{0b=\"c\"} 1",
                "a{,} 1",
                "a{\"b\"} 1",
                "{b=\"c\"} 1",
                "a 1 later",
                "a 1 2 3",
                "a 1 # {b=\"c\"}",
                "a 1 # 2",
                "# TYPE a gadget",
                "# TYPE a",
                "<html><body>not here</body></html>"
            })
    void leavesOutAndCountsWhatIsNoLineOfTheFormat(String line) {
        Exposition page = PrometheusText.read("before 1\n" + line + "\nafter 2\n");

        assertThat(page.samples()).extracting(MetricSample::name).containsExactly("before", "after");
        assertThat(page.malformed()).isEqualTo(1);
    }

    @Test
    void doesNotTrustALastLineThatMayHaveBeenCut() {
        Exposition page = PrometheusText.read("a 1\nb 12");

        assertThat(page.samples()).extracting(MetricSample::name).containsExactly("a");
        assertThat(page.malformed()).isEqualTo(1);
    }

    @Test
    void refusesASecondTypeOfOneName() {
        Exposition page = PrometheusText.read("# TYPE a counter\n# TYPE a gauge\na 1\n");

        assertThat(page.samples().get(0).type()).isEqualTo(MetricType.COUNTER);
        assertThat(page.malformed()).isEqualTo(1);
    }

    @Test
    void takesOtherCommentsAndEmptyLinesForNothing() {
        Exposition page = PrometheusText.read("\n# TYPEFACE a b c\n#TYPE a gauge\n# Escaping in label values:\n#\n\n");

        assertThat(page).isEqualTo(new Exposition(List.of(), 0));
    }
}
