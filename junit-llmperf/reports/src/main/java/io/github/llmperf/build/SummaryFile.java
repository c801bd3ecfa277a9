package io.github.llmperf.build;

import io.github.llmperf.build.forge.GitLabCodeQuality;
import io.github.llmperf.build.history.HistoryFile;
import io.github.llmperf.build.matrix.MatrixFiles;
import io.github.llmperf.build.page.ClassNames;
import io.github.llmperf.build.page.IndexHtml;
import io.github.llmperf.build.page.MarkdownSummary;
import io.github.llmperf.build.page.Summary;
import io.github.llmperf.build.page.SummaryNotes;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.file.LockedFile;
import io.github.llmperf.file.WholeFile;
import io.github.llmperf.publish.BuildName;
import io.github.llmperf.publish.ResultFiles;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.json.NotRun;
import io.github.llmperf.report.text.VisibleText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * {@code summary.md} and {@code index.html}: all cells of a build, rebuilt each time from all {@code result.json} beneath the
 * output; beside them {@code history.html}, with what is stored of them.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class SummaryFile {

    private final Path output;
    private final NanoClock clock;
    private final GitLabCodeQuality codeQuality;
    private final Optional<String> build;

    /** Names the output. */
    public SummaryFile(Path output, NanoClock clock) {
        this(output, clock, GitLabCodeQuality.ofEnvironment());
    }

    public SummaryFile(Path output, NanoClock clock, GitLabCodeQuality codeQuality) {
        this(output, clock, codeQuality, BuildName.current());
    }

    public SummaryFile(Path output, NanoClock clock, GitLabCodeQuality codeQuality, Optional<String> build) {
        this.output = output;
        this.clock = clock;
        this.codeQuality = codeQuality;
        this.build = build;
    }

    /**
     * Returns the place of the summary.
     *
     * @return {@code summary.md} in the output
     */
    public Path path() {
        return output.resolve("summary.md");
    }

    /**
     * Returns the place of the page that leads to all reports.
     *
     * @return {@code index.html} in the output
     */
    public Path index() {
        return output.resolve("index.html");
    }

    /**
     * Writes the summary anew while other processes wait.
     *
     * @throws IOException if the output cannot be read or written, or another process keeps it for 30 s
     */
    public Summary rebuild() throws IOException {
        return rebuild(summary -> {});
    }

    /** Writes something more meanwhile, so that what the last process wrote is what it stays with. */
    Summary rebuild(Consumer<Summary> further) throws IOException {
        return LockedFile.hold(output.resolve(".summary.lock"), clock, lock -> {
            Summary summary = read();
            List<JsonSummary> run =
                    summary.rows().stream().filter(JsonSummary::hasReport).toList();
            Map<String, Path> matrices =
                    MatrixFiles.write(run.stream().map(JsonSummary::file).toList());
            HistoryFile.write(output, run, Path.of("").toAbsolutePath());
            WholeFile.write(
                    path(),
                    MarkdownSummary.render(summary.rows(), summary.damaged(), summary.aside(), matrices, output));
            codeQuality.write(output, summary.rows());
            IndexHtml.Pages pages = new IndexHtml.Pages(List.copyOf(matrices.values()), studies(run), history());
            WholeFile.write(
                    index(), IndexHtml.render(summary.rows(), summary.damaged(), summary.aside(), pages, output));
            further.accept(summary);
            return summary;
        });
    }

    private List<Path> studies(List<JsonSummary> rows) {
        return rows.stream()
                .map(row -> row.file()
                        .resolve("../../../" + MatrixFiles.STUDY + ".html")
                        .normalize())
                .distinct()
                .filter(Files::isRegularFile)
                .toList();
    }

    private Optional<Path> history() {
        return Optional.of(output.resolve("history.html")).filter(Files::isRegularFile);
    }

    private Summary read() throws IOException {
        List<String> damaged = new ArrayList<>();
        List<JsonSummary> results = read(ResultFiles.RESULT, JsonSummary::read, damaged);
        List<NotRun> missed = read(NotRun.FILE, NotRun::read, damaged).stream()
                .filter(test -> isOfThis(test.build()))
                .toList();
        Map<Boolean, List<JsonSummary>> ours = results.stream()
                .collect(Collectors.partitioningBy(row -> isOfThis(row.build()) && !isReplaced(row, missed)));
        List<JsonSummary> rows = new ArrayList<>(ours.getOrDefault(true, List.of()));
        NotRunFiles files = new NotRunFiles(output);
        missed.stream()
                .filter(test -> !test.skipped())
                .map(test -> JsonSummary.of(test, files.place(test)))
                .forEach(rows::add);
        List<JsonSummary> toldApart = new ArrayList<>(ClassNames.toldApart(rows));
        toldApart.sort(JsonSummary.WORST_FIRST);
        return new Summary(
                toldApart,
                damaged,
                new SummaryNotes(
                        missed.stream().filter(NotRun::skipped).toList(), ours.getOrDefault(false, List.of())));
    }

    /** Where one of both cannot be told, they are taken for the same: nothing that failed is left out. */
    private boolean isOfThis(Optional<String> other) {
        return build.isEmpty() || other.isEmpty() || build.equals(other);
    }

    private boolean isReplaced(JsonSummary row, List<NotRun> missed) {
        NotRunFiles files = new NotRunFiles(output);
        return missed.stream().anyMatch(test -> files.replaces(test, row));
    }

    /** Reads one kind of file. */
    @FunctionalInterface
    private interface Reading<T> {
        T read(Path file) throws IOException;
    }

    private <T> List<T> read(String name, Reading<T> reading, List<String> damaged) throws IOException {
        List<T> all = new ArrayList<>();
        for (Path file : WrittenFiles.named(name, output)) {
            try {
                all.add(reading.read(file));
            } catch (IOException | RuntimeException e) {
                damaged.add(file + ": " + VisibleText.text(String.valueOf(e.getMessage()), 200)
                        + "; delete it or run its test again");
            }
        }
        return all;
    }
}
