package io.github.llmperf.report.matrix;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A published table: runs with their settings and their numbers.
 *
 * @param source what messages call the file
 * @param published columns of numbers, with how near a run must come to them
 * @param rows in the order of the file
 */
@API(status = Status.INTERNAL, since = "0.1")
public record StudyTable(String source, Map<Figure, StudyTolerance> published, List<Row> rows) {

    /** Keeps the order of the columns. */
    public StudyTable {
        published = Collections.unmodifiableMap(new LinkedHashMap<>(published));
        rows = List.copyOf(rows);
    }

    /**
     * One run.
     *
     * @param line line of the file, from 1
     * @param settings attributes of the load and the name of the target, as written
     * @param values published numbers, each in its figure's own unit
     * @param label names the run on axes; empty to name it by its settings
     * @param note why it is listed but not drawn; empty where it is
     */
    public record Row(int line, Map<String, String> settings, Map<Figure, Double> values, String label, String note) {

        /** Keeps the order of the columns. */
        public Row {
            settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }

        /**
         * Returns a published number.
         *
         * @return the number in the figure's unit; empty where the table has none
         */
        public OptionalDouble value(Figure figure) {
            Double value = values.get(figure);
            return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
        }
    }
}
