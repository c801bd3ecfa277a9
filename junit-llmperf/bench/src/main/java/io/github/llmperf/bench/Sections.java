package io.github.llmperf.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A page whose sections are replaced one by one, so that each Java has its own and what people wrote stays.
 *
 * @param file which must be there
 */
public record Sections(Path file) {

    /**
     * Puts a section at the end, or in the place of the one of the same title.
     *
     * @param title such as {@code ## Java 17}, with which no other title may begin
     * @param text below it
     * @throws IOException if the file cannot be read or written
     */
    public void put(String title, String text) throws IOException {
        String section = title + "\n" + text.stripTrailing();
        List<String> parts = new ArrayList<>();
        boolean put = false;
        for (String part : Files.readString(file).split("(?m)^(?=## )", -1)) {
            boolean same = part.startsWith(title);
            parts.add(same ? section : part.strip());
            put |= same;
        }
        if (!put) {
            parts.add(section);
        }
        Files.writeString(file, String.join("\n\n", parts) + "\n");
    }
}
