package io.github.llmperf.run;

import io.github.llmperf.client.LlmClient;
import io.github.llmperf.client.OkHttpLlmClient;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadProgress;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.LoadRunner;
import io.github.llmperf.load.ServerLog;
import io.github.llmperf.load.StopRule;
import io.github.llmperf.measure.EarlyStop;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.prompt.PlannedPrompts;
import io.github.llmperf.prompt.PromptSet;
import io.github.llmperf.prompt.PromptSource;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.RunFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Sends loads to one target: a load with its repetitions, or the stages of a test one after the other. */
final class SingleExecution {

    private SingleExecution() {}

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
        LoadTarget target = new LoadTarget(plan, clock);
        try (OkHttpLlmClient client = target.open(loads)) {
            PromptSource source = PlannedPrompts.of(plan, prompts);
            target.tryWriting(source, prompts);
            Optional<String> refusal = target.refusal(say);
            if (refusal.isPresent()) {
                Judgement fault = Judgement.fault(new RunFailure.Refused(refusal.get()));
                return LoadExecution.nothing(fault, clock.now());
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
            goesOn = runs.size() < plan.load().repetitions() && run.end().isAsPlanned();
            sent += goesOn ? run.promptsUsed() : 0;
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
}
