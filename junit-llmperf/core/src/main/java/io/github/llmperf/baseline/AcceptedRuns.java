package io.github.llmperf.baseline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The stored runs of all tests of an environment that were accepted. What cannot be read is warned of by its own test. */
record AcceptedRuns(BaselineLayout layout) {

    /** Returns those of one reason, oldest first. */
    List<BaselineRun> find(String environment, String reason) throws IOException {
        Path directory = layout.environment(environment);
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(BaselineLayout.ENDING))
                    .flatMap(file -> runs(file).stream())
                    .filter(run -> reason.equals(run.accepted()))
                    .sorted(Comparator.comparing(BaselineRun::startedAt).thenComparing(BaselineRun::runId))
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause(); // as walking further throws it
        }
    }

    private List<BaselineRun> runs(Path file) {
        try {
            return layout.read(file).runs();
        } catch (IOException e) {
            return List.of();
        }
    }
}
