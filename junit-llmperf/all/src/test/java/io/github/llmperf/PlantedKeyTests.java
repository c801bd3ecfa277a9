package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Secrets are in nothing that is written, whatever servers repeat of them: all files are searched, so that those of outputs
 * to come are as well. Every secret has the same part, so that no form or fragment of one is missed.
 */
class PlantedKeyTests {

    private static final String PART = "pl4nted";

    private static final Map<String, String> SECRETS = Map.of(
            PlantedKeyChild.KEY, "sk-Pl4nted/9f+Qz71",
            PlantedKeyChild.TOKEN, "tok/Pl4nted-77",
            PlantedKeyChild.COOKIE, "ck-Pl4nted+88",
            PlantedKeyChild.QUERY, "qk-Pl4nted%2F99",
            PlantedKeyChild.SECOND, "second/Pl4nted-55");

    @TempDir
    Path directory;

    @Test
    void areInNothingThatIsWritten() throws Exception {
        int exit = runChild();

        Map<String, String> written = written();
        assertThat(written.get("/output.txt"))
                .contains(": PlantedKeyChild.ShakyTestCase.fails: ", "ERROR: ", "\"http://***@localhost\" is not")
                .contains("load tests: ");
        assertThat(exit).isZero();
        assertThat(written.keySet())
                .as("every kind of file")
                .anyMatch(name -> name.endsWith("report.html"))
                .anyMatch(name -> name.endsWith("matrix.html"))
                .anyMatch(name -> name.endsWith("study.html"))
                .anyMatch(name -> name.endsWith("requests.jsonl.gz"))
                .anyMatch(name -> name.endsWith("calibration.md"))
                .anyMatch(name -> name.startsWith("/results/") && name.endsWith("summary.md"))
                .anyMatch(name -> name.startsWith("/baselines/") && name.endsWith(".jsonl"))
                .anyMatch(name -> name.startsWith("/allure/") && name.endsWith("-result.json"))
                .anyMatch(name -> name.startsWith("/published/") && name.endsWith(".html"))
                .anyMatch(name -> name.equals("/step-summary.md"));
        assertThat(written.entrySet())
                .as("the reason of an acceptance")
                .anyMatch(file -> file.getKey().startsWith("/baselines/")
                        && file.getValue().contains("new key ***, larger model"));
        assertThat(written.entrySet().stream()
                        .filter(file -> file.getKey().endsWith("requests.jsonl.gz"))
                        .map(Map.Entry::getValue)
                        .filter(lines -> !lines.isEmpty()))
                .as("the server repeated them")
                .isNotEmpty()
                .allMatch(lines -> lines.contains("***"));
        assertThat(leaks(written)).isEmpty();
    }

    @Test
    void areFoundInAllTheirForms() {
        Map<String, String> written = new TreeMap<>();
        written.put("url", "a=sk-Pl4nted%2F9f%2BQz71");
        written.put("shortened", "sk-Pl4nted/9f+***71");
        written.put("upper case", "SK-PL4NTED");
        written.put("named so: sk-Pl4nted", "");
        written.put("nothing", "***");

        assertThat(leaks(written)).hasSize(4).noneMatch(leak -> leak.startsWith("nothing"));
    }

    private int runChild() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-Dllmperf.output=" + directory.resolve("results"));
        command.add("-Dllmperf.baseline.dir=" + directory.resolve("baselines"));
        command.add("-Dllmperf.records=full");
        command.add("-Dallure.results.directory=" + directory.resolve("allure"));
        command.add("-Djunit.platform.reporting.output.dir=" + directory.resolve("published"));
        command.add("-Djava.io.tmpdir=" + Files.createDirectory(directory.resolve("tmp")));
        command.add(PlantedKeyChild.class.getName());
        ProcessBuilder child = new ProcessBuilder(command).redirectErrorStream(true);
        child.environment().putAll(SECRETS);
        child.environment()
                .putAll(Map.of(
                        "GITHUB_ACTIONS",
                        "true",
                        "GITHUB_STEP_SUMMARY",
                        directory.resolve("step-summary.md").toString()));
        child.redirectOutput(directory.resolve("output.txt").toFile());
        Process process = child.start();
        try {
            assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Every file below the directory as text, by its name; unpacked where it is packed. */
    private Map<String, String> written() throws IOException {
        Map<String, String> written = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            files.filter(Files::isRegularFile)
                    .forEach(file -> written.put("/" + directory.relativize(file), content(file)));
        }
        return written;
    }

    private static String content(Path file) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            boolean isPacked = bytes.length > 2 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b;
            byte[] plain = isPacked ? new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes() : bytes;
            return new String(plain, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where a part of a secret is, in the file's name or in its text. */
    private static List<String> leaks(Map<String, String> written) {
        List<String> leaks = new ArrayList<>();
        written.forEach((name, text) -> {
            String all = name + "\n" + text;
            int at = all.toLowerCase(Locale.ROOT).indexOf(PART);
            if (at >= 0) {
                leaks.add(name + ": …" + all.substring(Math.max(0, at - 100), Math.min(all.length(), at + 60)) + "…");
            }
        });
        return leaks;
    }
}
