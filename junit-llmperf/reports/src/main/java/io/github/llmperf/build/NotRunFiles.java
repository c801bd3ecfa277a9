package io.github.llmperf.build;

import io.github.llmperf.file.WholeFile;
import io.github.llmperf.publish.ResultFiles;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.json.NotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.platform.engine.UniqueId;

/**
 * {@code not-run.json}: load tests of a build that left no result, for the other processes of the build. It lies in the
 * directory of the method where the whole of it was not run, else in one that is named after the invocation.
 */
final class NotRunFiles {

    private final Path output;

    NotRunFiles(Path output) {
        this.output = output;
    }

    /**
     * Writes what a test plan has missed, and takes back what was said before of the tests that it ran.
     *
     * @param missed tests without a result
     * @param seen what JUnit knows the load tests of the plan and their invocations by
     * @throws IOException if something cannot be read, written or deleted
     */
    void write(List<NotRun> missed, Set<String> seen) throws IOException {
        if (Files.isDirectory(output)) {
            for (Path old : WrittenFiles.named(NotRun.FILE, output)) {
                if (isOf(old, missed, seen)) {
                    Files.deleteIfExists(old);
                }
            }
        }
        for (NotRun each : missed) {
            WholeFile.write(place(each), each.json());
        }
    }

    private static boolean isOf(Path file, List<NotRun> missed, Set<String> seen) {
        try {
            String id = NotRun.read(file).id();
            return seen.contains(id)
                    || missed.stream().filter(NotRunFiles::isWhole).anyMatch(whole -> id.startsWith(whole.id()));
        } catch (IOException | RuntimeException e) {
            return false; // the summary names what cannot be read
        }
    }

    /** Returns where a test without a result is told of. */
    Path place(NotRun missed) {
        Path cell = ResultFiles.forScenario(output, missed.test()).directory();
        return isWhole(missed) ? cell.resolveSibling(NotRun.FILE) : cell.resolve(NotRun.FILE);
    }

    private static boolean isWhole(NotRun missed) {
        return UniqueId.parse(missed.id()).getLastSegment().getType().equals(MissedLoads.TEMPLATE);
    }

    /** Returns whether a result is older than the news that its test was not run. */
    boolean replaces(NotRun missed, JsonSummary result) {
        Path directory = place(missed).toAbsolutePath().normalize().getParent();
        return directory != null
                && result.file().toAbsolutePath().normalize().startsWith(directory)
                && missed.at().toString().compareTo(result.startedAt()) > 0;
    }
}
