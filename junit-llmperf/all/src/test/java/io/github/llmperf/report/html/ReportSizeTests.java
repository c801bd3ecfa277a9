package io.github.llmperf.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.build.matrix.MatrixHtml;
import io.github.llmperf.report.matrix.Figure;
import io.github.llmperf.report.matrix.Matrix;
import io.github.llmperf.report.matrix.MatrixRow;
import io.github.llmperf.report.matrix.MatrixRow.Value;
import io.github.llmperf.report.model.LargeReports;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.report.svg.SvgChart;
import io.github.llmperf.report.svg.TimelineSvg;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages and pictures stay small whatever there is to tell. */
class ReportSizeTests {

    private static final int MOST_OF_A_PAGE = 500_000;
    private static final int MOST_OF_A_PICTURE = 100_000;

    @Test
    @Tag("simulation")
    void aPageOfAHundredThousandRequestsWithAllThereCanBeStaysSmall() {
        Report report = LargeReports.worst();

        assertThat(new HtmlRenderer().render(report).getBytes(UTF_8)).hasSizeLessThan(MOST_OF_A_PAGE);
        assertThat(new TimelineSvg().render(report).getBytes(UTF_8)).hasSizeLessThan(MOST_OF_A_PICTURE);
        assertThat(new SvgChart().render(report).getBytes(UTF_8)).hasSizeLessThan(MOST_OF_A_PICTURE);
        assertThat(report.measurement().requests().attempted()).isEqualTo(100_000);
        assertThat(report.measurement().requests().failed()).isEqualTo(10_000);
    }

    @Test
    void aPageOfTheMostDotsStaysSmall() {
        Report report = Reports.ofManyRequests(400).build();

        assertThat(report.observed().overTime().timeline().requests().dots()).hasSize(400);
        assertThat(new HtmlRenderer().render(report).getBytes(UTF_8)).hasSizeLessThan(MOST_OF_A_PAGE / 4);
    }

    @ParameterizedTest
    @CsvSource({"50, prompt=a-long-name-of-a-prompt-", "5, maxNewTokens="})
    void aPageOfFiveHundredCellsStaysSmallAndShowsThemAll(int others, String other) {
        Matrix matrix = ofCells(others, other);
        assertThat(matrix.rows()).hasSize(500);

        String page = MatrixHtml.render(matrix);

        assertThat(page.getBytes(UTF_8)).hasSizeLessThan(MOST_OF_A_PAGE);
        assertThat(page.split("/report.html\">", -1)).as("links").hasSize(1 + 500);
        String chart = page.split("chart0wide-title", 3)[2].split("</svg>", 2)[0];
        assertThat(chart.split("[ML][0-9]", -1)).as("what is drawn").hasSizeGreaterThan(500);
    }

    private static Matrix ofCells(int others, String other) {
        List<Figure> figures = Stream.of(
                        "requestRate", "outputTokenRate", "ttft", "ttft.p90", "tpot", "itl.p99", "e2e.p90", "errorRate")
                .map(Figure::of)
                .toList();
        List<MatrixRow> rows = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            String value = other.replaceFirst(".*=", "") + i / (500 / others);
            String users = String.valueOf(1 + i % (500 / others));
            String label = other.replaceFirst("=.*", "") + "=" + value + ", users=" + users;
            Map<Figure, Value> values = new LinkedHashMap<>();
            for (Figure figure : figures) {
                values.put(figure, Value.measured(OptionalDouble.of(1 + (i * 37 % 1009) / 7.)));
            }
            Map<String, String> axes = new LinkedHashMap<>();
            axes.put(other.replaceFirst("=.*", ""), value);
            axes.put("users", users);
            String link = label.replace("=", "%3D").replace(", ", "%2C") + "/report.html";
            rows.add(new MatrixRow(label, axes, values, "", "NO BASELINE", link));
        }
        return new Matrix("RagTest.holds", "500 runs", rows, figures, List.of());
    }
}
