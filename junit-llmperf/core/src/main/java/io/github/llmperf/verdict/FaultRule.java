package io.github.llmperf.verdict;

import io.github.llmperf.client.FailureAdvice;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run in which nothing succeeded says nothing about speed: it is an error with a cause. */
final class FaultRule {

    private FaultRule() {}

    /** Returns the fault, if not one request of the run succeeded, warm-up included, although some ended. */
    static Optional<Finding.Fault> judge(LoadPlan plan, LoadRun run) {
        List<RequestRecord> ended =
                run.records().stream().filter(r -> !r.cancelled()).toList();
        if (ended.isEmpty() || ended.stream().anyMatch(RequestRecord::succeeded)) {
            return Optional.empty();
        }
        Map<FailureKind, List<Failure>> byKind = new EnumMap<>(FailureKind.class);
        ended.stream().flatMap(r -> Optional.ofNullable(r.failure()).stream()).forEach(f -> byKind.computeIfAbsent(
                        f.kind(), k -> new ArrayList<>())
                .add(f));
        List<Failure> commonest = byKind.values().stream()
                .max(Comparator.comparingInt(Collection::size))
                .orElseThrow();
        Failure example = commonest.get(0);
        String share =
                byKind.size() == 1 ? " with " : ", most often (" + Words.count(commonest.size(), "time") + ") with ";
        String advice = plan.target().maskSecrets(FailureAdvice.of(plan.target(), plan.workload(), example));
        String all = ended.size() == 1 ? "the only request" : "all " + Words.count(ended.size(), "request");
        return Optional.of(
                new Finding.Fault("nothing succeeded: " + all + " failed" + share + example.kind() + ": " + advice));
    }
}
