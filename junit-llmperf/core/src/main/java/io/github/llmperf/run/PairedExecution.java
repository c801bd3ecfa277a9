package io.github.llmperf.run;

import io.github.llmperf.client.OkHttpLlmClient;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadProgress;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.prompt.PromptSet;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.PairedJudge;
import io.github.llmperf.verdict.RunFailure;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** Sends a load in turns to two targets that keep running. Both are tried before. */
final class PairedExecution {

    private PairedExecution() {}

    /**
     * Sends all pairs, or as many as end as planned.
     *
     * @param progress told of the requests to the test's own target, and whom it names of those to the second
     * @param starts starts both targets anew for each pair, where that is what the plan compares
     */
    static LoadExecution of(LoadPlan plan, PromptSet prompts, NanoClock clock, LoadProgress progress, Starts starts)
            throws InterruptedException {
        Pairing pairing = Objects.requireNonNull(plan.load().pairing(), "the plan has a second target");
        PairedLoads loads = new PairedLoads(plan, prompts, clock, progress);
        return switch (pairing.unit()) {
            case LOADS -> running(plan, pairing, loads, prompts, clock, starts.say());
            case STARTS -> new StartedPairs(plan, pairing, loads, prompts, clock, starts).run();
        };
    }

    private static LoadExecution running(
            LoadPlan plan, Pairing pairing, PairedLoads loads, PromptSet prompts, NanoClock clock, Consumer<String> say)
            throws InterruptedException {
        LoadPlan there = plan.on(pairing.with());
        LoadTarget ownTarget = new LoadTarget(plan, clock);
        LoadTarget otherTarget = new LoadTarget(there, clock);
        try (OkHttpLlmClient here = ownTarget.open(List.of(plan));
                OkHttpLlmClient second = otherTarget.open(List.of(there))) {
            ownTarget.tryWriting(loads.source(plan), prompts);
            otherTarget.tryWriting(loads.source(there), prompts);
            Optional<String> refusal = ownTarget.refusal(say);
            if (refusal.isPresent()) {
                Judgement fault = Judgement.fault(new RunFailure.Refused(refusal.get()));
                return LoadExecution.nothing(fault, clock.now());
            }
            Optional<String> refusalThere = otherTarget.refusal(say);
            if (refusalThere.isPresent()) {
                Judgement fault = PairedJudge.faultOfSecond(pairing, new RunFailure.Refused(refusalThere.get()));
                return LoadExecution.nothing(fault, clock.now());
            }
            try (WatchedServer server = WatchedServer.start(plan, clock)) {
                loads.inTurns(
                        pairing.pairs(),
                        (toOwn, pair) -> loads.send(toOwn, toOwn ? plan : there, pair, toOwn ? here : second));
                return new LoadExecution(
                        List.of(loads.own()), server.end(loads.all()), Optional.empty(), loads.other());
            }
        }
    }
}
