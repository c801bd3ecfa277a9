package io.github.llmperf.bench;

import io.github.llmperf.bench.TimeToVerdict.Times;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What a load test takes besides its load: from the extension's start to the first request, and from the last response to
 * the verdict and its files. Writes a table to the file named by the first argument.
 */
public final class OverheadOfALoad {

    private static final int TRIES = 10;
    private static final int WARMUP = 5;

    private OverheadOfALoad() {}

    /**
     * Measures both and writes the table.
     *
     * @param args the file to write; or {@code once} and a directory, for one test in a JVM of its own
     * @throws Exception if a test cannot be run, or the file not be written
     */
    public static void main(String[] args) throws Exception {
        if (args[0].equals("once")) {
            System.out.println(new OneTest(Path.of(args[1])).run());
            return;
        }
        StringBuilder table = new StringBuilder(head());
        Path directory = Files.createTempDirectory(Path.of("target"), "overhead");
        OneTest test = new OneTest(directory);
        test.record();
        List<OneTest.Begin> cold = cold(directory);
        List<OneTest.Begin> warm = warm(test);
        table.append(begins("cold JVM", cold)).append(begins("warm JVM", warm));
        List<Times> times = TimeToVerdict.measure(1 + TRIES);
        table.append(ends("first in its JVM", times.subList(0, 1)))
                .append(ends("later ones", times.subList(1, times.size())));
        Files.writeString(Path.of(args[0]), table);
    }

    private static String head() {
        return String.format(
                Locale.ROOT,
                """
                # Overhead around a load

                Start: a load test of one request in a real launcher, with a directory of stored runs, against a server in
                the same JVM; from the moment in which JUnit starts the method to the moment in which the server reads the
                request. The load's threads start %s before its first request, on purpose. Cold is the first test of a JVM.
                End: %,d requests of %d token events each, sent by the load's own threads; from the last response to the
                verdict and its files, with five stored runs from the second run on. %s.

                | what | where | n | ms, median | least | most | allowed |
                |---|---|---|---|---|---|---|
                """,
                "20 ms",
                TimeToVerdict.REQUESTS,
                TimeToVerdict.TOKENS,
                Place.words());
    }

    private static List<OneTest.Begin> cold(Path directory) throws IOException, InterruptedException {
        List<OneTest.Begin> times = new ArrayList<>();
        for (int i = 0; i < TRIES; i++) {
            Process jvm = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            OverheadOfALoad.class.getName(),
                            "once",
                            directory.toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String said = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            jvm.waitFor();
            times.add(OneTest.Begin.in(said));
        }
        return times;
    }

    private static List<OneTest.Begin> warm(OneTest test) throws IOException {
        List<OneTest.Begin> times = new ArrayList<>();
        for (int i = 0; i < WARMUP + TRIES; i++) {
            times.add(test.run());
        }
        return times.subList(WARMUP, times.size());
    }

    private static String begins(String where, List<OneTest.Begin> times) {
        return row("start to the probe", where, "", times, OneTest.Begin::toProbe)
                + row("start to the first request", where, "300", times, OneTest.Begin::toLoad);
    }

    private static String ends(String where, List<Times> times) {
        return row("last response to the run's end", where, "", times, Times::ending)
                + row("measuring", where, "", times, Times::measuring)
                + row("judging, reports, files", where, "", times, Times::telling)
                + row("processor time of measuring to files", where, "", times, Times::busy)
                + row("last response to the verdict", where, "1000", times, Times::all);
    }

    private static <T> String row(String what, String where, String allowed, List<T> all, ToDoubleFunction<T> time) {
        return "| " + what + " | " + where + " | "
                + Spread.cells(all.stream().mapToDouble(time).toArray()) + " | " + allowed + " |\n";
    }
}
