package io.github.llmperf.samples.studies;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Writes a prompt file of which only the lengths are known: so many tokens in, so many out. */
final class ShareGptPrompts {

    /** Where the prompts lie, from the directory of this module. */
    static final String FILE = "target/studies/sharegpt.jsonl";

    private static final String LENGTHS = "/llmperf/studies/sharegpt-lengths.csv";

    /** The simulated server counts four characters as a token. */
    private static final String TOKEN = "abc ";

    private ShareGptPrompts() {}

    static void write() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (String line : lengths().subList(1, lengths().size())) {
            String[] tokens = line.split(",", -1);
            lines.append("{\"prompt\": \"")
                    .append(TOKEN.repeat(Integer.parseInt(tokens[0])))
                    .append("\", \"max_tokens\": ")
                    .append(tokens[1])
                    .append("}\n");
        }
        Path file = Path.of(FILE);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, lines);
    }

    private static List<String> lengths() throws IOException {
        try (InputStream in = Objects.requireNonNull(ShareGptPrompts.class.getResourceAsStream(LENGTHS))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
