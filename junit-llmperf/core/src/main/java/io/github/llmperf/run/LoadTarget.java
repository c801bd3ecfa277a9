package io.github.llmperf.run;

import io.github.llmperf.client.OkHttpLlmClient;
import io.github.llmperf.client.OwnLengths;
import io.github.llmperf.client.TargetProbe;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.prompt.PromptSet;
import io.github.llmperf.prompt.PromptSource;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.catalog.Dialects;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The target of a load before its first request: opens a client, tries to write a request, asks whether the target answers.
 *
 * @param plan of the load, or of the first stage
 * @param clock tells the time of requests and waits for the target
 */
record LoadTarget(LoadPlan plan, NanoClock clock) {

    /** What a second request would not change; an overloaded or faltering server is what a load is there to show. */
    private static final Set<FailureKind> FINAL = Set.of(
            FailureKind.CONNECT,
            FailureKind.AUTH,
            FailureKind.BAD_REQUEST,
            FailureKind.PROTOCOL,
            FailureKind.GENERATOR);

    /** Requests that wait at once in an open loop without a cap: a guess for the pool, not a limit. */
    private static final int OPEN_LOOP_CONNECTIONS = 256;

    /** Opens a client with connections for the largest of some loads of this target. */
    OkHttpLlmClient open(List<LoadPlan> loads) {
        int most = loads.stream().mapToInt(LoadTarget::concurrency).max().orElseThrow();
        return OkHttpLlmClient.open(
                plan.target(),
                plan.load().workload(),
                plan.caps().timeout(),
                plan.caps().maxAnswerSize(),
                most,
                clock::now);
    }

    /** What the dialect cannot say shows now, not with the first request. */
    void tryWriting(PromptSource source, PromptSet prompts) {
        Prompt first = source.prompt(0);
        Dialects.named(plan.target().api())
                .writer(plan.target(), plan.load().workload())
                .write(first);
        if (prompts.hasOwnLengths(plan.load().workload())) {
            OwnLengths.check(plan.target(), plan.load().workload(), first);
        }
    }

    /** Returns why the load would fail; a target that is waited for is probed by the last request of the waiting. */
    Optional<String> refusal(Consumer<String> say) throws InterruptedException {
        Duration waitFor = plan.target().connection().waitFor();
        if (!plan.observation().probe()) {
            return Optional.empty();
        }
        if (waitFor == null) {
            return TargetProbe.probe(
                            plan.target(), plan.load().workload(), plan.caps().timeout())
                    .flatMap(LoadTarget::adviceIfFinal);
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

    private static int concurrency(LoadPlan plan) {
        return plan.load().arrival() instanceof Arrival.ClosedLoop closed ? closed.users() : OPEN_LOOP_CONNECTIONS;
    }
}
