package io.github.llmperf.report.model;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.verdict.CapacityOutcome;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A search for the largest load, with the result of each amount of load.
 *
 * @param rows one for each amount that says something, ascending
 */
@API(status = Status.INTERNAL, since = "0.1")
public record CapacityRuns(CapacityOutcome outcome, List<Row> rows) {

    /**
     * All runs of one amount of load.
     *
     * @param amount users or requests per second
     * @param measurement what its runs amount to together
     * @param directories where the report of each run lies, from the search's own
     * @param runs what was sent, a run for each directory
     */
    public record Row(double amount, Measurement measurement, List<String> directories, List<LoadRun> runs) {

        /** Copies the lists. */
        public Row {
            directories = List.copyOf(directories);
            runs = List.copyOf(runs);
        }
    }

    /** Copies the list. */
    public CapacityRuns {
        rows = List.copyOf(rows);
    }
}
