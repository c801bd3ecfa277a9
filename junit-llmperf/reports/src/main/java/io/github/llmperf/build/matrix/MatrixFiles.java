package io.github.llmperf.build.matrix;

import io.github.llmperf.build.page.ClassNames;
import io.github.llmperf.file.WholeFile;
import io.github.llmperf.publish.ReportLink;
import io.github.llmperf.report.matrix.CellResult;
import io.github.llmperf.report.matrix.Matrix;
import io.github.llmperf.report.matrix.Sweep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Writes runs side by side: {@code matrix.html} and {@code matrix.csv} beside the cells, {@code study.html} and {@code study.csv} beside the tests. */
@API(status = Status.INTERNAL, since = "0.1")
public final class MatrixFiles {

    /** A study tells its runs itself, by its own clock. */
    public static final String STUDY = "study";

    private static final String MATRIX = "matrix";

    /** Some file systems round times down to that. */
    private static final Duration COARSEST = Duration.ofSeconds(2);

    private MatrixFiles() {}

    /**
     * Writes a page for each test of several runs.
     *
     * @param results all {@code result.json} of a build, each beneath the directory of its test
     */
    public static Map<String, Path> write(List<Path> results) throws IOException {
        dropOldStudies(results);
        Map<Path, List<CellResult>> byTest = new LinkedHashMap<>();
        for (Path file : results) {
            Path directory = file.getParent() == null ? null : file.getParent().getParent();
            try {
                if (directory != null && Files.exists(directory.resolveSibling(STUDY + ".html"))) {
                    drop(directory, MATRIX);
                } else if (directory != null) {
                    byTest.computeIfAbsent(directory, any -> new ArrayList<>()).add(CellResult.read(file));
                }
            } catch (IOException | RuntimeException e) {
                // The summary names what cannot be read.
            }
        }
        Map<String, String> packages = ClassNames.packages(
                byTest.values().stream().map(cells -> cells.get(0).className()).toList());
        Map<String, Path> pages = new LinkedHashMap<>();
        for (Map.Entry<Path, List<CellResult>> test : byTest.entrySet()) {
            CellResult any = test.getValue().get(0);
            String name = packages.get(any.className()) + any.test();
            Matrix matrix = Sweep.of(name, test.getValue(), cell -> ReportLink.of(test.getKey(), cell))
                    .orElse(null);
            if (matrix == null) {
                drop(test.getKey(), MATRIX);
            } else {
                pages.put(name, write(test.getKey(), MATRIX, matrix));
            }
        }
        return pages;
    }

    /** A study is written when its runs have ended: one that is older than a run of its class is an earlier build's. */
    private static void dropOldStudies(List<Path> results) throws IOException {
        for (Path file : results) {
            Path directory = file.toAbsolutePath().resolve("../../..").normalize();
            Path study = directory.resolve(STUDY + ".html");
            if (Files.exists(study) && isOlder(study, file)) {
                drop(directory, STUDY);
            }
        }
    }

    private static boolean isOlder(Path study, Path result) throws IOException {
        try {
            Instant run = Instant.parse(CellResult.read(result).startedAt());
            return Files.getLastModifiedTime(study).toInstant().plus(COARSEST).isBefore(run);
        } catch (IOException | DateTimeParseException e) {
            return false; // the summary names what cannot be read
        }
    }

    private static void drop(Path directory, String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name + ".html"));
        Files.deleteIfExists(directory.resolve(name + ".csv"));
    }

    static Path write(Path directory, String name, Matrix matrix) throws IOException {
        WholeFile.write(directory.resolve(name + ".csv"), MatrixCsv.render(matrix));
        Path page = directory.resolve(name + ".html");
        WholeFile.write(page, MatrixHtml.render(matrix));
        return page;
    }
}
