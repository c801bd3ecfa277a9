package io.github.llmperf.bench.exact;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The rows of 500 streams of {@link Accuracy}, once with each garbage collector of each Java. */
public final class Collectors {

    private static final List<String> COLLECTORS = List.of("UseG1GC", "UseParallelGC", "UseSerialGC", "UseZGC");
    private static final String STREAMS = "500";

    private Collectors() {}

    /**
     * Measures each collector in a process of its own and writes the table.
     *
     * @param args the file to write; how often each row is measured; homes of the Javas, separated by commas
     * @throws IOException if a process cannot be started, or the file not be written
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>(List.of(
                "# Which garbage collector hurts least",
                "",
                "The rows of 500 streams of [accuracy.md](accuracy.md), with the collector and the Java of each; all else is"
                        + " default. " + Machine.words() + ".",
                ""));
        boolean first = true;
        for (String home : args[2].split(",", -1)) {
            for (String collector : COLLECTORS) {
                List<String> table = measure(Path.of(home, "bin", "java"), collector, args[1]);
                if (first && table.size() > 2) {
                    lines.add("| collector, Java " + table.get(0));
                    lines.add("|---" + table.get(1));
                    first = false;
                }
                String name = "| " + collector.replaceAll("^Use|GC$", "") + ", "
                        + Path.of(home).getFileName() + " ";
                table.stream().skip(2).forEach(row -> lines.add(name + row));
            }
        }
        lines.addAll(List.of(
                "",
                "Written, from the root of the project, by",
                "",
                "```",
                "mvn -q -pl junit-llmperf/bench -am -Pcollectors process-classes -Dbench.javaHomes=/path/to/17,/path/to/25",
                "```",
                ""));
        Files.writeString(Path.of(args[0]), String.join("\n", lines));
    }

    private static List<String> measure(Path java, String collector, String rounds)
            throws IOException, InterruptedException {
        File table = File.createTempFile("accuracy", ".md");
        Process process = new ProcessBuilder(
                        java.toString(),
                        "-XX:+" + collector,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Accuracy.class.getName(),
                        table.toString(),
                        rounds,
                        STREAMS)
                .redirectErrorStream(true)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            List<String> rows = out.lines().filter(line -> line.startsWith("|")).toList();
            if (process.waitFor() != 0) {
                throw new IOException(collector + " must run on " + java + ", but ended with " + process.exitValue());
            }
            return rows;
        } finally {
            Files.delete(table.toPath());
        }
    }
}
