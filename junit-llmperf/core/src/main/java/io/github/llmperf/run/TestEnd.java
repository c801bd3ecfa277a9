package io.github.llmperf.run;

import io.github.llmperf.publish.Console;
import io.github.llmperf.publish.FilesPublisher;
import io.github.llmperf.report.json.TestOutcome;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.text.VisibleText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Adds to the results of a test how it ended: they are written before its body runs, which may still fail. */
final class TestEnd {

    private final List<Report> reports = new ArrayList<>();
    private @Nullable Throwable verdict;

    /** Remembers a load that was told of. */
    void told(Report report) {
        reports.add(report);
    }

    /** Remembers what the verdict is thrown as, so that it is not taken for a failure of the test itself. */
    void verdict(Throwable thrown) {
        verdict = thrown;
    }

    void passed() {
        write(new TestOutcome(TestOutcome.End.PASSED, ""));
    }

    void failed(Throwable thrown) {
        write(new TestOutcome(TestOutcome.End.FAILED, own(thrown)));
    }

    void aborted(Throwable thrown) {
        write(new TestOutcome(TestOutcome.End.SKIPPED, own(thrown)));
    }

    /** What JUnit or the body adds to a verdict is suppressed in it. */
    private String own(Throwable thrown) {
        Optional<Throwable> own =
                thrown == verdict ? Arrays.stream(thrown.getSuppressed()).findFirst() : Optional.of(thrown);
        return own.map(TestOutcome::words).orElse("");
    }

    private void write(TestOutcome outcome) {
        boolean interrupted = Thread.interrupted(); // it would close the file that is written
        writeAll(outcome);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void writeAll(TestOutcome outcome) {
        for (Report report : reports) {
            try {
                FilesPublisher.complete(report, outcome);
            } catch (IOException | RuntimeException e) {
                Console.STANDARD.print(List.of("[llmperf] how " + report.plan().scenario()
                        + " ended could not be written: " + VisibleText.text(e.toString())));
            }
        }
    }
}
