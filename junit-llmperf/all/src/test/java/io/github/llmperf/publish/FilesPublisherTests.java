package io.github.llmperf.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.build.SummaryFile;
import io.github.llmperf.build.forge.GitLabCodeQuality;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.json.TestOutcome;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.verdict.Findings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesPublisherTests {

    @TempDir
    Path output;

    @Test
    void writesAllFilesOfACellAndNothingElse() throws IOException {
        new FilesPublisher().write(Reports.regression().into(output).build());

        assertThat(written())
                .containsExactly(
                        "com.acme.RagLatencyTest/staysResponsive/users=20/baseline.jsonl",
                        "com.acme.RagLatencyTest/staysResponsive/users=20/latency.hlog",
                        "com.acme.RagLatencyTest/staysResponsive/users=20/latency.svg",
                        "com.acme.RagLatencyTest/staysResponsive/users=20/metrics.csv",
                        "com.acme.RagLatencyTest/staysResponsive/users=20/report.html",
                        "com.acme.RagLatencyTest/staysResponsive/users=20/result.json",
                        "com.acme.RagLatencyTest/staysResponsive/users=20/timeline.svg");
    }

    @Test
    void takesBackWhatAnEarlierRunOfACellWrote() throws IOException {
        Report report = Reports.passed().into(output).withFullRecords().build();
        new FilesPublisher().write(report);

        assertThat(FilesPublisher.retract(report.plan())).isEmpty();
        assertThat(FilesPublisher.retract(report.plan())).isEmpty();

        assertThat(written()).isEmpty();
    }

    @Test
    void saysWhatCannotBeTakenBack() throws IOException {
        Report report = Reports.passed().into(output).build();
        Files.createDirectories(files(report).html().resolve("a directory in its place"));

        assertThat(FilesPublisher.retract(report.plan()))
                .singleElement()
                .asString()
                .startsWith("result of an earlier run could not be deleted: ")
                .contains("report.html");
    }

    @Test
    void offersNoBaselineLineOfARunThatCannotBeJudged() throws IOException {
        new FilesPublisher().write(Reports.regression().into(output).build());
        new FilesPublisher().write(Reports.invalid().into(output).build());

        assertThat(written()).noneMatch(name -> name.endsWith("baseline.jsonl"));
    }

    @Test
    void leavesTheFullRecordsThatTheRunWrote() throws IOException {
        Report report = Reports.passed().into(output).withFullRecords().build();
        writeRecords(report);
        byte[] before = Files.readAllBytes(files(report).requests());

        new FilesPublisher().write(report);

        assertThat(files(report).requests()).hasBinaryContent(before);
    }

    @Test
    void removesRecordsOfAnEarlierRun() throws IOException {
        Report earlier = Reports.passed().into(output).withFullRecords().build();
        writeRecords(earlier);
        Files.writeString(files(earlier).unfinishedRequests(), "of a run that crashed");
        Report later = Reports.passed().into(output).build();

        new FilesPublisher().write(later);

        assertThat(files(later).requests()).doesNotExist();
        assertThat(files(later).unfinishedRequests()).doesNotExist();
        assertThat(files(later).requestsCsv()).doesNotExist();
    }

    @Test
    void writesTheNumbersOfEachRequestOnlyWithFullRecords() throws IOException {
        Report full = Reports.passed().into(output).withFullRecords().build();
        new FilesPublisher().write(full);
        assertThat(files(full).requestsCsv())
                .content()
                .startsWith("index,user,phase,")
                .hasLineCount(445);

        new FilesPublisher().write(Reports.passed().into(output).build());

        assertThat(files(full).requestsCsv()).doesNotExist();
    }

    @Test
    void removesTheHistogramsOfAnEarlierRunWhereThereAreNone() throws IOException {
        new FilesPublisher().write(Reports.passed().into(output).build());
        Report error = Reports.nothingMeasured().into(output).build();

        new FilesPublisher().write(error);

        assertThat(files(error).histograms()).doesNotExist();
        assertThat(files(error).metrics()).content().contains("outputTokenRate,tokens/s,higher,,,,,,,,,,,,,0\n");
    }

    @Test
    void writesHistogramsWithThePercentilesOfTheResult() throws IOException {
        Report report = Reports.regression().into(output).build();
        new FilesPublisher().write(report);
        JsonNode ttft = new ObjectMapper()
                .readTree(Files.readString(files(report).result()))
                .at("/metrics/ttft");

        try (HistogramLogReader log =
                new HistogramLogReader(files(report).histograms().toFile())) {
            Histogram samples = (Histogram) log.nextIntervalHistogram();
            assertThat(samples.getTag()).isEqualTo("ttft");
            for (Histogram next = (Histogram) log.nextIntervalHistogram();
                    next != null;
                    next = (Histogram) log.nextIntervalHistogram()) {
                if ("ttft".equals(next.getTag())) {
                    samples.add(next);
                }
            }
            assertThat(samples.getTotalCount()).isEqualTo(ttft.get("n").longValue());
            for (int percentile : new int[] {50, 75, 90, 95, 99}) {
                double told = ttft.get("p" + percentile).doubleValue();
                assertThat(samples.getValueAtPercentile(percentile) / 1000.).isEqualTo(told, within(told / 500));
            }
        }
    }

    @Test
    void replacesResultsOfAnEarlierRun() throws IOException {
        new FilesPublisher().write(Reports.passed().into(output).build());
        Report later = Reports.violated().into(output).build();

        new FilesPublisher().write(later);

        assertThat(files(later).result()).content().contains("\"verdict\" : \"SLA_VIOLATED\"");
        assertThat(written()).hasSize(6);
    }

    @Test
    void writesThePlantedKeyNowhere() throws IOException {
        String hostile = "bad key " + Reports.PLANTED_KEY;
        Report report = Reports.regression()
                .into(output)
                .failingWith(hostile)
                .answering(hostile)
                .withFullRecords()
                .withFindings(List.of(
                        Findings.comparison("ttft.p50", Verdict.REGRESSION, 658, 812, .234, .151, .324)
                                .acceptedFor(hostile),
                        Findings.note(hostile)))
                .build();

        writeRecords(report);
        new FilesPublisher().write(report);
        FilesPublisher.complete(report, new TestOutcome(TestOutcome.End.FAILED, hostile));
        Map<String, String> onGitLab = Map.of("GITLAB_CI", "true");
        new SummaryFile(output, io.github.llmperf.clock.NanoClock.SYSTEM, new GitLabCodeQuality(onGitLab, output))
                .rebuild();

        try (Stream<Path> files = Files.walk(output)) {
            assertThat(files.filter(Files::isRegularFile)
                            .filter(file -> !file.toString().endsWith(".gz")))
                    .hasSize(12)
                    .allSatisfy(file -> assertThat(file).content().doesNotContain(Reports.PLANTED_KEY));
        }
        assertThat(unzipped(files(report).requests())).contains("bad key ***").doesNotContain(Reports.PLANTED_KEY);
    }

    @Test
    void saysWhichPlaceCannotBeWrittenAndGoesOn() throws IOException {
        Path blocked = Files.writeString(output.resolve("blocked"), "a file where a directory is needed");
        Report report = Reports.passed().into(blocked).build();
        StringBuilder reached = new StringBuilder();

        List<String> problems = Publishers.publishAll(
                new JudgedRun(report, false),
                List.of(
                        new FilesPublisher(),
                        told -> {
                            throw new IllegalStateException("no\nway " + Reports.PLANTED_KEY);
                        },
                        told -> reached.append(told.verdict())));

        assertThat(problems).hasSize(2);
        assertThat(problems.get(0))
                .startsWith("report is incomplete, the verdict stands: FilesPublisher failed with java.nio.file.")
                .contains(blocked.toString())
                .endsWith("; results lie under llmperf.output = " + blocked);
        assertThat(problems.get(1)).contains("java.lang.IllegalStateException: no\\nway ***");
        assertThat(reached).hasToString("PASS");
    }

    @Test
    void saysNothingWhenAllGoesWell() {
        assertThat(Publishers.publishAll(
                        new JudgedRun(Reports.passed().into(output).build(), false), List.of(new FilesPublisher())))
                .isEmpty();
    }

    private static void writeRecords(Report report) {
        try (RequestSink sink = RequestSink.of(report.plan(), problem -> {
            throw new AssertionError(problem);
        })) {
            sink.started(report.run().times().started());
            report.run().records().forEach(sink::ended);
        }
    }

    private static ResultFiles files(Report report) {
        return ResultFiles.forScenario(
                report.plan().output().directory(), report.plan().scenario());
    }

    private List<String> written() throws IOException {
        try (Stream<Path> files = Files.walk(output)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> output.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private static String unzipped(Path file) throws IOException {
        try (GZIPInputStream source = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(source.readAllBytes(), UTF_8);
        }
    }
}
