package io.github.llmperf.build.forge;

import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.file.LockedFile;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.publish.Console;
import io.github.llmperf.publish.ResultFiles;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.text.LogLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Marks failing load tests in the code that a pull request on GitHub shows. Each failure is marked once in a step, however
 * often it is run again and whichever process ran it; those marked are remembered in a file beside the results.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class GitHubAnnotations {

    /** GitHub shows so many of a kind in a step. */
    private static final int MOST = 10;

    private static final String MEMORY = ".annotations";

    private final Map<String, String> variables;
    private final Console commands;
    private final NanoClock clock;
    private final Path workingDirectory;

    /**
     * Marks in one environment.
     *
     * @param commands where GitHub reads what it is to obey
     */
    public GitHubAnnotations(Map<String, String> variables, Console commands, NanoClock clock, Path workingDirectory) {
        this.variables = Map.copyOf(variables);
        this.commands = commands;
        this.clock = clock;
        this.workingDirectory = workingDirectory;
    }

    /**
     * Reads the environment of this process.
     *
     * @return what marks, on GitHub only
     */
    public static GitHubAnnotations ofEnvironment() {
        return new GitHubAnnotations(
                System.getenv(), Console.COMMANDS, NanoClock.SYSTEM, Path.of("").toAbsolutePath());
    }

    /** Marks what failed, the worst first, and then what could not be judged. */
    public void print(Path output, List<JsonSummary> ran) {
        if (!"true".equals(variables.get("GITHUB_ACTIONS"))) {
            return;
        }
        List<JsonSummary> worst = ran.stream()
                .filter(row -> level(row).isPresent())
                .sorted(JsonSummary.WORST_FIRST)
                .toList();
        if (worst.isEmpty()) {
            return;
        }
        List<String> lines = unmarked(output, worst).stream().map(this::command).toList();
        if (!lines.isEmpty()) {
            commands.print(lines);
        }
    }

    private static Optional<String> level(JsonSummary row) {
        if (row.failing()) {
            return Optional.of("error");
        }
        return row.verdict() == Verdict.INVALID || row.verdict() == Verdict.UNDECIDED
                ? Optional.of("warning")
                : Optional.empty();
    }

    private List<JsonSummary> unmarked(Path output, List<JsonSummary> worst) {
        try {
            return LockedFile.hold(output.resolve(MEMORY), clock, memory -> {
                List<JsonSummary> rest = new ArrayList<>();
                String known = memory.text();
                memory.write(known + remember(worst, known, rest));
                return rest;
            });
        } catch (IOException e) {
            // What cannot be remembered may be marked twice: better than not at all.
            List<JsonSummary> all = new ArrayList<>();
            remember(worst, "", all);
            return all;
        }
    }

    /** Adds to {@code rest} what is to be marked now, and returns the lines to remember it by. */
    private String remember(List<JsonSummary> worst, String known, List<JsonSummary> rest) {
        Set<String> marked = new HashSet<>(known.lines().toList());
        Map<String, Integer> counts = new HashMap<>();
        for (String level : List.of("error", "warning")) {
            String begin = step() + " " + level + " ";
            counts.put(level, (int)
                    marked.stream().filter(line -> line.startsWith(begin)).count());
        }
        StringBuilder added = new StringBuilder();
        for (JsonSummary row : worst) {
            String level = level(row).orElseThrow();
            String line = step() + " " + level + " "
                    + ResultFiles.hash(row.file().toAbsolutePath().normalize().toString());
            if (counts.getOrDefault(level, 0) < MOST && marked.add(line)) {
                counts.merge(level, 1, Integer::sum);
                added.append(line).append('\n');
                rest.add(row);
            }
        }
        return added.toString();
    }

    /** Results that an earlier step left behind are no reason to say nothing in this one. */
    private String step() {
        List<String> names = List.of("GITHUB_RUN_ID", "GITHUB_RUN_ATTEMPT", "GITHUB_JOB", "GITHUB_ACTION");
        return ResultFiles.hash(names.stream()
                .map(name -> variables.getOrDefault(name, ""))
                .toList()
                .toString());
    }

    private String command(JsonSummary row) {
        StringBuilder command = new StringBuilder("::").append(level(row).orElseThrow());
        String separator = " ";
        Optional<SourceFinder.Place> place = place(row);
        if (place.isPresent()) {
            command.append(" file=")
                    .append(property(place.get().path()))
                    .append(",line=")
                    .append(place.get().line());
            separator = ",";
        }
        String title = row.words() + ": " + LogLine.of(row.test());
        return command.append(separator)
                .append("title=")
                .append(property(title))
                .append("::")
                .append(data(
                        LogLine.of(row.reason()) + (row.hasReport() ? "\nreport: " + LogLine.of(report(row)) : "")))
                .toString();
    }

    private Optional<SourceFinder.Place> place(JsonSummary row) {
        return row.scenario().flatMap(test -> new SourceFinder(checkout(), workingDirectory).find(test));
    }

    private Path checkout() {
        return Path.of(variables.getOrDefault("GITHUB_WORKSPACE", workingDirectory.toString()));
    }

    private String report(JsonSummary row) {
        Path page = row.file().resolveSibling("report.html").toAbsolutePath().normalize();
        Path root = checkout().toAbsolutePath().normalize();
        return (page.startsWith(root) ? root.relativize(page) : page).toString();
    }

    /** As GitHub undoes it; the percent sign first, or it would be escaped twice. */
    static String data(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    static String property(String text) {
        return data(text).replace(":", "%3A").replace(",", "%2C");
    }
}
