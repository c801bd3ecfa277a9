package io.github.llmperf;

import io.github.llmperf.publish.ResultFiles;
import io.github.llmperf.report.FailureMessage;
import io.github.llmperf.report.Report;
import io.github.llmperf.verdict.Verdict;
import java.util.Optional;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** What a verdict means for JUnit: passed, failed, or aborted. */
record Outcome(Report report, Optional<LoadTestException> notStored) {

    static Outcome of(LoadResult result) {
        return new Outcome(result.report(), result.notStored());
    }

    /** A run that cannot be judged, or that did not happen, ends the test before its body. */
    void beforeBody() {
        switch (verdict()) {
            case ERROR -> throw new LoadTestException(message());
            case INVALID -> {
                if (report.plan().strict()) {
                    throw new AssertionFailedError(message());
                }
                throw new TestAbortedException(message());
            }
            default -> {}
        }
    }

    /** A failed verdict is thrown after the body. */
    void afterBody() {
        if (isFailed()) {
            throw failure();
        }
        if (notStored.isPresent()) {
            throw notStored.get();
        }
    }

    /** When the body fails too, the verdict is the failure and the body's exception is suppressed in it. */
    Throwable withBody(Throwable body) {
        if (!isFailed()) {
            notStored.ifPresent(body::addSuppressed);
            return body;
        }
        AssertionFailedError failure = failure();
        failure.addSuppressed(body);
        return failure;
    }

    private AssertionFailedError failure() {
        AssertionFailedError failure = new AssertionFailedError(message());
        notStored.ifPresent(failure::addSuppressed);
        return failure;
    }

    private boolean isFailed() {
        return switch (verdict()) {
            case SLA_VIOLATED, REGRESSION -> true;
            case UNDECIDED -> report.plan().strict();
            case NO_BASELINE -> report.plan().baseline().required();
            default -> false;
        };
    }

    private Verdict verdict() {
        return report.judgement().verdict();
    }

    private String message() {
        return FailureMessage.of(
                report,
                ResultFiles.forScenario(report.plan().output(), report.plan().scenario())
                        .html());
    }
}
