package io.github.llmperf.report.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.build.matrix.MatrixCsv;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.report.json.JsonRenderer;
import io.github.llmperf.report.matrix.Matrix;
import io.github.llmperf.report.matrix.MatrixRow;
import io.github.llmperf.report.model.FullReports;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Reports;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "plain            | plain",
                "a,b              | \"a,b\"",
                "say \"a\"        | \"say \"\"a\"\"\"",
                "=1+1             | '=1+1",
                "+cmd             | '+cmd",
                "-2+3             | '-2+3",
                "@sum             | '@sum",
                "＝1              | '＝1",
                "-12.5            | -12.5",
                "+1e-9            | +1e-9",
                "5=5              | 5=5"
            })
    void quotesWhatMustBeAndLetsNothingBeComputed(String text, String field) {
        assertThat(Csv.line(List.of(Csv.text(text)))).isEqualTo(field + "\n");
    }

    @Test
    void letsNoTextBecomeALine() {
        assertThat(Csv.text("a\r\n=b\u0000\u202e")).isEqualTo("a\\r\\n=b\\u0000\\u202e");
        assertThat(Csv.text("\t=1")).isEqualTo("\\t=1");
        assertThat(Csv.text("x".repeat(1_000_000))).hasSizeLessThan(1100);
        assertThat(Csv.line(List.of("a\nb", "c\rd"))).isEqualTo("\"a\nb\",\"c\rd\"\n");
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.1",
        "1e-7, 0.0000001",
        "1234567890123, 1234567890000",
        "3, 3",
        "-0.0, 0",
        "NaN, ''",
        "Infinity, Infinity",
        "0.30000000000000004, 0.3"
    })
    void writesNumbersForProgramsAndSpreadsheets(double value, String text) {
        assertThat(Csv.number(value)).isEqualTo(text);
    }

    @Test
    void tellsEachMetricOnALineWithItsUnit() {
        Report report = FullReports.all().get(0);

        List<String> lines = new MetricsCsv().render(report).lines().toList();

        assertThat(lines.get(0))
                .isEqualTo("metric,unit,better,n,failed,mean,stddev,min,p50,p75,p90,p95,p99,p99.9,max,value");
        assertThat(lines).hasSize(1 + Metric.values().length).allSatisfy(line -> assertThat(line.split(",", -1))
                .hasSize(16));
        assertThat(lines)
                .contains(
                        "serverQueue,ms,lower,3,,2,1,1,2,,,,,,3,", "outputTokenRate,tokens/s,higher,,,,,,,,,,,,,12.5");
        assertThat(lines.get(1)).startsWith("ttft,ms,lower,397,3,").endsWith(",");
    }

    @Test
    void tellsTheNumbersOfTheResult() throws IOException {
        Report report = Reports.regression().build();
        List<String> header = Arrays.asList(new MetricsCsv()
                .render(report)
                .lines()
                .findFirst()
                .orElseThrow()
                .split(","));
        String[] ttft = new MetricsCsv()
                .render(report)
                .lines()
                .filter(line -> line.startsWith("ttft,"))
                .findFirst()
                .orElseThrow()
                .split(",", -1);
        var result = new com.fasterxml.jackson.databind.ObjectMapper()
                .readTree(new JsonRenderer().render(report))
                .at("/metrics/ttft");

        assertThat(List.of("n", "mean", "stddev", "min", "p50", "p75", "p90", "p95", "p99", "max"))
                .allSatisfy(name -> assertThat(Double.parseDouble(ttft[header.indexOf(name)]))
                        .isEqualTo(result.get(name).doubleValue()));
        assertThat(ttft[header.indexOf("p99.9")]).isEmpty();
        assertThat(result.get("p999").isNull()).isTrue();
    }

    @Test
    void tellsEachRequestWithoutAnyText() throws IOException {
        StringBuilder csv = new StringBuilder();

        new RequestsCsv(Reports.passed().answering("secret, of a kind").build()).writeTo(csv);

        assertThat(csv.toString())
                .startsWith(
                        "index,user,phase,turn,outcome,failure,status,scheduled [s],sent [s],first token [s],last token"
                                + " [s],end [s],ttft [ms],tpot [ms],e2e [ms],responseTime [ms],prompt [chars],promptTokens"
                                + " [tokens],maxNewTokens [tokens],outputTokens [tokens],answer [bytes]\n")
                .endsWith(
                        "\n436,12,measured,1,succeeded,,200,67.402,67.402,69.668,72.191,72.191,2266,27.7252747,4789,4789,"
                                + "1200,338,128,92,1000\n")
                .doesNotContain("secret");
    }

    @Test
    void letsNoLabelOfATargetBeComputed() {
        MatrixRow row = row("=HYPERLINK(\"http://evil\",\"a\")");

        assertThat(MatrixCsv.render(new Matrix("a", "b", List.of(row, row("A100")), List.of(), List.of())))
                .isEqualTo("'=gpu,verdict\n\"'=HYPERLINK(\"\"http://evil\"\",\"\"a\"\")\",PASS\nA100,PASS\n");
    }

    private static MatrixRow row(String gpu) {
        return new MatrixRow("a", Map.of("=gpu", gpu), Map.of(), "", "PASS", "");
    }
}
