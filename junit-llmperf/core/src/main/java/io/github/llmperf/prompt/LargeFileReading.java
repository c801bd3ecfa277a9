package io.github.llmperf.prompt;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/**
 * Looks through a large file once: every entry is checked and counted, and only where it begins is kept. What makes a
 * prompt of an entry is the same as for small files, and so is the hash of all.
 */
final class LargeFileReading {

    private static final int LONGEST_ENTRY = 64 << 20;

    private final LargeFile file;
    private final PromptIndex index = new PromptIndex();

    private LargeFileReading(LargeFile file) {
        this.file = file;
    }

    /** A file looked through, and how an entry of it is read again. */
    record Found(LargeFile file, PromptIndex index, StreamedPrompts.Entry entry) {

        PromptSet toSet(String name) {
            if (index.size() == 0) {
                String found = index.skipped() == 0
                        ? "is empty"
                        : "none of its " + index.skipped() + " conversations has a human turn";
                throw file.file()
                        .error("must hold at least one prompt, but " + found + "; add one or name another prompt set");
            }
            return new PromptSet(name, new StreamedPrompts(file, index, entry), index.contentHash(), index.skipped());
        }
    }

    /**
     * Looks through a file.
     *
     * @throws IllegalArgumentException if it cannot be read, or has a malformed entry; the message names line or index
     */
    public static Found of(LargeFile file, PromptFormat format) {
        LargeFileReading reading = new LargeFileReading(file);
        try {
            StreamedPrompts.Entry entry = reading.entries(format);
            reading.index.end(file.size());
            return new Found(file, reading.index, entry);
        } catch (IOException e) {
            throw LargeFile.unreadable(file.file(), e);
        }
    }

    private StreamedPrompts.Entry entries(PromptFormat format) throws IOException {
        return switch (format) {
            case JSONL -> jsonLines();
            case JSON -> jsonArray();
            case CSV -> rows();
            case TXT -> hasSeparator() ? blocks() : lines();
            case MD -> blocks();
        };
    }

    private StreamedPrompts.Entry jsonLines() throws IOException {
        try (LineScanner lines = scan()) {
            while (lines.advance()) {
                String line = lines.text();
                if (!line.isBlank()) {
                    JsonEntry entry = new JsonEntry(file.file(), "line " + lines.number());
                    index.add(lines.begin(), entry.prompt(JsonPrompts.parse(file.file(), line, lines.number())));
                }
            }
        }
        return part -> {
            String line = part.lines().findFirst().orElse("");
            return again(new JsonEntry(file.file(), "an entry").prompt(JsonPrompts.parse(file.file(), line, 0)));
        };
    }

    private StreamedPrompts.Entry jsonArray() throws IOException {
        try (InputStream in = file.open();
                JsonParser parser = ExactJson.MAPPER.createParser(in)) {
            JsonPrompts.array(file.file(), parser, index::add);
        }
        return part -> {
            try (JsonParser parser = ExactJson.MAPPER.createParser(part)) {
                return again(new JsonEntry(file.file(), "an entry").prompt(ExactJson.MAPPER.readTree(parser)));
            } catch (IOException e) {
                throw file.changed(e);
            }
        };
    }

    private StreamedPrompts.Entry rows() throws IOException {
        CsvColumns columns;
        try (LineScanner lines = scan()) {
            Optional<Row> header = row(lines);
            if (header.isEmpty()) {
                return part -> again(Optional.empty());
            }
            columns = CsvColumns.of(file.file(), header.get().record(file.file()));
            for (Optional<Row> row = row(lines); row.isPresent(); row = row(lines)) {
                index.add(
                        row.get().begin(), Optional.of(columns.prompt(row.get().record(file.file()))));
            }
        }
        return part -> {
            List<CsvRecord> records = new CsvReader(new PromptFile(file.file().source(), part)).records();
            return again(records.stream().findFirst().map(columns::prompt));
        };
    }

    /** A record as it stands in the file: lines until every quote is closed. */
    private record Row(long begin, int line, String text) {

        CsvRecord record(PromptFile file) {
            return new CsvReader(new PromptFile(file.source(), text), line)
                    .records()
                    .get(0);
        }
    }

    private Optional<Row> row(LineScanner lines) throws IOException {
        StringBuilder text = new StringBuilder();
        long begin = 0;
        int number = 0;
        boolean open = false;
        while (lines.advance()) {
            String line = lines.text();
            if (text.isEmpty() && line.isBlank()) {
                continue;
            }
            begin = text.isEmpty() ? lines.begin() : begin;
            number = text.isEmpty() ? lines.number() : number;
            append(text, line, number);
            open ^= line.chars().filter(c -> c == '"').count() % 2 == 1;
            if (!open) {
                break;
            }
        }
        return text.isEmpty() ? Optional.empty() : Optional.of(new Row(begin, number, text.toString()));
    }

    private StreamedPrompts.Entry lines() throws IOException {
        try (LineScanner lines = scan()) {
            while (lines.advance()) {
                String line = lines.text();
                if (!line.isBlank()) {
                    index.add(lines.begin(), Optional.of(Prompt.of(line.strip())));
                }
            }
        }
        return part -> again(part.lines().findFirst().map(String::strip).map(Prompt::of));
    }

    private boolean hasSeparator() throws IOException {
        try (LineScanner lines = scan()) {
            while (lines.advance()) {
                if (TextPrompts.isSeparator(lines.text())) {
                    return true;
                }
            }
        }
        return false;
    }

    private StreamedPrompts.Entry blocks() throws IOException {
        try (LineScanner lines = scan()) {
            StringBuilder block = new StringBuilder();
            long begin = 0;
            int number = 1;
            while (lines.advance()) {
                String line = lines.text();
                if (TextPrompts.isSeparator(line)) {
                    addBlock(begin, block);
                    begin = lines.position();
                    number = lines.number() + 1;
                } else {
                    append(block, line, number);
                }
            }
            addBlock(begin, block);
        }
        return part ->
                again(TextPrompts.ofDocumentOrBlocks(new PromptFile(file.file().source(), part))
                        .first());
    }

    private void addBlock(long begin, StringBuilder block) {
        String text = block.toString().strip();
        block.setLength(0);
        if (!text.isEmpty()) {
            index.add(begin, Optional.of(Prompt.of(text)));
        }
    }

    private void append(StringBuilder entry, String line, int begin) {
        if (entry.length() + line.length() > LONGEST_ENTRY) {
            throw file.file()
                    .error("line " + begin + " must begin an entry of at most " + LONGEST_ENTRY
                            + " characters, but begins a longer one; separate prompts by lines of ---, or close a double"
                            + " quote");
        }
        entry.append(line).append('\n');
    }

    private LineScanner scan() throws IOException {
        return new LineScanner(file.file(), file.open());
    }

    private Prompt again(Optional<Prompt> prompt) {
        return prompt.orElseThrow(() -> file.changed(null));
    }
}
