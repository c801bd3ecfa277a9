package io.github.llmperf.build.history;

import io.github.llmperf.baseline.BaselineHistory;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.file.WholeFile;
import io.github.llmperf.publish.ReportLink;
import io.github.llmperf.publish.ResultFiles;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.matrix.CellResult;
import io.github.llmperf.report.text.VisibleText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** {@code history.html}: all stored runs of all tests of a build, rebuilt together with the summary. */
@API(status = Status.INTERNAL, since = "0.1")
public final class HistoryFile {

    private static final String NAME = "history.html";

    private HistoryFile() {}

    /**
     * Writes the page, or takes an older one away where nothing is stored.
     *
     * @param workingDirectory where the build runs, which places of baselines are relative to
     * @throws IOException if the page cannot be written
     */
    public static void write(Path output, List<JsonSummary> rows, Path workingDirectory) throws IOException {
        List<HistoryCell> cells = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (JsonSummary row : rows) {
            try {
                read(output, row, workingDirectory).ifPresent(cells::add);
            } catch (IOException | RuntimeException e) {
                problems.add(row.test() + ": " + VisibleText.text(String.valueOf(e.getMessage()), 200));
            }
        }
        Path page = output.resolve(NAME);
        if (cells.isEmpty()) {
            Files.deleteIfExists(page);
        } else {
            WholeFile.write(page, HistoryHtml.render(cells, problems));
        }
    }

    private static Optional<HistoryCell> read(Path output, JsonSummary row, Path workingDirectory) throws IOException {
        CellResult result = CellResult.read(row.file());
        String file = HistoryCell.file(result);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        BaselineHistory stored = BaselineHistory.read(workingDirectory.resolve(file));
        return HistoryCell.of(row, result, ReportLink.of(output, result), stored, candidate(row.file()));
    }

    /** What recording this build's run would store; a run that may not be stored has no such file. */
    private static Optional<BaselineRun> candidate(Path result) throws IOException {
        try {
            return BaselineRun.parse(Files.readString(result.resolveSibling(ResultFiles.CANDIDATE))
                    .strip());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
