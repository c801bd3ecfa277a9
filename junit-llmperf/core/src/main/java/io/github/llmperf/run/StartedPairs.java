package io.github.llmperf.run;

import io.github.llmperf.client.OkHttpLlmClient;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.ServerLog;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.PromptSet;
import io.github.llmperf.settings.TargetResolver;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.PairedJudge;
import io.github.llmperf.verdict.RunFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/**
 * Sends a load in turns to two targets of one source, each started anew for its load: one of them runs at a time, and each
 * pair tells how a start of one differs from a start of the other.
 */
final class StartedPairs {

    private final LoadPlan plan;
    private final Pairing pairing;
    private final PairedLoads loads;
    private final PromptSet prompts;
    private final NanoClock clock;
    private final Starts starts;
    private final TargetResolver second;
    private final List<ServerLog> logs = new ArrayList<>();
    private Optional<Judgement> fault = Optional.empty();

    StartedPairs(LoadPlan plan, Pairing pairing, PairedLoads loads, PromptSet prompts, NanoClock clock, Starts starts) {
        this.plan = plan;
        this.pairing = pairing;
        this.loads = loads;
        this.prompts = prompts;
        this.clock = clock;
        this.starts = starts;
        this.second = starts.own()
                .other(Objects.requireNonNull(pairing.with().name(), "a target among several of a source has a name"));
    }

    LoadExecution run() throws InterruptedException {
        loads.inTurns(pairing.pairs(), this::turn);
        if (loads.own().isEmpty()) {
            return LoadExecution.nothing(fault.orElseThrow(), clock.now());
        }
        return new LoadExecution(List.of(loads.own()), ServerLog.together(logs), fault, loads.other());
    }

    private boolean turn(boolean toOwn, int pair) throws InterruptedException {
        Target target;
        try {
            target = started(toOwn, pair);
        } catch (ExtensionConfigurationException e) {
            return failed(toOwn, new RunFailure.NotStarted(pair + 1, pairing.pairs(), String.valueOf(e.getMessage())));
        }
        LoadPlan load = plan.on(target);
        LoadTarget here = new LoadTarget(load, clock);
        try (OkHttpLlmClient client = here.open(List.of(load))) {
            here.tryWriting(loads.source(load), prompts);
            Optional<String> refusal = here.refusal(starts.say());
            if (refusal.isPresent()) {
                return failed(toOwn, new RunFailure.Refused(refusal.get()));
            }
            return toOwn ? watched(load, pair, client) : loads.send(false, load, pair, client);
        }
    }

    /** The own target of the first pair was the last that was started, and has had no load yet. */
    private Target started(boolean toOwn, int pair) throws InterruptedException {
        if (loads.own().isEmpty()) {
            return plan.target();
        }
        starts.say()
                .accept("pair " + (pair + 1) + " of " + pairing.pairs() + " of " + plan.scenario() + ": starting "
                        + (toOwn ? plan.target().name() : pairing.name()) + " anew");
        return starts.anew(toOwn ? starts.own() : second);
    }

    private boolean watched(LoadPlan load, int pair, OkHttpLlmClient client) throws InterruptedException {
        try (WatchedServer server = WatchedServer.start(load, clock)) {
            boolean goesOn = loads.send(true, load, pair, client);
            List<LoadRun> own = loads.own();
            logs.add(server.end(own.subList(own.size() - 1, own.size())));
            return goesOn;
        }
    }

    private boolean failed(boolean own, RunFailure why) {
        fault = Optional.of(own ? Judgement.fault(why) : PairedJudge.faultOfSecond(pairing, why));
        return false;
    }
}
