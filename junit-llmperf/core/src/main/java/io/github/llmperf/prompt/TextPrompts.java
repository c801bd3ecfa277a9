package io.github.llmperf.prompt;

import java.util.ArrayList;
import java.util.List;

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

    static PromptEntries ofLinesOrBlocks(PromptFile file) {
        List<String> lines = file.text().lines().toList();
        return entries(hasSeparator(lines) ? blocks(lines) : lines);
    }

    static PromptEntries ofDocumentOrBlocks(PromptFile file) {
        return entries(blocks(file.text().lines().toList()));
    }

    private static boolean hasSeparator(List<String> lines) {
        return lines.stream().anyMatch(TextPrompts::isSeparator);
    }

    static boolean isSeparator(String line) {
        return line.strip().equals(SEPARATOR);
    }

    private static List<String> blocks(List<String> lines) {
        List<String> blocks = new ArrayList<>();
        StringBuilder block = new StringBuilder();
        for (String line : lines) {
            if (isSeparator(line)) {
                blocks.add(block.toString());
                block.setLength(0);
            } else {
                block.append(line).append('\n');
            }
        }
        blocks.add(block.toString());
        return blocks;
    }

    private static PromptEntries entries(List<String> texts) {
        PromptEntries entries = new PromptEntries();
        texts.stream()
                .filter(text -> !text.isBlank())
                .map(String::strip)
                .map(Prompt::of)
                .forEach(entries::add);
        return entries;
    }
}
