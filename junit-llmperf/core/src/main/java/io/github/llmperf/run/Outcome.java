package io.github.llmperf.run;

import io.github.llmperf.LoadResult;
import io.github.llmperf.LoadTestException;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.publish.ResultFiles;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.text.FailureMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** What the verdicts of a test's loads mean for JUnit: passed, failed, or aborted. */
record Outcome(StageResults results) {

    /** A run that cannot be judged, or that did not happen, ends the test before its body. */
    void beforeBody() {
        if (results.verdict() == Verdict.ERROR) {
            throw new LoadTestException(message());
        }
        if (results.verdict() == Verdict.INVALID || isCutShort()) {
            notStored().ifPresent(lost -> {
                throw new LoadTestException(lost.getMessage() + "\n\n" + message());
            });
            if (isStrict()) {
                throw new AssertionFailedError(message());
            }
            throw new TestAbortedException(message());
        }
    }

    private boolean isStrict() {
        return results.last().report().plan().criteria().strict() || isGate();
    }

    private boolean isGate() {
        return results.last().report().plan().criteria().gate();
    }

    /** A failed verdict is thrown after the body. */
    void afterBody() {
        if (isFailed()) {
            throw failure();
        }
        Optional<LoadTestException> notStored = notStored();
        if (notStored.isPresent()) {
            throw notStored.get();
        }
    }

    /** When the body fails too, the verdict is the failure and the body's exception is suppressed in it. */
    Throwable withBody(Throwable body) {
        if (!isFailed()) {
            Throwable told =
                    body instanceof TestAbortedException skipped && isGate() ? SkippedByItself.of(skipped) : body;
            notStored().ifPresent(told::addSuppressed);
            return told;
        }
        AssertionFailedError failure = failure();
        failure.addSuppressed(body);
        return failure;
    }

    /** Returns whether one of these exceptions says what the verdicts say, and nothing that only the test knows. */
    boolean isToldBy(Throwable thrown) {
        if (thrown instanceof LoadTestException) {
            return results.verdict() == Verdict.ERROR;
        }
        return !results.verdict().isJudged() || isFailed();
    }

    private AssertionFailedError failure() {
        AssertionFailedError failure = new AssertionFailedError(message());
        notStored().ifPresent(failure::addSuppressed);
        return failure;
    }

    private Optional<LoadTestException> notStored() {
        List<LoadTestException> all =
                all().stream().flatMap(result -> result.notStored().stream()).toList();
        all.stream().skip(1).forEach(other -> all.get(0).addSuppressed(other));
        return all.stream().findFirst();
    }

    private boolean isFailed() {
        return all().stream().anyMatch(Outcome::isFailed);
    }

    private static boolean isFailed(LoadResult result) {
        return result.report().isFailed();
    }

    /** Stages that were not run leave a test without a verdict, unless one before them fails it anyway. */
    private boolean isCutShort() {
        return !results.notRun().isEmpty() && !isFailed();
    }

    /** All that keeps the test from passing, the worst first. */
    private String message() {
        List<String> parts = all().stream()
                .filter(result -> !result.verdict().isJudged() || isFailed(result))
                .sorted(Comparator.comparing(LoadResult::verdict).reversed())
                .map(Outcome::message)
                .collect(Collectors.toCollection(ArrayList::new));
        if (parts.isEmpty()) {
            Report last = results.last().report();
            parts.add(Verdict.INVALID.words() + ": " + last.plan().scenario().withoutStage() + ": " + results.notRun());
            parts.add(message(results.last()));
        } else if (!results.notRun().isEmpty()) {
            parts.add(results.notRun());
        }
        return String.join("\n\n", parts);
    }

    private static String message(LoadResult result) {
        Report report = result.report();
        return FailureMessage.of(
                report,
                ResultFiles.forScenario(
                                report.plan().output().directory(),
                                report.plan().scenario())
                        .html());
    }

    private List<LoadResult> all() {
        return StreamSupport.stream(results.spliterator(), false).toList();
    }
}
