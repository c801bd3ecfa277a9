package io.github.llmperf.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.llmperf.simulator.engine.BatchingEngine.Batching;
import org.junit.jupiter.api.Test;

/** Every moment here is worked out by hand: steps of 5 ms + 0.1 ms per prompt token + 1 ms per request. */
class BatchingEngineTests {

    private static final StepCosts COSTS = new StepCosts(0, 5, 0.1, 1);
    private static final long MS = 1_000_000;
    private static final long FOREVER = 1_000_000 * MS;

    private final Engine serial = new BatchingEngine(COSTS, Batching.SERIAL, Noise.NONE);
    private final Engine pairs = new BatchingEngine(COSTS, new Batching(2, 100, Integer.MAX_VALUE), Noise.NONE);

    private static EngineEvent started(long request, long millis) {
        return new EngineEvent.Started(request, millis * MS);
    }

    private static EngineEvent token(long request, int index, long millis) {
        return new EngineEvent.TokenProduced(request, index, millis * MS);
    }

    private static EngineEvent finished(long request, long millis) {
        return new EngineEvent.Finished(request, millis * MS);
    }

    @Test
    void servesOneAfterTheOther() {
        serial.submit(new EngineRequest(1, 10, 2), 0);
        serial.advance(MS);
        serial.submit(new EngineRequest(2, 10, 1), MS);

        assertThat(serial.running()).isEqualTo(1);
        assertThat(serial.waiting()).isEqualTo(1);
        assertThat(serial.advance(FOREVER))
                .containsExactly(
                        token(1, 1, 7),
                        token(1, 2, 13),
                        finished(1, 13),
                        started(2, 13),
                        token(2, 1, 20),
                        finished(2, 20));
        assertThat(serial.nextEventAt()).isEmpty();
    }

    @Test
    void servesOnWhatNobodyWaitsForAnyMore() {
        serial.submit(new EngineRequest(1, 10, 2), 0);
        serial.submit(new EngineRequest(2, 10, 2), 0);
        serial.submit(new EngineRequest(3, 10, 1), 0);
        serial.advance(MS);
        assertThat(serial.cancel(1, MS)).isTrue();
        assertThat(serial.cancel(2, MS)).isTrue();
        assertThat(serial.cancel(2, MS)).isFalse();
        assertThat(serial.cancel(4, MS)).isFalse();

        assertThat(serial.advance(FOREVER)).containsExactly(started(3, 26), token(3, 1, 33), finished(3, 33));
        assertThat(serial.cancel(1, FOREVER)).isFalse();
    }

    @Test
    void startsWhenEnoughAreThereAndLastsAsLongAsTheLongest() {
        pairs.submit(new EngineRequest(1, 10, 1), 0);
        pairs.submit(new EngineRequest(2, 10, 3), 30 * MS);

        assertThat(pairs.advance(FOREVER))
                .containsExactly(
                        started(1, 30),
                        started(2, 30),
                        token(2, 1, 39),
                        token(2, 2, 46),
                        token(1, 1, 53),
                        finished(1, 53),
                        token(2, 3, 53),
                        finished(2, 53));
    }

    @Test
    void startsAloneWhenNobodyElseCame() {
        pairs.submit(new EngineRequest(1, 10, 1), 0);
        assertThat(pairs.nextEventAt()).hasValue(100 * MS);
        assertThat(pairs.advance(FOREVER)).containsExactly(started(1, 100), token(1, 1, 107), finished(1, 107));
    }

    @Test
    void waitsForOthersFromWhenItIsFree() {
        pairs.submit(new EngineRequest(1, 10, 1), 0);
        pairs.submit(new EngineRequest(2, 10, 3), 30 * MS);
        pairs.advance(40 * MS);
        pairs.submit(new EngineRequest(3, 10, 1), 40 * MS);

        assertThat(pairs.advance(FOREVER)).contains(finished(2, 53), started(3, 153), finished(3, 160));
    }

    @Test
    void takesAFullBatchAsSoonAsItIsFree() {
        for (int id = 1; id <= 5; id++) {
            pairs.submit(new EngineRequest(id, 10, 1), 0);
        }
        assertThat(pairs.advance(FOREVER))
                .contains(started(1, 0), started(3, 9), started(4, 9), started(5, 118))
                .doesNotContain(started(5, 18));
    }

    @Test
    void refusesWhatIsBeyondItsQueueAndAnIdInUse() {
        Engine small = new BatchingEngine(COSTS, new Batching(1, 0, 1), Noise.NONE);
        assertThat(small.submit(new EngineRequest(1, 10, 1), 0)).isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> small.submit(new EngineRequest(1, 10, 1), 0));
        small.advance(0);
        assertThat(small.submit(new EngineRequest(2, 10, 1), 0)).isTrue();
        assertThat(small.submit(new EngineRequest(3, 10, 1), 0)).isFalse();
        assertThat(small.submit(new EngineRequest(3, 10, 1), 0))
                .as("its id is free")
                .isFalse();
    }

    @Test
    void stretchesTimesThatHaveNotBegun() {
        pairs.slowFactor(2);
        pairs.submit(new EngineRequest(1, 10, 1), 0);
        assertThat(pairs.advance(FOREVER)).containsExactly(started(1, 200), token(1, 1, 214), finished(1, 214));
    }

    @Test
    void refusesToBeCalledBeforeDueEventsAreFetched() {
        serial.submit(new EngineRequest(1, 10, 1), 0);
        assertThatIllegalStateException().isThrownBy(() -> serial.submit(new EngineRequest(2, 10, 1), 10 * MS));
    }

    @Test
    void refusesSettingsThatMakeNoSense() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Batching(0, 0, 1))
                .withMessageContaining("size");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Batching(1, Double.NaN, 1))
                .withMessageContaining("delayMillis");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Batching(1, 0, -1))
                .withMessageContaining("queueLimit");
    }
}
