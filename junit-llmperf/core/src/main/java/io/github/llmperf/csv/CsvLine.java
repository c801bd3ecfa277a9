package io.github.llmperf.csv;

import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * One record of a comma-separated table.
 *
 * @param line line of the file in which it begins, from 1
 * @param fields its fields, without their quotes
 */
@API(status = Status.INTERNAL, since = "0.1")
public record CsvLine(int line, List<String> fields) {

    /** Copies the list. */
    public CsvLine {
        fields = List.copyOf(fields);
    }
}
