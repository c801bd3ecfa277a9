package io.github.llmperf.report.matrix;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * One run of a matrix.
 *
 * @param label names it on axes
 * @param axes what tells it from the others: attributes of the load and labels of the target
 * @param values what was measured, and where a study is reproduced, what it published
 * @param note why the row is listed but not drawn; empty where it is
 * @param verdict what the run came to, in words; empty where it was not run
 * @param link address of its report, relative to the table's; empty for none
 */
@API(status = Status.INTERNAL, since = "0.1")
public record MatrixRow(
        String label, Map<String, String> axes, Map<Figure, Value> values, String note, String verdict, String link) {

    /** Keeps the order of the maps. */
    public MatrixRow {
        axes = Collections.unmodifiableMap(new LinkedHashMap<>(axes));
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /**
     * A figure of the run.
     *
     * @param published what a study says; empty for nothing
     * @param measured what was measured; empty for nothing
     * @param inside whether the two are near enough; true where nothing was published
     */
    public record Value(OptionalDouble published, OptionalDouble measured, boolean inside) {

        /** Neither published nor measured. */
        public static final Value NONE = new Value(OptionalDouble.empty(), OptionalDouble.empty(), true);

        /** Returns a value that nothing is known of but itself. */
        public static Value measured(OptionalDouble measured) {
            return new Value(OptionalDouble.empty(), measured, true);
        }

        /**
         * Compares a measured with a published value. A missing measured value is outside the tolerance.
         *
         * @param closeness how near it must come
         */
        public static Value compared(OptionalDouble published, OptionalDouble measured, StudyTolerance closeness) {
            boolean inside = published.isEmpty()
                    || (measured.isPresent() && closeness.holds(published.getAsDouble(), measured.getAsDouble()));
            return new Value(published, measured, inside);
        }

        /**
         * Returns by how much the measured value differs.
         *
         * @return part of the published one; empty where one of them is missing or nothing was published but zero
         */
        public OptionalDouble change() {
            return published.isPresent() && measured.isPresent() && published.getAsDouble() != 0
                    ? OptionalDouble.of(measured.getAsDouble() / published.getAsDouble() - 1)
                    : OptionalDouble.empty();
        }
    }

    /**
     * Returns a figure of the run.
     *
     * @return its value; {@link Value#NONE} where there is none
     */
    public Value value(Figure figure) {
        return values.getOrDefault(figure, Value.NONE);
    }

    /**
     * Returns whether the run has results.
     *
     * @return false where it was not run, or could not be judged
     */
    public boolean isJudged() {
        return !verdict.isEmpty() && !verdict.equals("INVALID") && !verdict.equals("ERROR");
    }

    /**
     * Returns whether charts show the row and comparisons count it.
     *
     * @return false where it was not measured, or {@link #whyNotDrawn()} says why not
     */
    public boolean isDrawn(Figure figure) {
        return whyNotDrawn().isEmpty() && value(figure).measured().isPresent();
    }

    /**
     * Says why charts and comparisons leave the row out.
     *
     * @return its note, or that numbers of a run which cannot be judged do not count; empty where it is drawn or was not
     *     run
     */
    public String whyNotDrawn() {
        return note.isEmpty() && !isJudged() && !verdict.isEmpty() ? "what is " + verdict + " does not count" : note;
    }
}
