package io.github.llmperf.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Every moment here is worked out by hand: 10 ms to arrive, steps of 5 ms + 0.1 ms per prompt token + 1 ms per request. */
class MemoryAndCacheTests {

    private static final StepCosts COSTS = new StepCosts(10, 5, 0.1, 1);
    private static final BatchLimits LIMITS = new BatchLimits(8, Integer.MAX_VALUE, 1000);
    private static final long MS = 1_000_000;
    private static final long FOREVER = 1_000_000 * MS;

    private static EngineEvent token(long request, int index, double millis) {
        return new EngineEvent.TokenProduced(request, index, Math.round(millis * MS));
    }

    private static EngineEvent finished(long request, double millis) {
        return new EngineEvent.Finished(request, Math.round(millis * MS));
    }

    @Test
    void readsPromptsInStepsOfTheirOwnWithoutChunkedPrefill() {
        Engine engine = new ContinuousBatchingEngine(COSTS, LIMITS.withChunkedPrefill(false));
        engine.submit(new EngineRequest(1, 100, 3), 0);
        engine.submit(new EngineRequest(2, 50, 2), 5 * MS);

        assertThat(engine.advance(FOREVER))
                .containsExactly(
                        new EngineEvent.Started(1, 10 * MS),
                        token(1, 1, 26),
                        new EngineEvent.Started(2, 26 * MS),
                        token(2, 1, 37),
                        token(1, 2, 44),
                        token(2, 2, 44),
                        finished(2, 44),
                        token(1, 3, 50),
                        finished(1, 50));
    }

