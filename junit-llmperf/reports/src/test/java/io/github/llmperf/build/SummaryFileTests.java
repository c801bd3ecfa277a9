package io.github.llmperf.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.build.page.Summary;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.publish.FilesPublisher;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.model.ReportBuilder;
import io.github.llmperf.report.model.Reports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryFileTests {

    @TempDir
    Path output;

    @Test
    void coversAllCellsWorstFirst() throws IOException {
        publish(Reports.passed(), "first");
        publish(Reports.violated(), "second");

        Summary summary = summary().rebuild();

        assertThat(summary.rows()).extracting(JsonSummary::verdict).containsExactly(Verdict.SLA_VIOLATED, Verdict.PASS);
        assertThat(output.resolve("summary.md"))
                .content()
                .startsWith("## Load tests: 1 SLA VIOLATED, 1 PASS\n")
                .containsSubsequence("RagLatencyTest.second", "RagLatencyTest.first");
    }

    @Test
    void leadsToEachReport() throws IOException {
        publish(Reports.passed(), "first");

        summary().rebuild();

        assertThat(output.resolve("summary.md"))
                .content()
                .contains("[report.html](com.acme.RagLatencyTest/first/single/report.html)");
        assertThat(output.resolve("com.acme.RagLatencyTest/first/single/report.html"))
                .exists();
    }

    @Test
    void namesADamagedResultAndKeepsTheRest() throws IOException {
        publish(Reports.passed(), "whole");
        Path damaged = output.resolve("com.acme.X/broken/single/result.json");
        Files.createDirectories(damaged.getParent());
        Files.writeString(damaged, "{\"schema\":1}");

        Summary summary = summary().rebuild();

        assertThat(summary.rows()).hasSize(1);
        assertThat(summary.damaged())
                .containsExactly(
                        damaged + ": $schema must be a text, but is missing;" + " delete it or run its test again");
    }

    @Test
    void losesNothingWhenManyWriteAtOnce() throws InterruptedException, ExecutionException, IOException {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                String method = "method" + i;
                all.add(threads.submit(() -> {
                    publish(Reports.passed(), method);
                    return summary().rebuild();
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(output.resolve("summary.md")).content().startsWith("## Load tests: 24 PASS\n");
    }

    private SummaryFile summary() {
        return new SummaryFile(output, NanoClock.SYSTEM);
    }

    private void publish(ReportBuilder reports, String method) throws IOException {
        new FilesPublisher()
                .write(reports.into(output)
                        .of(new Scenario("com.acme.RagLatencyTest", method, Map.of(), "single"))
                        .build());
    }
}
