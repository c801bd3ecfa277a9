package io.github.llmperf.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.CapacityPlan.Kind;
import io.github.llmperf.simulator.engine.BatchLimits;
import io.github.llmperf.simulator.engine.ContinuousBatchingEngine;
import io.github.llmperf.simulator.engine.EngineRequest;
import io.github.llmperf.simulator.engine.Noise;
import io.github.llmperf.simulator.engine.StepCosts;
import io.github.llmperf.verdict.CapacityMargin;
import io.github.llmperf.verdict.CapacityOutcome;
import io.github.llmperf.verdict.CapacityOutcome.End;
import io.github.llmperf.verdict.CapacityRun;
import io.github.llmperf.verdict.CapacitySearch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Searches on engines whose capacity follows from their costs: with users that never pause, each step has a token for every
 * one of them, so that a token takes {@code step + decode · users}.
 */
@Tag("simulation")
class CapacityStudyTests {

    private static final Limit TPOT = Limit.parse("tpot < 100ms");
    private static final int TOKENS = 24;
    private static final int SLICES = 20;
    private static final int TRIES = 40;

    /** An engine, and how much its runs differ. */
    private record Server(double stepMillis, double decodeMillis, double startSd, double stepSd, long seed) {

        double capacity() {
            return (TPOT.value() - stepMillis) / decodeMillis;
        }

        CapacityRun run(int users, int number) {
            Noise noise = startSd + stepSd == 0 ? Noise.NONE : new Noise(startSd, stepSd, .9, 1_000 * seed + number);
            ContinuousBatchingEngine engine = new ContinuousBatchingEngine(
                    new StepCosts(0, stepMillis, 0, decodeMillis), new BatchLimits(4_096, 0, 100_000), noise);
            int requests = Math.max(100, 7 * users);
            VirtualResult result =
                    VirtualRun.of(engine, VirtualLoad.closed(users, requests), i -> new EngineRequest(i, 1, TOKENS));
            return CapacityRun.measured(users, List.of(margin(result, users)));
        }

        /** What is measured while all users are there: neither while the first answers come in, nor while they leave. */
        private static CapacityMargin margin(VirtualResult result, int users) {
            List<VirtualRequest> all = result.requests();
            double[] tpot = all.subList(users, all.size() - users).stream()
                    .mapToDouble(VirtualRequest::tpot)
                    .toArray();
            double mean = VirtualResult.mean(tpot);
            double[] slices = new double[SLICES];
            for (int i = 0; i < SLICES; i++) {
                slices[i] = VirtualResult.mean(
                        Arrays.copyOfRange(tpot, i * tpot.length / SLICES, (i + 1) * tpot.length / SLICES));
            }
            double squares =
                    Arrays.stream(slices).map(s -> (s - mean) * (s - mean)).sum() / (SLICES - 1);
            return CapacityMargin.of(TPOT, mean, Math.sqrt(squares / SLICES) / mean);
        }
    }

    private static CapacityOutcome search(IntFunction<IntFunction<CapacityRun>> server) {
        CapacityPlan plan = CapacityPlan.standard(Kind.USERS, 1, 1000);
        List<CapacityRun> runs = new ArrayList<>();
        OptionalDouble next = new CapacitySearch(plan, runs).next();
        while (next.isPresent()) {
            runs.add(server.apply(runs.size()).apply((int) next.getAsDouble()));
            next = new CapacitySearch(plan, runs).next();
        }
        return new CapacitySearch(plan, runs).outcome();
    }

    private static CapacityOutcome search(Server server) {
        return search(number -> users -> server.run(users, number));
    }

    @ParameterizedTest
    @CsvSource({"18, 0.78", "40, 2", "10, 0.25", "60, 0.8"})
    void findsTheCapacityOfASteadyEngine(double step, double decode) {
        Server server = new Server(step, decode, 0, 0, 0);
        CapacityOutcome found = search(server);
        assertThat(found.runs()).isLessThanOrEqualTo(12);
        assertThat(found.estimate().orElseThrow() / server.capacity()).isBetween(.95, 1.05);
        assertThat(found.carried().orElseThrow()).isLessThanOrEqualTo(server.capacity());
    }

    @ParameterizedTest
    @CsvSource({"18, 0.78", "40, 2", "10, 0.5"})
    void comesWithinATenthOnANoisyEngine(double step, double decode) {
        int close = 0;
        int promisedTooMuch = 0;
        int most = 0;
        for (int seed = 1; seed <= TRIES; seed++) {
            Server server = new Server(step, decode, .05, .1, seed);
            CapacityOutcome found = search(server);
            most = Math.max(most, found.runs());
            close += Math.abs(found.estimate().orElseThrow() / server.capacity() - 1) <= .1 ? 1 : 0;
            promisedTooMuch += found.carried().orElseThrow() > server.capacity() ? 1 : 0;
        }
        assertThat(most).isLessThanOrEqualTo(12);
        assertThat(close).as("estimates within 10 %% of %s", TRIES).isGreaterThanOrEqualTo(TRIES * 95 / 100);
        assertThat(promisedTooMuch).as("promises above the capacity").isLessThanOrEqualTo(TRIES * 15 / 100);
    }

    @Test
    void findsAQueueThatBegins() {
        // With 48 places a user more waits, and so would everybody for the first token: limits on it break all at once.
        Limit ttft = Limit.parse("ttft < 500ms");
        CapacityOutcome found = search(number -> users -> {
            ContinuousBatchingEngine engine = new ContinuousBatchingEngine(
                    new StepCosts(0, 20, 0, .2), new BatchLimits(48, Integer.MAX_VALUE, 100_000));
            VirtualResult result = VirtualRun.of(
                    engine,
                    VirtualLoad.closed(users, Math.max(200, 7 * users)),
                    i -> new EngineRequest(i, 1, TOKENS + 8 * (i % 5)));
            List<VirtualRequest> all = result.requests();
            double mean = all.subList(users, all.size() - users).stream()
                    .mapToDouble(VirtualRequest::ttft)
                    .average()
                    .orElseThrow();
            return CapacityRun.measured(users, List.of(CapacityMargin.of(ttft, mean, .01)));
        });
        assertThat(found.end()).isEqualTo(End.FOUND);
        assertThat(found.carried().orElseThrow()).isBetween(48., 80.);
        assertThat(found.open().orElseThrow() / found.carried().orElseThrow()).isLessThanOrEqualTo(1.1);
    }
}
