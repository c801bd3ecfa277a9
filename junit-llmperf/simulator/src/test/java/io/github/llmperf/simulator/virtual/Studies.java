package io.github.llmperf.simulator.virtual;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Published tables, and how near a figure comes to them. */
final class Studies {

    private static final Path FOLDER = Path.of("src/test/resources/studies");

    private Studies() {}

    /** Reads a table: a row is its columns by name. */
    static List<Map<String, String>> table(String name) {
        try {
            List<String[]> lines = Files.readAllLines(FOLDER.resolve(name)).stream()
                    .map(line -> line.split(","))
                    .toList();
            List<Map<String, String>> rows = new ArrayList<>();
            for (String[] line : lines.subList(1, lines.size())) {
                Map<String, String> row = new TreeMap<>();
                for (int i = 0; i < line.length; i++) {
                    row.put(lines.get(0)[i], line[i]);
                }
                rows.add(row);
            }
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the part of the cells that are inside their bounds, 0 to 1. */
    static double inside(Collection<Cell> cells) {
        return cells.stream().filter(Cell::isInside).count() / (double) cells.size();
    }

    /** Names the cells that are outside their bounds. */
    static List<String> outside(Collection<Cell> cells) {
        return cells.stream().filter(cell -> !cell.isInside()).map(Cell::name).toList();
    }

    /**
     * One published figure.
     *
     * @param row what of
     * @param figure its column
     * @param published what the study says
     * @param found what comes out here
     * @param bound how far it may be off, as a part of what is published
     * @param slack how far it may be off in any case
     */
    record Cell(String row, String figure, double published, double found, double bound, double slack) {

        boolean isInside() {
            return Math.abs(found - published) <= Math.max(bound * published, slack);
        }

        String name() {
            return row + " " + figure;
        }

        @Override
        public String toString() {
            return name() + ": " + found + " instead of " + published;
        }
    }
}
