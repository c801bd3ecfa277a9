package io.github.llmperf.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.client.prometheus.RawMetric;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.measure.server.Logs;
import io.github.llmperf.report.model.Observed;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Reports;
import java.util.List;
import org.junit.jupiter.api.Test;

class NumbersTableTests {

    @Test
    void isFoldedAwayAndNamesItsRowsAndColumns() {
        NumbersTable table = new NumbersTable("A <picture>", List.of("s", "ms"), List.of(List.of("0", "12.5")));

        assertThat(table.draw())
                .hasToString("<details><summary>Numbers behind the picture</summary>"
                        + "<div class=\"scroll\" tabindex=\"0\" role=\"region\""
                        + " aria-label=\"A &lt;picture&gt;, numbers\"><table>"
                        + "<caption>A &lt;picture&gt;</caption><thead><tr><th scope=\"col\">s</th>"
                        + "<th scope=\"col\">ms</th></tr></thead><tbody><tr><th scope=\"row\">0</th>"
                        + "<td>12.5</td></tr></tbody></table></div></details>");
    }

    @Test
    void leavesOutColumnsThatSayNothing() {
        NumbersTable table = new NumbersTable(
                "t", List.of("a", "b", "c"), List.of(List.of("", "", "1"), List.of("", "", ""), List.of("x", "", "")));

        assertThat(table.withoutEmptyColumns())
                .isEqualTo(new NumbersTable(
                        "t", List.of("a", "c"), List.of(List.of("", "1"), List.of("", ""), List.of("x", ""))));
    }

    @Test
    void refusesRowsOfAnotherLength() {
        assertThatThrownBy(() -> new NumbersTable("t", List.of("a"), List.of(List.of("1", "2"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("row must have 1 cells, but is [1, 2]");
    }

    @Test
    void givesEachRowOfAShortRunATimeOfItsOwn() {
        Report report = Reports.passed().build();
        RunTimes times = new RunTimes(0, 0, 196_600_000L, 214_300_000L);
        LoadRun run = report.run();
        Report brief = new Report(
                report.plan(),
                report.origin(),
                Observed.of(
                        report.plan(),
                        new LoadRun(run.startedAt(), times, List.of(), 0, run.health(), run.end()),
                        report.measurement(),
                        report.observed().server(),
                        report.observed().prometheus()),
                report.judgement(),
                report.baseline(),
                report.series());

        List<String> rows = new TimelineNumbers(brief)
                .table().rows().stream().map(row -> row.get(0)).toList();

        assertThat(rows).hasSize(30).doesNotHaveDuplicates().startsWith("0 – 0.007", "0.007 – 0.014");
    }

    @Test
    void tellsLatencyByPercentileWithLimitsAndStoredRuns() {
        NumbersTable table = new QuantileNumbers(Reports.regression().build()).table();

        assertThat(table.headings())
                .containsExactly(
                        "of successful requests",
                        "e2e, ms",
                        "ttft, ms",
                        "ttft, limit, ms",
                        "ttft, stored runs, ms",
                        "tpot, ms",
                        "tpot, limit, ms",
                        "tpot, stored runs, ms");
        assertThat(table.rows())
                .extracting(row -> row.get(0))
                .containsExactly("min", "p50", "p75", "p90", "p95", "p99", "p99.9", "max", "mean");
        assertThat(table.rows().get(3).subList(2, 5)).containsExactly("1,671", "3,000", "1,518");
        assertThat(table.rows().get(6)).as("p99.9 of 397 requests").containsOnly("p99.9", "");
        assertThat(table.rows().get(8).get(6)).as("limit on mean tpot").isEqualTo("100");
    }

    @Test
    void tellsTheRunInThirtyRows() {
        Report report = Reports.ofManyRequests(6000)
                .server(Reports.during(
                        Logs.of(80).with(RawMetric.RUNNING, i -> 12).log()))
                .build();

        NumbersTable table = new TimelineNumbers(report).table();

        assertThat(table.headings())
                .containsExactly(
                        "from – to, s",
                        "n",
                        "ttft p50, ms",
                        "ttft p90, ms",
                        "ttft p99, ms",
                        "in flight",
                        "output tokens/s",
                        "failed",
                        "requests running, requests");
        assertThat(table.rows()).hasSize(30);
        assertThat(table.rows().get(1)).startsWith("2.3 – 4.7").endsWith("0", "12");
        assertThat(table.rows().get(1).subList(3, 5)).containsExactly("800", "800");
        assertThat(table.rows().stream()
                        .mapToInt(row -> Integer.parseInt(row.get(1)))
                        .sum())
                .isEqualTo(6000);
    }

    @Test
    void tellsHowManyRequestsHadWhichLength() {
        Report report = Reports.passed().build();

        assertThat(LengthsHtml.section(report).toString())
                .contains("<caption>Prompt tokens</caption><thead><tr><th scope=\"col\">tokens</th>"
                        + "<th scope=\"col\">requests</th></tr></thead>")
                .contains("<caption>Output tokens</caption>")
                .containsPattern("<th scope=\"row\">[0-9]+ – [0-9]+</th><td>[0-9]+</td>");
    }
}
