package io.github.llmperf.allure;

import io.github.llmperf.build.page.MarkdownSummary;
import io.github.llmperf.build.page.Summary;
import io.github.llmperf.file.WholeFile;
import io.github.llmperf.report.json.JsonSummary;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What Allure shows of the whole build: its environment, and for Allure 3 the summary. Written anew each time the summary
 * is: a build may have several processes.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class AllureRun {

    private static final String GLOBALS = "-llmperf-globals.json";

    private final Path directory;

    public AllureRun(Path directory) {
        this.directory = directory;
    }

    /** Does nothing where Allure has written no results. */
    public void write(Summary summary) throws IOException {
        if (!Files.isDirectory(directory) || summary.rows().isEmpty()) {
            return;
        }
        AllureEnvironment.write(
                directory,
                summary.rows().stream()
                        .filter(JsonSummary::hasReport)
                        .map(JsonSummary::file)
                        .toList());
        String id = earlier().orElseGet(() -> UUID.randomUUID().toString());
        String source = id + "-llmperf-attachment.md";
        WholeFile.write(
                directory.resolve(source), MarkdownSummary.render(summary.rows(), summary.damaged(), summary.aside()));
        WholeFile.write(directory.resolve(id + GLOBALS), AllureGlobals.json("load tests", source, summary.damaged()));
    }

    /** One summary in each directory, whatever the number of processes. */
    private Optional<String> earlier() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + GLOBALS)) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                return Optional.of(name.substring(0, name.length() - GLOBALS.length()));
            }
        }
        return Optional.empty();
    }
}
