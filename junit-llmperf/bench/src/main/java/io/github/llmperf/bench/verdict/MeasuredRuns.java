package io.github.llmperf.bench.verdict;

import io.github.llmperf.client.OkHttpLlmClient;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.client.RequestTimestamps;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadProgress;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.LoadRunner;
import io.github.llmperf.load.StopRule;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.simulator.SimulatedServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/** Runs a small load over HTTP again and again, each time against a server that was started anew. */
final class MeasuredRuns {

    /** Runs that only get the JVM warm. */
    private static final int WARMUP = 5;

    private static final int USERS = 10;
    private static final int REQUESTS = 120;
    private static final int TOKENS = 16;
    private static final int MOST_WORDS = 1500;

    private MeasuredRuns() {}

    static List<RunRecord> measure(int number) throws IOException, InterruptedException {
        List<RunRecord> runs = new ArrayList<>();
        for (int i = 0; i < WARMUP + number; i++) {
            try (SimulatedServer server = SimulatedServer.builder().start()) {
                RunRecord run = measure(Target.at(server.url()).withModel(server.model()));
                if (i >= WARMUP) {
                    runs.add(run);
                }
            }
        }
        return runs;
    }

    private static RunRecord measure(Target target) throws IOException, InterruptedException {
        LoadPlan plan = BenchPlan.of(target, USERS, REQUESTS, TOKENS, BaselinePolicy.NONE);
        try (OkHttpLlmClient client =
                OkHttpLlmClient.open(target, plan.load().workload(), plan.caps().timeout(), USERS, System::nanoTime)) {
            LoadRun run = new LoadRunner(NanoClock.SYSTEM)
                    .run(plan, MeasuredRuns::prompt, client, LoadProgress.SILENT, StopRule.NEVER);
            return record(run);
        }
    }

    /** Prompts differ in length by two orders of magnitude, as users' do; each run sends the same ones. */
    private static Prompt prompt(int index) {
        double words = Math.exp(new SplittableRandom(index).nextDouble() * Math.log(MOST_WORDS));
        return Prompt.of(index + " word".repeat((int) words));
    }

    private static RunRecord record(LoadRun run) {
        List<RequestRecord> requests = new ArrayList<>();
        run.records().forEach(requests::add);
        requests.removeIf(request -> !request.measured() || !request.succeeded());
        requests.sort(Comparator.comparingLong(request -> request.moments().sent()));
        return new RunRecord(
                values(requests, MeasuredRuns::ttft),
                values(requests, MeasuredRuns::tpot),
                values(requests, MeasuredRuns::rate));
    }

    private static double[] values(List<RequestRecord> requests, ToDoubleFunction<RequestRecord> value) {
        return requests.stream().mapToDouble(value).toArray();
    }

    private static double ttft(RequestRecord request) {
        return (request.moments().firstToken() - request.moments().sent()) / 1e6;
    }

    private static double tpot(RequestRecord request) {
        RequestTimestamps moments = request.moments();
        return (moments.lastToken() - moments.firstToken())
                / 1e6
                / (request.answer().outputTokens() - 1);
    }

    private static double rate(RequestRecord request) {
        RequestTimestamps moments = request.moments();
        return request.answer().outputTokens() * 1e9 / (moments.lastToken() - moments.sent());
    }
}
