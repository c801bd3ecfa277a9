package io.github.llmperf.engines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Rows of the results table of {@code docs/real-engines.md}: printed, and kept in {@code target/figures}. */
public final class Figures {

    private final String engine;
    private final Path file;

    private Figures(String engine, Path file) {
        this.engine = engine;
        this.file = file;
    }

    /** Starts a new file for a test class. */
    static Figures of(String engine, Class<?> tests) throws IOException {
        Path file = Files.createDirectories(Installed.target("figures")).resolve(tests.getSimpleName() + ".md");
        Files.writeString(file, "");
        return new Figures(engine, file);
    }

    void add(String dialect, String checked, String figures) {
        String row = "| " + engine + " | `" + dialect + "` | " + checked + " | " + figures + " |\n";
        System.out.print(row);
        try {
            Files.writeString(file, row, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new IllegalStateException("figures cannot be written to " + file, e);
        }
    }
}
