package io.github.llmperf.prompt;

import java.util.List;

/** Prompts as rows of a comma-separated table with a header. */
final class CsvPrompts {

    private CsvPrompts() {}

    static PromptEntries ofRows(PromptFile file) {
        PromptEntries entries = new PromptEntries();
        List<CsvRecord> records = new CsvReader(file).records();
        if (records.isEmpty()) {
            return entries;
        }
        CsvColumns columns = CsvColumns.of(file, records.get(0));
        records.stream().skip(1).map(columns::prompt).forEach(entries::add);
        return entries;
    }
}
