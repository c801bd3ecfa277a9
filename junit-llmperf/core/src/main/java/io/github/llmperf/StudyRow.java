package io.github.llmperf;

import io.github.llmperf.report.matrix.Figure;
import io.github.llmperf.report.matrix.MatrixRow;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * One row of a study: its settings, what was published, and what was measured.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class StudyRow {

    private final MatrixRow row;
    private final Function<Figure, OptionalDouble> measured;

    /**
     * Made by the extension.
     *
     * @param row of the file
     * @param measured the values that were measured for it
     */
    @API(status = Status.INTERNAL, since = "0.1")
    public StudyRow(MatrixRow row, Function<Figure, OptionalDouble> measured) {
        this.row = row;
        this.measured = measured;
    }

    /**
     * Returns the settings that the file gives this row.
     *
     * @return text by name of the column
     */
    public Map<String, String> settings() {
        return row.axes();
    }

    /**
     * Returns whether the row was run in this build, and its run could be judged.
     *
     * @return false where it was filtered out, skipped, INVALID or an ERROR
     */
    public boolean wasRun() {
        return row.isJudged();
    }

    /**
     * Returns a number of the file.
     *
     * @param figure name of its column, without unit and closeness
     * @return the number in the figure's own unit, such as ms
     * @throws IllegalArgumentException if the file has none there
     */
    public double published(String figure) {
        return row.value(Figure.of(figure))
                .published()
                .orElseThrow(() -> new IllegalArgumentException(
                        "study must have published " + figure + " of \"" + row.label() + "\", but has not"));
    }

    /**
     * Returns what was measured, by the clock of the study.
     *
     * @param figure any measure or count, whether it was published or not
     * @return the value in the figure's own unit; not a number where the row was not run or has no such samples
     * @throws IllegalArgumentException if there is no such figure
     */
    public double measured(String figure) {
        return measured.apply(Figure.of(figure)).orElse(Double.NaN);
    }

    @Override
    public String toString() {
        return row.label();
    }
}
