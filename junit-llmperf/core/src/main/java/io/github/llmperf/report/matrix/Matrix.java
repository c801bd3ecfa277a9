package io.github.llmperf.report.matrix;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Runs side by side.
 *
 * @param title of the page
 * @param origin where it comes from: the test, and for a study the file
 * @param rows the runs, in the order they are told in
 * @param figures the columns, in their order
 * @param conclusions what a study says, and whether it is so; empty for a matrix that reproduces none
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Matrix(
        String title, String origin, List<MatrixRow> rows, List<Figure> figures, List<Conclusion> conclusions) {

    /** Copies the lists. */
    public Matrix {
        rows = List.copyOf(rows);
        figures = List.copyOf(figures);
        conclusions = List.copyOf(conclusions);
    }

    /**
     * A statement of a study.
     *
     * @param sentence as it would stand in the study
     * @param holds whether the runs say so too
     * @param because the numbers that decide
     */
    public record Conclusion(String sentence, boolean holds, String because) {}

    /**
     * Returns what tells the rows apart.
     *
     * @return names of the axes of which rows have different values, in the order in which they come up
     */
    public List<String> axes() {
        Set<String> names = new LinkedHashSet<>();
        rows.forEach(row -> names.addAll(row.axes().keySet()));
        List<String> varying = new ArrayList<>(names);
        varying.removeIf(name -> values(name).size() < 2);
        return varying;
    }

    /**
     * Returns the values of an axis.
     *
     * @return each once, in the order in which they come up; empty text for rows that have none
     */
    public List<String> values(String axis) {
        return rows.stream()
                .map(row -> row.axes().getOrDefault(axis, ""))
                .distinct()
                .toList();
    }

    /**
     * Returns whether a study's numbers stand beside the measured ones.
     *
     * @return true where one is published at least
     */
    public boolean isStudy() {
        return rows.stream().flatMap(row -> row.values().values().stream()).anyMatch(value -> value.published()
                .isPresent());
    }

    /**
     * Counts published numbers.
     *
     * @return all of them, of rows that were run and could be judged
     */
    public long compared() {
        return figuresOfStudy(true) + figuresOfStudy(false);
    }

    /** Counts published numbers that the measured ones reproduce within tolerance. */
    public long inside() {
        return figuresOfStudy(true);
    }

    private long figuresOfStudy(boolean inside) {
        return rows.stream()
                .filter(MatrixRow::isJudged)
                .flatMap(row -> row.values().values().stream())
                .filter(value -> value.published().isPresent() && value.inside() == inside)
                .count();
    }
}
