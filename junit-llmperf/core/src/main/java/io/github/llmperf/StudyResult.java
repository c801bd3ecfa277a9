package io.github.llmperf;

import io.github.llmperf.report.matrix.Figure;
import io.github.llmperf.report.matrix.Matrix;
import io.github.llmperf.report.matrix.Matrix.Conclusion;
import io.github.llmperf.report.matrix.MatrixRow;
import io.github.llmperf.report.matrix.StudyTexts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What the runs of an {@link LlmStudy} came to, beside what was published. A method with {@code @AfterAll} takes it as its
 * parameter, draws its conclusions, and asserts what it wants to hold.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class StudyResult {

    private final Matrix table;
    private final List<StudyRow> rows;
    private final List<Conclusion> conclusions = Collections.synchronizedList(new ArrayList<>());

    /**
     * Made by the extension.
     *
     * @param table published values beside measured ones
     * @param rows one for each line of the file
     */
    @API(status = Status.INTERNAL, since = "0.1")
    public StudyResult(Matrix table, List<StudyRow> rows) {
        this.table = table;
        this.rows = List.copyOf(rows);
    }

    /**
     * Returns all rows of the file.
     *
     * @return in its order
     */
    public List<StudyRow> rows() {
        return rows;
    }

    /**
     * Returns rows with certain settings.
     *
     * @param settings such as {@code "users=20"}, all of which must hold
     * @return in the order of the file; empty where none has them
     * @throws IllegalArgumentException if a setting is not written with {@code =}
     */
    public List<StudyRow> rows(String... settings) {
        return rows.stream().filter(row -> hasAll(row, settings)).toList();
    }

    /**
     * Returns the row with certain settings.
     *
     * @param settings such as {@code "users=20"}, all of which must hold
     * @return the only such row
     * @throws IllegalArgumentException if there is none, or more than one, or a setting is not written with {@code =}
     */
    public StudyRow row(String... settings) {
        List<StudyRow> found = rows(settings);
        if (found.size() != 1) {
            throw new IllegalArgumentException("settings must be those of one row, but " + String.join(", ", settings)
                    + " are those of " + (found.isEmpty() ? "none" : found.toString()));
        }
        return found.get(0);
    }

    private static boolean hasAll(StudyRow row, String... settings) {
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "setting must be written as in \"users=20\", but is \"" + setting + "\"");
            }
            String value = row.settings().getOrDefault(setting.substring(0, equals), "");
            if (!value.equals(setting.substring(equals + 1))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns how many of the published numbers are reproduced within their bounds.
     *
     * @return part of those of the rows that were run, 0 to 1; not a number where none was run
     */
    public double insideShare() {
        return table.compared() == 0 ? Double.NaN : table.inside() / (double) table.compared();
    }

    /**
     * Returns whether each row was run.
     *
     * @return false where one was filtered out, skipped, INVALID or an ERROR
     */
    public boolean isComplete() {
        return rows.stream().allMatch(StudyRow::wasRun);
    }

    /**
     * Returns the published numbers that are not reproduced.
     *
     * @return of the rows that were run, each as {@code <row>: <figure> <measured>, published <published>}
     */
    public List<String> outside() {
        List<String> outside = new ArrayList<>();
        for (MatrixRow row : table.rows()) {
            if (row.isJudged()) {
                row.values().forEach((figure, value) -> {
                    if (!value.inside()) {
                        outside.add(row.label() + ": " + told(figure, value));
                    }
                });
            }
        }
        return outside;
    }

    private static String told(Figure figure, MatrixRow.Value value) {
        return figure + " " + StudyTexts.number(value.measured()) + ", published "
                + StudyTexts.number(value.published()) + " " + figure.unit();
    }

    /**
     * Adds a conclusion to the report, told as true or false.
     *
     * @param sentence as it would stand in the study
     * @param holds whether the runs say so
     * @param because the numbers that decide; empty for none
     * @return what was passed in, to be asserted
     */
    public boolean conclude(String sentence, boolean holds, String because) {
        conclusions.add(new Conclusion(
                Objects.requireNonNull(sentence, "sentence"), holds, Objects.requireNonNull(because, "because")));
        return holds;
    }

    Matrix report() {
        synchronized (conclusions) {
            return new Matrix(table.title(), table.origin(), table.rows(), table.figures(), conclusions);
        }
    }
}