    @Test
    void readsAPromptOnlyWholeWithoutChunkedPrefill() {
        Engine engine = new ContinuousBatchingEngine(
                COSTS, new BatchLimits(8, Integer.MAX_VALUE, 100).withChunkedPrefill(false));
        engine.submit(new EngineRequest(1, 60, 1), 0);
        engine.submit(new EngineRequest(2, 60, 1), 0);

        assertThat(engine.advance(FOREVER)).contains(token(1, 1, 22), token(2, 1, 34));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> engine.submit(new EngineRequest(3, 100, 1), 100 * MS))
                .withMessageContaining("must fit into memory, and without chunked prefill into one step");
    }

    @Test
    void hasTheYoungestWaitAgainWhenMemoryIsFull() {
        Engine engine = new ContinuousBatchingEngine(COSTS, LIMITS.withKvTokens(64));
        engine.submit(new EngineRequest(1, 20, 15), 0);
        engine.submit(new EngineRequest(2, 20, 15), 0);

        List<EngineEvent> events = engine.advance(100 * MS);
        assertThat(engine.memoryUsage()).isEqualTo(1);
        assertThat(events).contains(token(1, 1, 21), token(2, 1, 21), token(1, 12, 98), token(2, 12, 98));

        // Two blocks each are full with 32 tokens; the third goes to the one that came first.
        assertThat(engine.advance(105 * MS))
                .containsExactly(token(1, 13, 105), token(2, 13, 105), new EngineEvent.Preempted(2, 105 * MS));
        assertThat(engine.waiting()).isEqualTo(1);
        // Then 33 tokens are read again, and what was produced stays produced.
        assertThat(engine.advance(FOREVER))
                .containsExactly(
                        token(1, 14, 111),
                        token(1, 15, 117),
                        finished(1, 117),
                        token(2, 14, 126.3),
                        token(2, 15, 132.3),
                        finished(2, 132.3));
        assertThat(engine.memoryUsage()).isZero();
    }

    @Test
    void takesNobodyInWithoutMemoryForTheWholePrompt() {
        Engine engine = new ContinuousBatchingEngine(COSTS, LIMITS.withKvTokens(64));
        engine.submit(new EngineRequest(1, 40, 2), 0);
        engine.submit(new EngineRequest(2, 20, 1), 0);

        assertThat(engine.advance(20 * MS)).containsExactly(new EngineEvent.Started(1, 10 * MS), token(1, 1, 20));
        assertThat(engine.advance(FOREVER))
                .containsExactly(
                        token(1, 2, 26),
                        finished(1, 26),
                        new EngineEvent.Started(2, 26 * MS),
                        token(2, 1, 34),
                        finished(2, 34));
    }

    @Test
    void givesTheMemoryOfACancelledRequestToTheNext() {
        Engine engine = new ContinuousBatchingEngine(COSTS, LIMITS.withKvTokens(64));
        engine.submit(new EngineRequest(1, 50, 9), 0);
        engine.submit(new EngineRequest(2, 50, 1), 0);
        engine.advance(12 * MS);
        engine.cancel(1, 12 * MS);

        assertThat(engine.advance(FOREVER)).contains(new EngineEvent.Started(2, 21 * MS), finished(2, 32));
    }

    @Test
    void refusesWhatNeverFits() {
        Engine engine = new ContinuousBatchingEngine(COSTS, LIMITS.withKvTokens(70));
        assertThat(engine.submit(new EngineRequest(1, 60, 4), 0)).isTrue();
        assertThatIllegalArgumentException()
                .as("64 tokens are whole blocks")
                .isThrownBy(() -> engine.submit(new EngineRequest(2, 60, 5), 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LIMITS.withKvTokens(15))
                .withMessageStartingWith("kvTokens must be a block of 16 or more");
    }

    @Test
    void readsNoBeginningThatItKnows() {
        Engine engine = new ContinuousBatchingEngine(COSTS, LIMITS.withPrefixCaching(true));
        engine.submit(new EngineRequest(1, 50, 1, List.of(7L, 8L, 9L)), 0);
        engine.advance(50 * MS);
        engine.submit(new EngineRequest(2, 50, 1, List.of(7L, 8L, 9L)), 100 * MS);
        engine.submit(new EngineRequest(3, 50, 1, List.of(7L, 5L, 9L)), 200 * MS - 100 * MS);

        assertThat(engine.advance(FOREVER))
                .startsWith(
                        new EngineEvent.Started(2, 110 * MS, 48),
                        new EngineEvent.Started(3, 110 * MS, 16),
                        token(2, 1, 110 + 5 + .2 + 3.4 + 2));
    }

    @Test
    void alwaysReadsTheLastTokenOfAPrompt() {
        Engine engine = new ContinuousBatchingEngine(COSTS, LIMITS.withPrefixCaching(true));
        engine.submit(new EngineRequest(1, 32, 1, List.of(7L, 8L)), 0);
        engine.advance(50 * MS);
        engine.submit(new EngineRequest(2, 32, 1, List.of(7L, 8L)), 100 * MS);

        assertThat(engine.advance(FOREVER)).startsWith(new EngineEvent.Started(2, 110 * MS, 31));
    }

    @Test
    void forgetsTheEndOfWhatWasUsedLongestAgo() {
        Engine engine =
                new ContinuousBatchingEngine(COSTS, LIMITS.withKvTokens(64).withPrefixCaching(true));
        long at = 0;
        for (EngineRequest request : List.of(
                new EngineRequest(1, 33, 1, List.of(1L, 2L)), new EngineRequest(2, 49, 1, List.of(11L, 12L, 13L)))) {
            engine.submit(request, at);
            engine.advance(at + 90 * MS);
            at += 100 * MS;
        }
        engine.submit(new EngineRequest(3, 33, 1, List.of(1L, 2L)), at);
        assertThat(engine.advance(FOREVER)).startsWith(new EngineEvent.Started(3, at + 10 * MS, 16));
    }

    @Test
    void paysForTheContextThatItLooksAt() {
        Engine engine = new ContinuousBatchingEngine(new StepCosts(0, 5, 0, 0, .5), LIMITS);
        engine.submit(new EngineRequest(1, 4, 3), 0);

        assertThat(engine.advance(FOREVER))
                .endsWith(token(1, 1, 5), token(1, 2, 12), token(1, 3, 19.5), finished(1, 19.5));
    }
}
