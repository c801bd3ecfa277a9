package io.github.llmperf.prompt;

import io.github.llmperf.file.TextFile;
import java.io.BufferedReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Prompts as plain text.
 *
 * <p>A line that is {@code ---} separates one prompt from the next, so that prompts may have several lines. A
 * {@code .txt} file without such a line has one prompt a line; an {@code .md} file without one is a single prompt. Blank
 * space around a prompt and blocks with nothing in them do not count.
 */
final class TextPrompts {

    private static final String SEPARATOR = "---";

    private TextPrompts() {}

    static PromptEntries ofLinesOrBlocks(TextFile file) {
        return file.read(TextPrompts::hasSeparator) ? ofDocumentOrBlocks(file) : ofLines(file);
    }

    static PromptEntries ofDocumentOrBlocks(TextFile file) {
        PromptEntries entries = new PromptEntries(file);
        return file.read(text -> {
            StringBuilder block = new StringBuilder();
            for (@Nullable String line = text.readLine(); line != null; line = text.readLine()) {
                if (isSeparator(line)) {
                    add(entries, block.toString());
                    block.setLength(0);
                } else {
                    block.append(line).append('\n');
                }
            }
            add(entries, block.toString());
            return entries;
        });
    }

    private static PromptEntries ofLines(TextFile file) {
        PromptEntries entries = new PromptEntries(file);
        return file.read(text -> {
            for (@Nullable String line = text.readLine(); line != null; line = text.readLine()) {
                add(entries, line);
            }
            return entries;
        });
    }

    private static boolean hasSeparator(BufferedReader text) throws IOException {
        for (@Nullable String line = text.readLine(); line != null; line = text.readLine()) {
            if (isSeparator(line)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSeparator(String line) {
        return line.strip().equals(SEPARATOR);
    }

    private static void add(PromptEntries entries, String text) {
        if (!text.isBlank()) {
            entries.add(Prompt.of(text.strip()));
        }
    }
}
