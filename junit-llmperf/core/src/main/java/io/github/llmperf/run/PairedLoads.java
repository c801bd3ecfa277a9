package io.github.llmperf.run;

import io.github.llmperf.client.LlmClient;
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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The loads of a comparison in turns, A B B A A B B A, so that a drift of the machine or the network falls on both targets
 * alike. The two loads of a pair ask the same prompts at the same schedule, and so what is asked cancels too; each load has
 * nonces of its own, since two targets may share a cache behind them.
 */
final class PairedLoads {

    private final LoadPlan plan;
    private final PromptSet prompts;
    private final NanoClock clock;
    private final LoadProgress progress;
    private final EarlyStop early;
    private final List<LoadRun> own = new ArrayList<>();
    private final List<LoadRun> other = new ArrayList<>();
    private int offset;

    PairedLoads(LoadPlan plan, PromptSet prompts, NanoClock clock, LoadProgress progress) {
        this.plan = plan;
        this.prompts = prompts;
        this.clock = clock;
        this.progress = progress;
        this.early = EarlyStop.of(plan);
    }

    /** One target's part in a pair. */
    interface Turn {

        /**
         * Sends its load.
         *
         * @param toOwn whether it is the turn of the test's own target
         * @param pair number of the pair, from 0
         * @return whether it ended as planned, so that the next may follow
         */
        boolean take(boolean toOwn, int pair) throws InterruptedException;
    }

    /** Returns the loads sent to the test's own target so far. */
    List<LoadRun> own() {
        return own;
    }

    /** Returns the loads sent to the second target so far. */
    List<LoadRun> other() {
        return other;
    }

    /** Returns all loads so far. */
    List<LoadRun> all() {
        return Stream.concat(own.stream(), other.stream()).toList();
    }

    /** Takes all turns, or as many as end as planned; the own target's is the first. */
    void inTurns(int pairs, Turn turn) throws InterruptedException {
        boolean goesOn = true;
        for (int pair = 0; pair < pairs && goesOn; pair++) {
            boolean ownFirst = Pairing.isOwnFirst(pair);
            try {
                goesOn = turn.take(ownFirst, pair) && turn.take(!ownFirst, pair);
            } catch (InterruptedException e) {
                if (own.isEmpty()) {
                    throw e;
                }
                Thread.currentThread().interrupt();
                goesOn = false;
            }
            offset = goesOn ? offset + Math.max(sent(own), sent(other)) : offset;
        }
        boolean interrupted = Thread.currentThread().isInterrupted() || isInterrupted();
        if (interrupted && !own.isEmpty()) {
            own.add(own.remove(own.size() - 1).interrupted());
        }
    }

    /** Sends one load; tells whether it ended as planned, so that the next may follow. */
    boolean send(boolean toOwn, LoadPlan load, int pair, LlmClient client) throws InterruptedException {
        PromptSource source = source(load.withRunId(plan.runId() + "-" + (own.size() + other.size())));
        int from = offset;
        LoadRun run = new LoadRunner(clock)
                .run(
                        load.ofNumber(pair),
                        index -> source.prompt(from + index),
                        client,
                        toOwn ? progress : progress.elsewhere(),
                        toOwn ? early.nextRun() : StopRule.NEVER);
        (toOwn ? own : other).add(run);
        return run.end().isAsPlanned();
    }

    PromptSource source(LoadPlan load) {
        return PlannedPrompts.of(load, prompts);
    }

    private static int sent(List<LoadRun> runs) {
        return runs.get(runs.size() - 1).promptsUsed();
    }

    private boolean isInterrupted() {
        return all().stream().anyMatch(run -> run.end() == End.INTERRUPTED);
    }
}
