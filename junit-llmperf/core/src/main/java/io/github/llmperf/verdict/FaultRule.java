package io.github.llmperf.verdict;

import io.github.llmperf.client.FailureAdvice;
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

/**
 * A run in which nothing succeeded says nothing about speed: it is an error with a cause, unless most requests failed on
 * this machine, which {@link ShortageRule} tells.
 */
final class FaultRule {

    private FaultRule() {}

    /** How often a kind of failure came, and the first of its kind. */
    private record Cause(int times, Failure example) {
        Cause again() {
            return new Cause(times + 1, example);
        }
    }

    /** Returns the fault, if not one request of the run succeeded, warm-up included, although some ended. */
    static Optional<Finding.Fault> judge(LoadPlan plan, LoadRun run) {
        Map<FailureKind, Cause> causes = new EnumMap<>(FailureKind.class);
        for (RequestRecord record : run.records()) {
            Failure failure = record.failure();
            if (failure == null) {
                return Optional.empty();
            }
            if (!record.cancelled()) {
                causes.merge(failure.kind(), new Cause(1, failure), (known, one) -> known.again());
            }
        }
        long before = run.records().stream()
                .filter(record -> !record.cancelled() && record.phase() == RequestPhase.WARMUP)
                .count();
        return causes.isEmpty() || commonest(causes).example().kind() == FailureKind.GENERATOR
                ? Optional.empty()
                : Optional.of(new Finding.Fault(words(plan, causes, before)));
    }

    private static Cause commonest(Map<FailureKind, Cause> causes) {
        return causes.values().stream()
                .max(Comparator.comparingInt(Cause::times))
                .orElseThrow();
    }

    private static String words(LoadPlan plan, Map<FailureKind, Cause> causes, long before) {
        int ended = causes.values().stream().mapToInt(Cause::times).sum();
        Cause commonest = commonest(causes);
        Failure example = commonest.example();
        String share =
                causes.size() == 1 ? " with " : ", most often (" + Words.count(commonest.times(), "time") + ") with ";
        String advice = plan.target().maskSecrets(FailureAdvice.of(plan.target(), plan.workload(), example));
        String all = ended == 1 ? "the only request" : "all " + Words.count(ended, "request");
        // Tables count what was measured alone.
        String warmup =
                before == 0 || ended == 1 ? "" : " (" + Words.number((double) before) + " of them in the warm-up)";
        return "nothing succeeded: " + all + warmup + " failed" + share + example.kind() + ": " + advice;
    }
}
