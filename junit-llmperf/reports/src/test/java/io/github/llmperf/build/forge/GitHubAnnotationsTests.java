package io.github.llmperf.build.forge;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.publish.FilesPublisher;
import io.github.llmperf.publish.ResultFiles;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.model.ReportBuilder;
import io.github.llmperf.report.model.Reports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitHubAnnotationsTests {

    @TempDir
    Path checkout;

    private final List<String> printed = new ArrayList<>();
    private final Map<String, String> variables = new HashMap<>();
    private Path output;

    @BeforeEach
    void checkOut() throws IOException {
        output = checkout.resolve("target/llmperf");
        Path source = checkout.resolve("src/test/java/com/acme/RagLatencyTest.java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, "package com.acme;\n\nclass RagLatencyTest {\n\n    void staysResponsive() {}\n}\n");
        variables.putAll(
                Map.of("GITHUB_ACTIONS", "true", "GITHUB_WORKSPACE", checkout.toString(), "GITHUB_RUN_ID", "1"));
    }

    @Test
    void marksTheMethodInItsFile() throws IOException {
        print(row(Reports.regression(), "staysResponsive"));

        assertThat(printed)
                .containsExactly("::error file=src/test/java/com/acme/RagLatencyTest.java,line=5,title=REGRESSION%3A"
                        + " RagLatencyTest.staysResponsive[users=20]::ttft.p50 811 ms against 660.2 ms, +23 %25"
                        + " (90 %25 interval +18 %25 to +28 %25; n=397, 8 stored runs)%0Areport:"
                        + " target/llmperf/com.acme.RagLatencyTest/staysResponsive/users=20/report.html");
    }

    @Test
    void saysNothingElsewhere() throws IOException {
        variables.remove("GITHUB_ACTIONS");
        print(row(Reports.regression(), "staysResponsive"));
        variables.put("GITHUB_ACTIONS", "false");
        print(row(Reports.regression(), "staysResponsive"));

        assertThat(printed).isEmpty();
    }

    @Test
    void warnsOfWhatCouldNotBeJudgedAndLeavesOutTheRest() throws IOException {
        print(
                row(Reports.passed(), "passes"),
                row(Reports.withoutBaseline(), "isNew"),
                row(Reports.undecided(), "isUndecided"),
                row(Reports.invalid(), "isInvalid"));

        assertThat(printed).hasSize(2).allMatch(line -> line.startsWith("::warning file="));
        assertThat(printed.get(0)).contains("title=INVALID%3A RagLatencyTest.isInvalid[users=20]::");
        assertThat(printed.get(1)).contains("title=UNDECIDED%3A RagLatencyTest.isUndecided[users=20]::");
    }

    @Test
    void marksAFailureOnceInAStepAndAgainInTheNext() throws IOException {
        JsonSummary row = row(Reports.violated(), "staysResponsive");
        print(row);
        print(row);
        assertThat(printed).hasSize(1);

        variables.put("GITHUB_ACTION", "__run_2");
        print(row);

        assertThat(printed).hasSize(2);
    }

    @Test
    void marksTheTenWorstOfAKind() throws IOException {
        List<JsonSummary> rows = new ArrayList<>();
        for (int i = 10; i < 22; i++) {
            rows.add(row(Reports.regression(), "slow" + i));
        }
        rows.add(row(Reports.violated(), "broken"));
        rows.add(row(Reports.invalid(), "busy"));

        print(rows.toArray(JsonSummary[]::new));
        print(row(Reports.error(), "late"));

        assertThat(printed).hasSize(11);
        assertThat(printed.get(0)).contains("RagLatencyTest.broken");
        assertThat(printed.get(9)).contains("RagLatencyTest.slow18");
        assertThat(printed.get(10)).startsWith("::warning").contains("busy");
    }

    @Test
    void marksOnceWhicheverProcessIsFirst() throws InterruptedException, ExecutionException, IOException {
        JsonSummary row = row(Reports.violated(), "staysResponsive");
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<String> all = java.util.Collections.synchronizedList(new ArrayList<>());
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                done.add(threads.submit(() -> new GitHubAnnotations(variables, all::addAll, NanoClock.SYSTEM, checkout)
                        .print(output, List.of(row))));
            }
            for (Future<?> one : done) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(all).hasSize(1);
    }

    @Test
    void marksWhereNothingCanBeRemembered() throws IOException {
        JsonSummary row = row(Reports.violated(), "staysResponsive");
        Path file = Files.writeString(checkout.resolve("a-file"), "");
        new GitHubAnnotations(variables, printed::addAll, NanoClock.SYSTEM, checkout).print(file, List.of(row));

        assertThat(printed).hasSize(1);
    }

    @Test
    void startsNoOtherCommandWhateverAServerSays() throws IOException {
        String hostile = "x\n::stop-commands::t\r\n##[error]y,line=1::z%0A::error::%25";
        JsonSummary said = row(Reports.violated().failed(hostile), "staysResponsive");

        print(said);

        assertThat(printed).hasSize(1);
        String line = printed.get(0);
        assertThat(line).startsWith("::error file=").doesNotContain("\n", "\r", "##[");
        assertThat(line.substring(line.indexOf("::", 2) + 2))
                .startsWith("x\\n::stop-commands::t\\r\\n# #[error]y,line=1::z%250A::error::%2525%0Areport: ");
    }

    @Test
    void escapesWhatWouldEndAProperty() {
        assertThat(GitHubAnnotations.property("a,b:c%d\ne\rf")).isEqualTo("a%2Cb%3Ac%25d%0Ae%0Df");
        assertThat(GitHubAnnotations.data("a,b:c%d\ne\rf")).isEqualTo("a,b:c%25d%0Ae%0Df");
    }

    private void print(JsonSummary... rows) {
        new GitHubAnnotations(variables, printed::addAll, NanoClock.SYSTEM, checkout).print(output, List.of(rows));
    }

    private JsonSummary row(ReportBuilder reports, String method) throws IOException {
        Scenario test = new Scenario("com.acme.RagLatencyTest", method, Map.of("users", 20), "users=20");
        new FilesPublisher().write(reports.into(output).of(test).build());
        return JsonSummary.read(ResultFiles.forScenario(output, test).result());
    }
}
