package io.github.llmperf.verdict;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.RequestCounts.FailureCount;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.verdict.Finding.Status;
import io.github.llmperf.verdict.Finding.Validity;
import java.util.List;
import java.util.stream.Stream;

/**
 * Requests that failed on this machine because it ran out of files, ports or the like. They are not errors of the
 * server, and the server never got the planned load: such a run says nothing, good or bad.
 */
final class ShortageRule {

    private ShortageRule() {}

    /** Returns the finding that makes the run invalid; none where all requests left this machine. */
    static List<Validity> judge(LoadRun run, Measurement measurement) {
        FailureCount measured = measurement.requests().failures().get(FailureKind.GENERATOR);
        boolean ended = run.single().stream().anyMatch(one -> one.end() == LoadRun.End.GENERATOR_FAILED);
        if (measured == null && !ended) {
            return List.of(); // no need to read a hundred thousand requests once more
        }
        long times = run.records().stream().filter(RequestRecord::failedHere).count();
        Failure example = measured == null ? first(run) : measured.example();
        if (run.single().stream().anyMatch(one -> one.end() == LoadRun.End.OVERRUN)) {
            return List.of(new Validity(Status.NOTE, new Cause.FailedHere(times, example, true)));
        }
        return List.of(ValidityRule.broken(new Cause.FailedHere(times, example, false)));
    }

    private static Failure first(LoadRun run) {
        return run.records().stream()
                .filter(RequestRecord::failedHere)
                .flatMap(record -> Stream.ofNullable(record.failure()))
                .findFirst()
                .orElseThrow();
    }
}
