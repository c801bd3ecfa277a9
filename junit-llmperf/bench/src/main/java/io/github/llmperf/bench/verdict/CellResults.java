package io.github.llmperf.bench.verdict;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;

/**
 * Keeps results of cells, so that an interrupted benchmark goes on where it was.
 *
 * @param directory one file for each cell
 */
record CellResults(Path directory) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Returns what was found before, if the cell was defined as it is now. */
    Optional<CellResult> find(BenchCell cell) throws IOException {
        Path file = file(cell);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        return Optional.of(JSON.readValue(file.toFile(), CellResult.class))
                .filter(result -> result.cell().equals(cell));
    }

    /** Writes it whole or not at all. */
    void keep(CellResult result) throws IOException {
        Files.createDirectories(directory);
        Path part = directory.resolve("part");
        JSON.writeValue(part.toFile(), result);
        Files.move(part, file(result.cell()), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Has a cell run again, since what it is made of is another. */
    void forget(BenchCell cell) throws IOException {
        Files.deleteIfExists(file(cell));
    }

    private Path file(BenchCell cell) {
        return directory.resolve(cell.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-") + ".json");
    }
}
