package io.github.llmperf.verdict;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Target;
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
        Target target = plan.target();
        String share = byKind.size() == 1 ? " with " : ", most often (" + commonest.size() + " times) with ";
        return Optional.of(new Finding.Fault("nothing succeeded: all " + Words.count(ended.size(), "request")
                + " failed" + share + target.maskSecrets(example.toString()) + "; "
                + advice(example.kind(), target)));
    }

    private static String advice(FailureKind kind, Target target) {
        return switch (kind) {
            case CONNECT, CONNECTION_REUSED_CLOSED -> "check that " + target.url() + " is up and can be reached";
            case TIMEOUT -> "check that the server is not stuck, or raise timeout";
            case AUTH -> "check the key: apiKeyEnv names the environment variable that holds it";
            case LENGTH -> "shorten the prompts or lower maxNewTokens";
            case OVERLOAD -> "lower users or requestRate, or give the server more room";
            case BAD_REQUEST -> "check model, api and extraBody";
            case SERVER_ERROR, STREAM_ERROR, TRUNCATED -> "look into the server's log";
            case PROTOCOL -> "check url and api: what came back is no answer of " + target.api();
            case EMPTY_OUTPUT -> "check prompt and extraBody: the server answers without output";
            case CANCELLED -> "run it again";
        };
    }
}
