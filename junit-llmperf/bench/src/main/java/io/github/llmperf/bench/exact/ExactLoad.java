package io.github.llmperf.bench.exact;

import io.github.llmperf.client.LlmClient;
import io.github.llmperf.client.OkHttpLlmClient;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.LoadRunner;
import io.github.llmperf.load.NanoClock;
import io.github.llmperf.load.StopRule;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.Limits;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Phases.Warmup;
import io.github.llmperf.plan.Phases.WindowKind;
import io.github.llmperf.plan.Ramp;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.ThinkTime;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A load as a test would run it, against an exact server.
 *
 * @param users concurrent users, each with its own stream
 * @param pace of the answers
 * @param requests how many are measured
 * @param promptChars length of each prompt
 * @param spread whether users start evenly over the length of an answer instead of all at once
 */
record ExactLoad(int users, Pace pace, int requests, int promptChars, boolean spread) {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int SHORT_PROMPT = 100;

    static ExactLoad of(int users, Pace pace, int requests) {
        return new ExactLoad(users, pace, requests, SHORT_PROMPT, false);
    }

    ExactLoad withPromptChars(int chars) {
        return new ExactLoad(users, pace, requests, chars, spread);
    }

    ExactLoad withSpreadUsers() {
        return new ExactLoad(users, pace, requests, promptChars, true);
    }

    /**
     * What came of a load.
     *
     * @param run times and health
     * @param records all requests
     * @param stamps what the server sent
     * @param serverCpuNanos what the server used of the processors
     */
    record Outcome(LoadRun run, List<RequestRecord> records, Map<Integer, SentAnswer> stamps, long serverCpuNanos) {}

    /** Opens the client of a load. */
    @FunctionalInterface
    interface Opening {
        LlmClient open(Target target, Workload workload, int users);
    }

    /** The library's own client. */
    static LlmClient okHttp(Target target, Workload workload, int users) {
        return OkHttpLlmClient.open(target, workload, TIMEOUT, users, NanoClock.SYSTEM::now);
    }

    Outcome run(ServerProcess server) throws IOException, InterruptedException {
        return run(server, ExactLoad::okHttp);
    }

    Outcome run(ServerProcess server, Opening opening) throws IOException, InterruptedException {
        long cpuBefore = server.stamps().cpuNanos();
        List<RequestRecord> records = new ArrayList<>();
        LoadRun run = send(server.uri(), opening, records);
        ServerProcess.Stamps stamps = server.stamps();
        return new Outcome(run, records, stamps.answers(), stamps.cpuNanos() - cpuBefore);
    }

    /** Sends the load, and adds its requests to the records. */
    LoadRun send(URI server, Opening opening, List<RequestRecord> records) throws InterruptedException {
        Target target = Target.at(server).withModel("m").withHeader(Pace.HEADER, pace.toString());
        Queue<RequestRecord> ended = new ConcurrentLinkedQueue<>();
        try (LlmClient client = opening.open(target, workload(), users)) {
            LoadRun run = new LoadRunner(NanoClock.SYSTEM)
                    .run(plan(target), this::prompt, client, ended::add, StopRule.NEVER);
            records.addAll(ended);
            return run;
        }
    }

    private Prompt prompt(int index) {
        String id = "#" + index + "# ";
        return Prompt.of(id + "x".repeat(Math.max(0, promptChars - id.length())));
    }

    private Workload workload() {
        return new Workload(
                "exact",
                "",
                OptionalInt.empty(),
                OptionalInt.empty(),
                pace.tokens(),
                false,
                true,
                0,
                "",
                "",
                Workload.Cache.SHARED);
    }

    private LoadPlan plan(Target target) {
        Ramp ramp = spread ? Ramp.atRate(users / pace.seconds()) : Ramp.AT_ONCE;
        return new LoadPlan(
                new Scenario("bench.Exact", "exact", Map.of(), Scenario.SINGLE),
                "bench",
                target,
                workload(),
                new Arrival.ClosedLoop(users, ramp, ThinkTime.NONE, 1),
                new Phases(
                        Warmup.ONE_REQUEST,
                        OptionalInt.of(requests),
                        Optional.empty(),
                        Duration.ZERO,
                        Duration.ofMinutes(2),
                        WindowKind.STEADY,
                        false),
                TIMEOUT,
                OptionalLong.empty(),
                new Limits(List.of(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty()),
                BaselinePolicy.NONE,
                1,
                1,
                OptionalLong.empty(),
                false,
                false,
                Path.of("target"),
                false);
    }
}
