package io.github.llmperf.prompt;

import io.github.llmperf.csv.CsvLine;
import io.github.llmperf.csv.CsvReader;
import io.github.llmperf.file.TextFile;
import java.util.Optional;

/** Prompts as rows of a comma-separated table with a header. */
final class CsvPrompts {

    private CsvPrompts() {}

    static PromptEntries ofRows(TextFile file) {
        PromptEntries entries = new PromptEntries(file);
        return file.read(text -> {
            CsvReader table = new CsvReader(file, text);
            Optional<CsvLine> header = table.next();
            if (header.isPresent()) {
                CsvColumns columns = CsvColumns.of(file, header.get());
                for (Optional<CsvLine> row = table.next(); row.isPresent(); row = table.next()) {
                    entries.add(columns.prompt(row.get()));
                }
            }
            return entries;
        });
    }
}
