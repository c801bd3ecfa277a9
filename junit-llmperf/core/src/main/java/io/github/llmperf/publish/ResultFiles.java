package io.github.llmperf.publish;

import io.github.llmperf.plan.Scenario;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Where the files of one cell lie: {@code <output>/<class>/<method>/<cell>/}, and those of a load that is only part of it in
 * a directory below. A name that had to be changed to be safe
 * carries a hash of the original, so that no two cells share a directory.
 *
 * @param directory of the cell
 */
@API(status = Status.INTERNAL, since = "0.1")
public record ResultFiles(Path directory) {

    /** Where results lie unless {@code llmperf.output} says otherwise. */
    public static final Path OUTPUT = Path.of("target", "llmperf");

    /** Name of the machine-readable result in each cell's directory. */
    public static final String RESULT = "result.json";

    /** Name of the line that recording would append. */
    public static final String CANDIDATE = "baseline.jsonl";

    private static final int LONGEST_NAME = 96;
    private static final int HASH_DIGITS = 8;
    private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9$._=,+-]");
    private static final Pattern RESERVED = Pattern.compile("(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\\..*)?");

    /**
     * Returns the files of a scenario.
     *
     * @return places inside {@code output}, whatever the names contain; nothing is created
     */
    public static ResultFiles forScenario(Path output, Scenario scenario) {
        Path cell = output.resolve(safe(scenario.className()))
                .resolve(safe(scenario.methodName()))
                .resolve(safe(scenario.cellName()));
        return new ResultFiles(scenario.part().isEmpty() ? cell : cell.resolve(safe(scenario.part())));
    }

    /**
     * Returns the place of what tells of all tests of the class.
     *
     * @return {@code <output>/<class>}
     */
    public Path ofClass() {
        return directory.resolve("../..").normalize();
    }

    /**
     * Returns the place of the machine-readable result.
     *
     * @return {@code result.json}
     */
    public Path result() {
        return directory.resolve(RESULT);
    }

    /**
     * Returns the place of the page for people.
     *
     * @return {@code report.html}
     */
    public Path html() {
        return directory.resolve("report.html");
    }

    /**
     * Returns the place of the chart.
     *
     * @return {@code latency.svg}
     */
    public Path latencyChart() {
        return directory.resolve("latency.svg");
    }

    /**
     * Returns the place of the picture of the run over its time.
     *
     * @return {@code timeline.svg}
     */
    public Path timeline() {
        return directory.resolve("timeline.svg");
    }

    /**
     * Returns the place of what the server said in the course of the run; only a run of which something is known has it.
     *
     * @return {@code server-metrics.csv}
     */
    public Path serverMetrics() {
        return directory.resolve("server-metrics.csv");
    }

    /**
     * Returns the place of what was measured, for spreadsheets.
     *
     * @return {@code metrics.csv}
     */
    public Path metrics() {
        return directory.resolve("metrics.csv");
    }

    /**
     * Returns the place of the latencies as histograms; only a run with samples has it.
     *
     * @return {@code latency.hlog}
     */
    public Path histograms() {
        return directory.resolve("latency.hlog");
    }

    /**
     * Returns the place of each request's numbers, written only where full records are.
     *
     * @return {@code requests.csv}
     */
    public Path requestsCsv() {
        return directory.resolve("requests.csv");
    }

    /**
     * Returns the place of the full records, written only when asked for.
     *
     * @return {@code requests.jsonl.gz}
     */
    public Path requests() {
        return directory.resolve("requests.jsonl.gz");
    }

    /** Where full records are gathered while the run goes on; a crash leaves it behind. */
    Path unfinishedRequests() {
        return directory.resolve("requests.jsonl.gz.unfinished");
    }

    /**
     * Returns the place of the line that recording this run would append to its baseline file.
     *
     * @return {@code baseline.jsonl}
     */
    public Path candidate() {
        return directory.resolve(CANDIDATE);
    }

    /**
     * Returns the place of the lines that earlier runs of the same build would have appended; only a re-run has it.
     *
     * @return {@code earlier.jsonl}
     */
    public Path earlier() {
        return directory.resolve("earlier.jsonl");
    }

    /**
     * Returns the place of the table that calibrating prints.
     *
     * @return {@code calibration.md}
     */
    public Path calibration() {
        return directory.resolve("calibration.md");
    }

    static String safe(String name) {
        String clean = UNSAFE.matcher(name).replaceAll("_");
        boolean odd = clean.startsWith(".") || clean.endsWith(".") || clean.isEmpty();
        if (clean.equals(name)
                && !odd
                && clean.length() <= LONGEST_NAME
                && !RESERVED.matcher(clean).matches()) {
            return clean;
        }
        String stem = clean.substring(0, Math.min(clean.length(), LONGEST_NAME - HASH_DIGITS - 2));
        String prefix = RESERVED.matcher(clean).matches() ? "_" : "";
        return prefix + stem.replaceAll("^\\.+", "_") + "-" + hash(name);
    }

    public static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS).toLowerCase(Locale.ROOT);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
