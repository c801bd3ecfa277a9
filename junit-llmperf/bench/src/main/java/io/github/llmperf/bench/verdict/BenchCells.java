package io.github.llmperf.bench.verdict;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;

/** Reads the cells, which were fixed before any result was seen. */
final class BenchCells {

    private static final String FILE = "verdict-cells.json";

    private BenchCells() {}

    static List<BenchCell> read() throws IOException {
        try (InputStream in = Objects.requireNonNull(BenchCells.class.getResourceAsStream(FILE), FILE)) {
            return new ObjectMapper().readValue(in, new TypeReference<>() {});
        }
    }
}
