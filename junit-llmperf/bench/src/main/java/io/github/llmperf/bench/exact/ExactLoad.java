package io.github.llmperf.bench.exact;

import io.github.llmperf.client.LlmClient;
import io.github.llmperf.client.OkHttpLlmClient;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadRunner;
import io.github.llmperf.load.StopRule;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.Caps;
import io.github.llmperf.plan.Criteria;
import io.github.llmperf.plan.Load;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Observation;
import io.github.llmperf.plan.Output;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Phases.Warmup;
import io.github.llmperf.plan.Phases.WindowKind;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A load as a test would run it, against an exact server. */
final class ExactLoad {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int PROMPT = 100;

    private ExactLoad() {}

    /** Sends a load of so many measured requests, and adds all its requests to the records. */
    static void send(StreamLoad load, int requests, List<RequestRecord> records) throws InterruptedException {
        Target target = Target.at(load.server())
                .withModel("m")
                .withHeader(Pace.HEADER, load.pace().toString());
        Workload workload = workload(load);
        Queue<RequestRecord> ended = new ConcurrentLinkedQueue<>();
        Prompt prompt = Prompt.of("x".repeat(PROMPT));
        try (LlmClient client =
                OkHttpLlmClient.open(target, workload, TIMEOUT, load.streams(), NanoClock.SYSTEM::now)) {
            new LoadRunner(NanoClock.SYSTEM)
                    .run(plan(load, target, workload, requests), index -> prompt, client, ended::add, StopRule.NEVER);
            records.addAll(ended);
        }
    }

    private static Workload workload(StreamLoad load) {
        return new Workload(
                Workload.Prompts.of("exact", ""), load.pace().tokens(), false, true, 0, "", "", Workload.Cache.SHARED);
    }

    private static LoadPlan plan(StreamLoad load, Target target, Workload workload, int requests) {
        return new LoadPlan(
                new Scenario("bench.Exact", "exact", Map.of(), Scenario.SINGLE),
                "bench",
                target,
                Load.once(
                        workload,
                        Arrival.ClosedLoop.of(load.streams()),
                        new Phases(
                                Warmup.ONE_REQUEST,
                                OptionalInt.of(requests),
                                Optional.empty(),
                                Duration.ZERO,
                                Duration.ofMinutes(2),
                                WindowKind.STEADY,
                                false),
                        1),
                Caps.ofTimeout(TIMEOUT),
                Criteria.NONE,
                Observation.UNPROBED,
                new Output(Path.of("target"), false));
    }
}
