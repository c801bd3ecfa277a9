package io.github.llmperf.run;

import io.github.llmperf.client.LlmClient;
import io.github.llmperf.client.OkHttpLlmClient;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadProgress;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.LoadRun.End;
import io.github.llmperf.load.LoadRunner;
import io.github.llmperf.load.StopRule;
import io.github.llmperf.measure.EarlyStop;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.prompt.PlannedPrompts;
import io.github.llmperf.prompt.PromptSet;
import io.github.llmperf.prompt.PromptSource;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.PairedJudge;
import io.github.llmperf.verdict.RunFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Sends a load to two targets in turns, A B B A A B B A, so that a drift of the machine or the network falls on both alike.
 * The two loads of a pair ask the same prompts at the same schedule, and so what is asked cancels too; each load has nonces
 * of its own, since two targets may share a cache behind them.
 */
final class PairedExecution {

    private final LoadPlan plan;
    private final LoadPlan there;
    private final Pairing pairing;
    private final PromptSet prompts;
    private final NanoClock clock;
    private final LoadProgress progress;
    private final EarlyStop early;
    private final List<LoadRun> own = new ArrayList<>();
    private final List<LoadRun> other = new ArrayList<>();

    private PairedExecution(LoadPlan plan, PromptSet prompts, NanoClock clock, LoadProgress progress) {
        this.plan = plan;
        this.pairing = Objects.requireNonNull(plan.load().pairing(), "the plan has a second target");
        this.there = plan.on(pairing.with());
        this.prompts = prompts;
        this.clock = clock;
        this.progress = progress;
        this.early = EarlyStop.of(plan);
    }

    /**
     * Sends all pairs, or as many as end as planned. Both targets are tried before.
     *
     * @param progress told of the requests to the test's own target, and whom it names of those to the second
     */
    static LoadExecution of(
            LoadPlan plan, PromptSet prompts, NanoClock clock, LoadProgress progress, Consumer<String> say)
            throws InterruptedException {
        return new PairedExecution(plan, prompts, clock, progress).run(say);
    }

    private LoadExecution run(Consumer<String> say) throws InterruptedException {
        LoadTarget ownTarget = new LoadTarget(plan, clock);
        LoadTarget otherTarget = new LoadTarget(there, clock);
        try (OkHttpLlmClient here = ownTarget.open(List.of(plan));
                OkHttpLlmClient second = otherTarget.open(List.of(there))) {
            ownTarget.tryWriting(source(plan), prompts);
            otherTarget.tryWriting(source(there), prompts);
            Optional<String> refusal = ownTarget.refusal(say);
            if (refusal.isPresent()) {
                Judgement fault = Judgement.fault(new RunFailure.Refused(refusal.get()));
                return LoadExecution.nothing(fault, clock.now());
            }
            Optional<String> refusalThere = otherTarget.refusal(say);
            if (refusalThere.isPresent()) {
                return LoadExecution.nothing(PairedJudge.unanswered(pairing, refusalThere.get()), clock.now());
            }
            try (WatchedServer server = WatchedServer.start(plan, clock)) {
                sendPairs(here, second);
                List<LoadRun> all = Stream.concat(own.stream(), other.stream()).toList();
                return new LoadExecution(List.of(own), server.end(all), Optional.empty(), other);
            }
        }
    }

    private void sendPairs(LlmClient here, LlmClient second) throws InterruptedException {
        boolean goesOn = true;
        int offset = 0;
        for (int pair = 0; pair < pairing.pairs() && goesOn; pair++) {
            boolean ownFirst = Pairing.isOwnFirst(pair);
            try {
                goesOn = send(ownFirst, pair, offset, ownFirst ? here : second)
                        && send(!ownFirst, pair, offset, ownFirst ? second : here);
            } catch (InterruptedException e) {
                if (own.isEmpty()) {
                    throw e;
                }
                Thread.currentThread().interrupt();
                goesOn = false;
            }
            offset = goesOn ? offset + Math.max(sent(own), sent(other)) : offset;
        }
        if (Thread.currentThread().isInterrupted() || isInterrupted()) {
            own.add(own.remove(own.size() - 1).interrupted());
        }
    }

    /** Sends one load; tells whether it ended as planned, so that the next may follow. */
    private boolean send(boolean toOwn, int pair, int offset, LlmClient client) throws InterruptedException {
        LoadPlan load = toOwn ? plan : there;
        PromptSource source = source(load.withRunId(plan.runId() + "-" + (own.size() + other.size())));
        List<LoadRun> runs = toOwn ? own : other;
        LoadRun run = new LoadRunner(clock)
                .run(
                        load.ofNumber(pair),
                        index -> source.prompt(offset + index),
                        client,
                        toOwn ? progress : progress.elsewhere(),
                        toOwn ? early.nextRun() : StopRule.NEVER);
        runs.add(run);
        return run.end().isAsPlanned();
    }

    private PromptSource source(LoadPlan load) {
        return PlannedPrompts.of(load, prompts);
    }

    private static int sent(List<LoadRun> runs) {
        return runs.get(runs.size() - 1).promptsUsed();
    }

    private boolean isInterrupted() {
        return other.stream().anyMatch(run -> run.end() == End.INTERRUPTED)
                || own.stream().anyMatch(run -> run.end() == End.INTERRUPTED);
    }
}
