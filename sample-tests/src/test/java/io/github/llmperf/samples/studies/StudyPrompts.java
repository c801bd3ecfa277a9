package io.github.llmperf.samples.studies;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.DoubleStream;

/** Writes prompts of studies that tell lengths only: so many tokens in, so many out. */
final class StudyPrompts {

    private static final String DIRECTORY = "target/studies/";

    /** The simulated server counts four characters as a token. */
    private static final String TOKEN = "abc ";

    /** Tokens of the three prompts of the study of static batching. */
    private static final int[] BATCHING_PROMPTS = {12, 219, 583};

    /** Tokens of the answers: always the same, for the likeliest token was taken each time. */
    private static final Map<String, int[]> BATCHING_ANSWERS =
            Map.of("accelerate", new int[] {235, 4, 64}, "deepspeed", new int[] {95, 3, 37});

    /** Standard deviation of the logarithm of lengths of which a study tells the mean only. */
    private static final double LENGTH_SD = .5;

    private StudyPrompts() {}

    /** Returns where a file lies, from the directory of this module. */
    static String file(String name) {
        return DIRECTORY + name + ".jsonl";
    }

    /** Writes {@code sharegpt}: 1,000 prompts with the lengths of their answers. */
    static void writeShareGpt() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (String line : lines("sharegpt-lengths.csv")) {
            String[] tokens = line.split(",", -1);
            append(lines, Integer.parseInt(tokens[0]), Integer.parseInt(tokens[1]));
        }
        write("sharegpt", lines);
    }

    /** Writes {@code accelerate-1} to {@code deepspeed-3}: one prompt each. */
    static void writeStaticBatching() throws IOException {
        for (Map.Entry<String, int[]> engine : BATCHING_ANSWERS.entrySet()) {
            for (int i = 0; i < BATCHING_PROMPTS.length; i++) {
                StringBuilder line = new StringBuilder();
                append(line, BATCHING_PROMPTS[i], engine.getValue()[i]);
                write(engine.getKey() + "-" + (i + 1), line);
            }
        }
    }

    /** Writes so many prompts of a length, with answers whose lengths have a mean. */
    static void writeSpeed(String name, int count, int promptTokens, double answerTokens) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int answer : answers(count, answerTokens)) {
            append(lines, promptTokens, answer);
        }
        write(name, lines);
    }

    /** Draws lengths of answers with a mean; the same for the same numbers. */
    static int[] answers(int count, double mean) {
        Random random = new Random(1);
        double[] drawn = DoubleStream.generate(() -> StrictMath.exp(LENGTH_SD * random.nextGaussian()))
                .limit(count)
                .toArray();
        double scale = mean * count / DoubleStream.of(drawn).sum();
        return DoubleStream.of(drawn)
                .mapToInt(factor -> (int) Math.max(1, Math.round(scale * factor)))
                .toArray();
    }

    /** Writes so many prompts that are all alike. */
    static void writeAlike(String name, int count, int promptTokens, int answerTokens) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            append(lines, promptTokens, answerTokens);
        }
        write(name, lines);
    }

    private static void append(StringBuilder lines, int promptTokens, int answerTokens) {
        lines.append("{\"prompt\": \"")
                .append(TOKEN.repeat(promptTokens))
                .append("\", \"max_tokens\": ")
                .append(answerTokens)
                .append("}\n");
    }

    private static void write(String name, CharSequence lines) throws IOException {
        Path file = Path.of(file(name));
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, lines);
    }

    /** Returns the lines of a published table without its header. */
    static List<String> lines(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(StudyPrompts.class.getResourceAsStream("/llmperf/studies/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .toList();
        }
    }
}
