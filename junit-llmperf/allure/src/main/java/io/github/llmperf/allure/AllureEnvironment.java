package io.github.llmperf.allure;

import io.github.llmperf.file.WholeFile;
import io.github.llmperf.report.json.JsonEnvironment;
import io.github.llmperf.report.text.VisibleText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * {@code environment.properties}: where the load tests of a build took place. What they have in common stands once, what
 * differs is listed, so that none of them speaks for all.
 */
final class AllureEnvironment {

    /** The first line; a file without it is the project's own. */
    private static final String MARK = "# Written by junit-llmperf with each build: remove this line to keep your own.";

    /** More would fill the page. */
    private static final int MOST_VALUES = 5;

    private final Map<String, SortedMap<String, Integer>> values = new TreeMap<>(JsonEnvironment.order());
    private int runs;

    private AllureEnvironment() {}

    /**
     * Writes the file anew.
     *
     * @param results all {@code result.json} of the build; what cannot be read is named elsewhere
     */
    static void write(Path directory, List<Path> results) throws IOException {
        Path file = directory.resolve("environment.properties");
        if (Files.exists(file) && !Files.readString(file).startsWith(MARK)) {
            return;
        }
        AllureEnvironment environment = new AllureEnvironment();
        results.forEach(environment::add);
        WholeFile.write(file, environment.text());
    }

    private void add(Path result) {
        try {
            JsonEnvironment.read(result).forEach((name, value) -> values.computeIfAbsent(name, any -> new TreeMap<>())
                    .merge(value, 1, Integer::sum));
            runs++;
        } catch (IOException | RuntimeException e) {
            return; // the summary names what cannot be read
        }
    }

    private String text() {
        StringBuilder text = new StringBuilder(MARK).append('\n');
        values.forEach((name, counts) -> text.append(
                        escape(name).replace(" ", "\\ ").replace("=", "\\=").replace(":", "\\:"))
                .append('=')
                .append(escape(shown(counts)))
                .append('\n'));
        return text.toString();
    }

    private String shown(SortedMap<String, Integer> counts) {
        List<String> all = new ArrayList<>(counts.keySet());
        int of = counts.values().stream().mapToInt(Integer::intValue).sum();
        String listed = String.join(", ", all.subList(0, Math.min(all.size(), MOST_VALUES)));
        String more = all.size() > MOST_VALUES ? " and " + (all.size() - MOST_VALUES) + " more" : "";
        return listed + more + (of < runs ? " (" + of + " of " + runs + " runs)" : "");
    }

    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        VisibleText.text(text).replace("\\", "\\\\").chars().forEach(c -> {
            if (c < 0x7F) {
                escaped.append((char) c);
            } else {
                escaped.append("\\u%04x".formatted(c));
            }
        });
        return escaped.toString();
    }
}
