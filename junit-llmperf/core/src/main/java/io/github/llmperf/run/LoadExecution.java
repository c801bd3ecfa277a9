package io.github.llmperf.run;

import io.github.llmperf.client.LlmClient;
import io.github.llmperf.client.OkHttpLlmClient;
import io.github.llmperf.client.OwnLengths;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.client.TargetProbe;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.Health;
import io.github.llmperf.load.LoadProgress;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.LoadRunner;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.load.ServerLog;
import io.github.llmperf.load.StopRule;
import io.github.llmperf.measure.EarlyStop;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.prompt.PlannedPrompts;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.prompt.PromptSet;
import io.github.llmperf.prompt.PromptSource;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.catalog.Dialects;
import io.github.llmperf.verdict.Breakdown;
import io.github.llmperf.verdict.Judgement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What sending the loads of a test brought back.
 *
 * @param loads for each load that began, its repetitions, one at least; without requests when the probe failed. There are
 *     fewer than planned when a stage ended early
 * @param server what the server said of itself meanwhile
 * @param fault the verdict of a target that does not answer a single request; empty when the load took place
 * @param other loads of a second target, in their order; empty where there is none, or its turn never came
 */
record LoadExecution(List<List<LoadRun>> loads, ServerLog server, Optional<Judgement> fault, List<LoadRun> other) {

    /** What a second request would not change; an overloaded or faltering server is what a load is there to show. */
    private static final Set<FailureKind> FINAL = Set.of(
            FailureKind.CONNECT,
            FailureKind.AUTH,
            FailureKind.BAD_REQUEST,
            FailureKind.PROTOCOL,
            FailureKind.GENERATOR);

    /** Requests that wait at once in an open loop without a cap: a guess for the pool, not a limit. */
    private static final int OPEN_LOOP_CONNECTIONS = 256;

    /**
     * Sends one load, or the stages of a test: they share target, workload and prompts.
     *
     * @param progress told of the requests of each load, in the same order
     */
    static LoadExecution of(
            List<LoadPlan> loads,
            PromptSet prompts,
            NanoClock clock,
            List<? extends LoadProgress> progress,
            Consumer<String> say)
            throws InterruptedException {
        LoadPlan plan = loads.get(0);
        if (plan.pairing() != null) {
            return PairedExecution.of(plan, prompts, clock, progress.get(0), say);
        }
        int most = loads.stream().mapToInt(LoadExecution::concurrency).max().orElseThrow();
        try (OkHttpLlmClient client = open(plan, most, clock)) {
            PromptSource source = PlannedPrompts.of(plan, prompts);
            tryWriting(plan, source, prompts);
            Optional<String> refusal = refusal(plan, clock, say);
            if (refusal.isPresent()) {
                return nothing(fault(refusal.get()), clock.now());
            }
            try (WatchedServer server = WatchedServer.start(plan, clock)) {
                List<List<LoadRun>> runs = loads.size() == 1
                        ? List.of(repeat(plan, source, client, clock, progress.get(0)))
                        : inStages(loads, source, client, clock, progress);
                ServerLog log = server.end(runs.stream().flatMap(List::stream).toList());
                return new LoadExecution(runs, log, Optional.empty(), List.of());
            }
        }
    }

    /** Tells whether everything was sent that was to be, so that another trial would tell something. */
    boolean endedAsPlanned() {
        return fault.isEmpty()
                && loads.stream().flatMap(List::stream).allMatch(run -> run.end()
                        .isAsPlanned());
    }

    /** Returns this execution as one that was to be followed by another trial, which an interrupt prevented. */
    LoadExecution interrupted() {
        List<List<LoadRun>> cut = loads.stream()
                .map(runs -> runs.stream().map(LoadRun::interrupted).toList())
                .toList();
        return new LoadExecution(cut, server, fault, other);
    }

    static OkHttpLlmClient open(LoadPlan plan, int concurrency, NanoClock clock) {
        return OkHttpLlmClient.open(
                plan.target(), plan.workload(), plan.timeout(), plan.maxAnswerSize(), concurrency, clock::now);
    }

