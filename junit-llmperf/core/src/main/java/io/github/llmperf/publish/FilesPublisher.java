package io.github.llmperf.publish;

import io.github.llmperf.file.WholeFile;
import io.github.llmperf.measure.HistogramLog;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.report.csv.MetricsCsv;
import io.github.llmperf.report.csv.RequestsCsv;
import io.github.llmperf.report.csv.ServerCsv;
import io.github.llmperf.report.html.HtmlRenderer;
import io.github.llmperf.report.json.JsonRenderer;
import io.github.llmperf.report.json.TestOutcome;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.svg.SvgChart;
import io.github.llmperf.report.svg.TimelineSvg;
import io.github.llmperf.report.text.CalibrationRenderer;
import io.github.llmperf.report.text.VisibleText;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Writes the files of a cell, each whole or not at all. Full records were written while the run went on: see
 * {@link RequestSink}.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class FilesPublisher implements Publisher {

    /** Makes the publisher. */
    public FilesPublisher() {}

    @Override
    public void publish(JudgedRun run) throws IOException {
        write(run.report());
    }

    /** Writes the files of a run. */
    public void write(Report report) throws IOException {
        ResultFiles files = ResultFiles.forScenario(
                report.plan().output().directory(), report.plan().scenario());
        WholeFile.write(files.result(), new JsonRenderer(BuildName.current()).render(report));
        WholeFile.write(files.html(), new HtmlRenderer().render(report));
        WholeFile.write(files.latencyChart(), new SvgChart().render(report));
        WholeFile.write(files.timeline(), new TimelineSvg().render(report));
        write(files.serverMetrics(), new ServerCsv().render(report));
        WholeFile.write(files.metrics(), new MetricsCsv().render(report));
        write(files.histograms(), HistogramLog.of(report.measurement(), report.run()));
        write(files.candidate(), isComparable(report) ? report.asBaselineRun().line() + "\n" : "");
        write(files.earlier(), earlier(report));
        write(
                files.calibration(),
                report.series().calibration().isPresent() ? new CalibrationRenderer().render(report) : "");
        if (report.plan().output().fullRecords()) {
            WholeFile.write(files.requestsCsv(), target -> requests(report, target));
        } else {
            // Those of an earlier run would be taken for this one's.
            Files.deleteIfExists(files.requestsCsv());
            Files.deleteIfExists(files.requests());
            Files.deleteIfExists(files.unfinishedRequests());
        }
    }

    /**
     * Adds to the written result how its test ended, and to the report where the verdict does not tell it.
     *
     * @throws IOException if the result cannot be read or written
     */
    public static void complete(Report report, TestOutcome outcome) throws IOException {
        ResultFiles files = ResultFiles.forScenario(
                report.plan().output().directory(), report.plan().scenario());
        if (Files.isRegularFile(files.result())) {
            WholeFile.write(files.result(), outcome.in(Files.readString(files.result()), new SafeText(report)));
        }
        if (Files.isRegularFile(files.html()) && !outcome.message().isEmpty()) {
            WholeFile.write(files.html(), new HtmlRenderer(outcome).render(report));
        }
    }

    /**
     * Deletes what an earlier run of a load wrote, where this time it was not run.
     *
     * @param plan the load that was not run
     * @return a sentence for each file that is still there; empty when all went well
     */
    public static List<String> retract(LoadPlan plan) {
        return delete(ResultFiles.forScenario(plan.output().directory(), plan.scenario()));
    }

    private static List<String> delete(ResultFiles files) {
        List<String> problems = new ArrayList<>();
        for (Path file : List.of(
                files.result(),
                files.html(),
                files.latencyChart(),
                files.timeline(),
                files.serverMetrics(),
                files.metrics(),
                files.histograms(),
                files.requestsCsv(),
                files.candidate(),
                files.earlier(),
                files.calibration(),
                files.requests())) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                problems.add("result of an earlier run could not be deleted: " + VisibleText.text(e.toString()));
            }
        }
        return problems;
    }

    /**
     * Deletes what an earlier search wrote of its single loads: another one runs others.
     *
     * @return a sentence for each file that is still there; empty when all went well
     */
    public static List<String> retractParts(LoadPlan plan) {
        Path cell = ResultFiles.forScenario(plan.output().directory(), plan.scenario())
                .directory();
        if (!Files.isDirectory(cell)) {
            return List.of();
        }
        List<String> problems = new ArrayList<>();
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(cell, Files::isDirectory)) {
            for (Path part : parts) {
                problems.addAll(delete(new ResultFiles(part)));
                deleteEmpty(part);
            }
        } catch (IOException e) {
            problems.add("results of an earlier search could not be listed: " + VisibleText.text(e.toString()));
        }
        return problems;
    }

    private static void deleteEmpty(Path directory) throws IOException {
        try {
            Files.deleteIfExists(directory);
        } catch (DirectoryNotEmptyException e) {
            return; // somebody put something else there, which is theirs
        }
    }

    /** Returns the name of the directory of a load, as links from its cell need it. */
    public static String directoryOf(LoadPlan plan) {
        Path name = ResultFiles.forScenario(plan.output().directory(), plan.scenario())
                .directory()
                .getFileName();
        return String.valueOf(name);
    }

    /** Writes a file that not every run has; what an earlier run left would be taken for this one's. */
    private static void write(Path file, String text) throws IOException {
        if (text.isEmpty()) {
            Files.deleteIfExists(file);
        } else {
            WholeFile.write(file, text);
        }
    }

    private static void requests(Report report, OutputStream target) throws IOException {
        Writer text = new BufferedWriter(new OutputStreamWriter(target, StandardCharsets.UTF_8));
        new RequestsCsv(report).writeTo(text);
        text.flush();
    }

    private static String earlier(Report report) {
        return report.series().rerun().stream()
                .flatMap(rerun -> rerun.earlier().stream())
                .map(run -> run.line() + "\n")
                .collect(Collectors.joining());
    }

    private static boolean isComparable(Report report) {
        return report.mayBeStored() && report.plan().criteria().baseline().compares();
    }
}
