package io.github.llmperf.prompt;

import java.util.List;

/**
 * One record of a comma-separated table.
 *
 * @param line line of the file in which it begins, from 1
 * @param fields its fields, without their quotes
 */
record CsvRecord(int line, List<String> fields) {

    CsvRecord {
        fields = List.copyOf(fields);
    }
}
