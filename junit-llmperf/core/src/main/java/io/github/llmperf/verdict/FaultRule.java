package io.github.llmperf.verdict;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A run without a single success says nothing about speed: it is an error with a cause, unless most requests failed on
 * this machine, which {@link ShortageRule} tells.
 */
final class FaultRule {

    private FaultRule() {}

    /** How often a kind of failure came, and the first of its kind. */
    private record Seen(int times, Failure example) {
        Seen again() {
            return new Seen(times + 1, example);
        }
    }

    /** Returns the fault, if not one request of the run succeeded, warm-up included, although some ended. */
    static Optional<Finding.Fault> judge(LoadPlan plan, LoadRun run) {
        Map<FailureKind, Seen> causes = new EnumMap<>(FailureKind.class);
        for (RequestRecord record : run.records()) {
            Failure failure = record.failure();
            if (failure == null) {
                return Optional.empty();
            }
            if (!record.cancelled()) {
                causes.merge(failure.kind(), new Seen(1, failure), (known, one) -> known.again());
            }
        }
        long before = run.records().stream()
                .filter(record -> !record.cancelled() && record.phase() == RequestPhase.WARMUP)
                .count();
        if (causes.isEmpty() || hasUndecided(run) || commonest(causes).example().kind() == FailureKind.GENERATOR) {
            return Optional.empty();
        }
        Seen commonest = commonest(causes);
        int ended = causes.values().stream().mapToInt(Seen::times).sum();
        return Optional.of(new Finding.Fault(new RunFailure.NothingSucceeded(
                plan.target(),
                plan.load().workload(),
                ended,
                before,
                causes.size(),
                commonest.times(),
                commonest.example())));
    }

    /** A request that was cut off and is older than a failure might have succeeded, unless the load itself gave up. */
    private static boolean hasUndecided(LoadRun run) {
        OptionalInt oldest = indexes(run, true).min();
        return run.end().isAsPlanned()
                && oldest.isPresent()
                && indexes(run, false).max().orElseThrow() > oldest.getAsInt();
    }

    private static IntStream indexes(LoadRun run, boolean cancelled) {
        return run.records().stream()
                .filter(record -> record.cancelled() == cancelled)
                .mapToInt(RequestRecord::index);
    }

    private static Seen commonest(Map<FailureKind, Seen> causes) {
        return causes.values().stream()
                .max(Comparator.comparingInt(Seen::times))
                .orElseThrow();
    }
}