    /** What the dialect cannot say shows now, not with the first request. */
    static void tryWriting(LoadPlan plan, PromptSource source, PromptSet prompts) {
        Prompt first = source.prompt(0);
        Dialects.named(plan.target().api())
                .writer(plan.target(), plan.workload())
                .write(first);
        if (prompts.hasOwnLengths(plan.workload())) {
            OwnLengths.check(plan.target(), plan.workload(), first);
        }
    }

    private static List<List<LoadRun>> inStages(
            List<LoadPlan> stages,
            PromptSource source,
            LlmClient client,
            NanoClock clock,
            List<? extends LoadProgress> progress)
            throws InterruptedException {
        List<StopRule> stops =
                stages.stream().map(stage -> EarlyStop.of(stage).nextRun()).toList();
        return new LoadRunner(clock)
                .run(stages, source, client, progress, stops).stream()
                        .map(List::of)
                        .toList();
    }

    /** Each repetition goes on in the prompts where the last one stopped: none is answered from a cache. */
    private static List<LoadRun> repeat(
            LoadPlan plan, PromptSource source, LlmClient client, NanoClock clock, LoadProgress progress)
            throws InterruptedException {
        List<LoadRun> runs = new ArrayList<>();
        EarlyStop early = EarlyStop.of(plan);
        int sent = 0;
        boolean goesOn = true;
        while (goesOn) {
            int offset = sent;
            try {
                runs.add(new LoadRunner(clock)
                        .run(
                                plan.ofNumber(runs.size()),
                                index -> source.prompt(offset + index),
                                client,
                                progress,
                                early.nextRun()));
            } catch (InterruptedException e) {
                return soFar(runs, e);
            }
            LoadRun run = runs.get(runs.size() - 1);
            goesOn = runs.size() < plan.repetitions() && run.end().isAsPlanned();
            sent += goesOn ? sent(run) : 0;
        }
        return runs;
    }

    /** An interrupt between two repetitions leaves the results of those before. */
    private static List<LoadRun> soFar(List<LoadRun> runs, InterruptedException interrupt) throws InterruptedException {
        if (runs.isEmpty()) {
            throw interrupt;
        }
        Thread.currentThread().interrupt();
        runs.add(runs.remove(runs.size() - 1).interrupted());
        return runs;
    }

    /** How many prompts a run has used up. */
    static int sent(LoadRun run) {
        return 1 + run.records().stream().mapToInt(RequestRecord::index).max().orElse(-1);
    }

    /** Returns why the load would fail; a target that is waited for is probed by the last request of the waiting. */
    static Optional<String> refusal(LoadPlan plan, NanoClock clock, Consumer<String> say) throws InterruptedException {
        Duration waitFor = plan.target().waitFor();
        if (!plan.probe()) {
            return Optional.empty();
        }
        if (waitFor == null) {
            return TargetProbe.probe(plan.target(), plan.workload(), plan.timeout())
                    .flatMap(LoadExecution::adviceIfFinal);
        }
        Readiness.End end = Readiness.of(plan, waitFor, clock, say).await();
        if (end instanceof Readiness.End.InVain inVain) {
            return Optional.of(inVain.message());
        }
        return end instanceof Readiness.End.Final last ? adviceIfFinal(last.refusal()) : Optional.empty();
    }

    private static Optional<String> adviceIfFinal(TargetProbe.Refusal refusal) {
        return FINAL.contains(refusal.failure().kind()) ? Optional.of(refusal.advice()) : Optional.empty();
    }

    static Judgement fault(String why) {
        return Judgement.fault(new Breakdown.Refused(why));
    }

    static LoadExecution nothing(Judgement fault, long now) {
        LoadRun run = new LoadRun(
                Instant.now(),
                new RunTimes(now, now, now, now),
                List.of(),
                0,
                Health.unknown(),
                LoadRun.End.NOTHING_SUCCEEDED);
        return new LoadExecution(List.of(List.of(run)), ServerLog.NOTHING, Optional.of(fault), List.of());
    }

    static int concurrency(LoadPlan plan) {
        return plan.arrival() instanceof Arrival.ClosedLoop closed ? closed.users() : OPEN_LOOP_CONNECTIONS;
    }
}
