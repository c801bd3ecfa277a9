package io.github.llmperf.build.forge;

import io.github.llmperf.build.page.MarkdownSummary;
import io.github.llmperf.build.page.Summary;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.file.LockedFile;
import io.github.llmperf.publish.ResultFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Puts the summary on the page of a GitHub Actions step, once for each output however often the build writes it: the
 * part between two invisible marks is replaced, everything else of the file is left alone.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class GitHubStepSummary {

    /** GitHub refuses more than 1 MiB for a step; others write to it as well. */
    private static final int MOST_BYTES = 900_000;

    private final Supplier<Optional<Path>> file;
    private final NanoClock clock;

    /**
     * Says where the page's file is.
     *
     * @param file the file named by {@code GITHUB_STEP_SUMMARY}; empty outside GitHub Actions
     */
    public GitHubStepSummary(Supplier<Optional<Path>> file, NanoClock clock) {
        this.file = file;
        this.clock = clock;
    }

    /**
     * Reads the environment.
     *
     * @return the summary of the step that this process runs in
     */
    public static GitHubStepSummary ofEnvironment() {
        return new GitHubStepSummary(
                () -> Optional.ofNullable(System.getenv("GITHUB_STEP_SUMMARY"))
                        .filter(name -> !name.isBlank())
                        .map(Path::of),
                NanoClock.SYSTEM);
    }

    /** Writes or replaces the part of one output. */
    public void write(Path output, Summary summary) throws IOException {
        Optional<Path> target = file.get();
        if (target.isPresent()) {
            String part = part(output, summary);
            // In place: the runner holds on to this very file, so it must not be moved over.
            LockedFile.hold(target.get(), clock, page -> {
                page.write(replaced(page.text(), mark("begin", output), mark("end", output), part));
                return part;
            });
        }
    }

    private static String part(Path output, Summary summary) {
        String full = MarkdownSummary.render(summary.rows(), summary.damaged(), summary.aside());
        String text = full.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES
                ? full
                : MarkdownSummary.table(summary.rows(), summary.damaged(), summary.aside());
        return mark("begin", output) + "\n" + text + "\n" + mark("end", output) + "\n";
    }

    private static String mark(String which, Path output) {
        return "<!-- llmperf " + which + " "
                + ResultFiles.hash(output.toAbsolutePath().normalize().toString()) + " -->";
    }

    private static String replaced(String old, String begin, String end, String part) {
        int from = old.indexOf(begin);
        int to = from < 0 ? -1 : old.indexOf(end, from);
        if (to < 0) {
            return old + (old.isEmpty() || old.endsWith("\n") ? "" : "\n") + part;
        }
        int rest = Math.min(old.length(), to + end.length() + 1);
        return old.substring(0, from) + part + old.substring(rest);
    }
}
