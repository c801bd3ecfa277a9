package io.github.llmperf.prompt;

import io.github.llmperf.file.TextFile;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** How prompts are written down in a file, told by its ending. */
enum PromptFormat {
    TXT,
    MD,
    JSONL,
    JSON,
    CSV;

    /** File name ending, with its dot. */
    String ending() {
        return "." + name().toLowerCase(Locale.ROOT);
    }

    PromptEntries read(TextFile file) {
        return switch (this) {
            case TXT -> TextPrompts.ofLinesOrBlocks(file);
            case MD -> TextPrompts.ofDocumentOrBlocks(file);
            case JSONL -> JsonPrompts.ofLines(file);
            case JSON -> JsonPrompts.ofArray(file);
            case CSV -> CsvPrompts.ofRows(file);
        };
    }

    static Optional<PromptFormat> of(String fileName) {
        String lowerCase = fileName.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(format -> lowerCase.endsWith(format.ending()))
                .findFirst();
    }

    /** All endings, for messages. */
    static String endings() {
        return Arrays.stream(values()).map(PromptFormat::ending).collect(Collectors.joining(", "));
    }
}
