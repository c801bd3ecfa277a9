package io.github.llmperf.publish;

import io.github.llmperf.load.NanoClock;
import io.github.llmperf.report.ClassNames;
import io.github.llmperf.report.IndexHtml;
import io.github.llmperf.report.JsonSummary;
import io.github.llmperf.report.MarkdownSummary;
import io.github.llmperf.report.Visible;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * {@code summary.md} and {@code index.html}: all cells of a build, rebuilt each time from all {@code result.json} beneath the
 * output; beside them {@code history.html}, with what is stored of them.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class SummaryFile {

    /** {@code <class>/<method>/<cell>/result.json}. */
    private static final int DEPTH = 4;

    private final Path output;
    private final NanoClock clock;
    private final GitLabCodeQuality codeQuality;

    /**
     * What a summary was built from.
     *
     * @param rows one per cell, worst first
     * @param damaged sentences on results that could not be read
     */
    public record Summary(List<JsonSummary> rows, List<String> damaged) {

        /** Copies the lists. */
        public Summary {
            rows = List.copyOf(rows);
            damaged = List.copyOf(damaged);
        }
    }

    /**
     * Names the output.
     *
     * @param output directory of all results
     * @param clock that waiting for other processes goes by
     */
    public SummaryFile(Path output, NanoClock clock) {
        this(output, clock, GitLabCodeQuality.ofEnvironment());
    }

    SummaryFile(Path output, NanoClock clock, GitLabCodeQuality codeQuality) {
        this.output = output;
        this.clock = clock;
        this.codeQuality = codeQuality;
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
     * @return what it tells
     * @throws IOException if the output cannot be read or written, or another process keeps it for 20 s
     */
    public Summary rebuild() throws IOException {
        return rebuild(summary -> {});
    }

    /** Writes something more meanwhile, so that what the last process wrote is what it stays with. */
    Summary rebuild(Consumer<Summary> further) throws IOException {
        return new FileLocking(clock).with(output.resolve(".summary.lock"), channel -> {
            Summary summary = read();
            Map<String, Path> matrices = MatrixFiles.write(
                    summary.rows().stream().map(JsonSummary::file).toList());
            HistoryFile.write(output, summary.rows(), Path.of("").toAbsolutePath());
            WholeFile.write(path(), MarkdownSummary.render(summary.rows(), summary.damaged(), matrices, output));
            codeQuality.write(output, summary.rows());
            IndexHtml.Pages pages =
                    new IndexHtml.Pages(List.copyOf(matrices.values()), studies(summary.rows()), history());
            WholeFile.write(index(), IndexHtml.render(summary.rows(), summary.damaged(), pages, output));
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
        List<JsonSummary> rows = new ArrayList<>();
        List<String> damaged = new ArrayList<>();
        for (Path file : results()) {
            try {
                rows.add(JsonSummary.read(file));
            } catch (IOException | RuntimeException e) {
                damaged.add(file + ": " + Visible.text(String.valueOf(e.getMessage()), 200)
                        + "; delete it or run its test again");
            }
        }
        List<JsonSummary> toldApart = new ArrayList<>(ClassNames.toldApart(rows));
        toldApart.sort(JsonSummary.WORST_FIRST);
        return new Summary(toldApart, damaged);
    }

    private List<Path> results() throws IOException {
        List<Path> results = new ArrayList<>();
        Files.walkFileTree(output, Set.of(), DEPTH, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.endsWith(ResultFiles.RESULT) && attributes.isRegularFile()) {
                    results.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                // Another process is writing its results: what was not finished a moment ago has its name by now.
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }
        });
        Collections.sort(results);
        return results;
    }
}
