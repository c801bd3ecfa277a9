package io.github.llmperf.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Every moment here is worked out by hand: 10 ms to arrive, steps of 5 ms + 0.1 ms per prompt token + 1 ms per request. */
class ContinuousBatchingEngineTests {

    private static final StepCosts COSTS = new StepCosts(10, 5, 0.1, 1);
    private static final long MS = 1_000_000;
    private static final long FOREVER = 1_000_000 * MS;

    private final Engine engine = engine(new BatchLimits(8, Integer.MAX_VALUE, 1000));

    private static Engine engine(BatchLimits limits) {
        return new ContinuousBatchingEngine(COSTS, limits);
    }

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
    void servesOneRequestInOnePrefillStepAndThenStepByStep() {
        engine.submit(new EngineRequest(1, 100, 3), 0);

        assertThat(engine.advance(FOREVER))
                .containsExactly(started(1, 10), token(1, 1, 26), token(1, 2, 32), token(1, 3, 38), finished(1, 38));
    }

    @Test
    void sharesStepsAmongRequestsThatArriveTogether() {
        engine.submit(new EngineRequest(1, 100, 3), 0);
        engine.submit(new EngineRequest(2, 50, 2), 0);

        assertThat(engine.advance(FOREVER))
                .containsExactly(
                        started(1, 10),
                        started(2, 10),
                        token(1, 1, 32),
                        token(2, 1, 32),
                        token(1, 2, 39),
                        token(2, 2, 39),
                        finished(2, 39),
                        token(1, 3, 45),
                        finished(1, 45));
    }

    @Test
    void letsALaterRequestJoinAtTheNextStepAndPayForItsPrefillTogether() {
        engine.submit(new EngineRequest(1, 100, 3), 0);
        engine.submit(new EngineRequest(2, 50, 1), 5 * MS);

        assertThat(engine.advance(FOREVER))
                .containsExactly(
                        started(1, 10),
                        token(1, 1, 26),
                        started(2, 26),
                        token(1, 2, 38),
                        token(2, 1, 38),
                        finished(2, 38),
                        token(1, 3, 44),
                        finished(1, 44));
    }

    @Test
    void queuesInOrderOfArrivalWhenSlotsAreTaken() {
        Engine single = engine(new BatchLimits(1, Integer.MAX_VALUE, 1000));
        single.submit(new EngineRequest(1, 100, 2), 0);
        single.submit(new EngineRequest(2, 10, 1), 0);
        single.submit(new EngineRequest(3, 20, 1), 0);

        assertThat(single.advance(20 * MS)).containsExactly(started(1, 10));
        assertThat(single.running()).isEqualTo(1);
        assertThat(single.waiting()).isEqualTo(2);
        assertThat(single.advance(FOREVER))
                .containsExactly(
                        token(1, 1, 26),
                        token(1, 2, 32),
                        finished(1, 32),
                        started(2, 32),
                        token(2, 1, 39),
                        finished(2, 39),
                        started(3, 39),
                        token(3, 1, 47),
                        finished(3, 47));
        assertThat(single.running() + single.waiting()).isZero();
    }

    @Test
    void readsPromptsBeyondTheBudgetOfAStepInChunks() {
        Engine small = engine(new BatchLimits(2, Integer.MAX_VALUE, 60));
        small.submit(new EngineRequest(1, 100, 2), 0);
        small.submit(new EngineRequest(2, 10, 1), 0);

        // 60 of the first prompt (12 ms); then its other 40 and all 10 of the second (12 ms); then one decode (6 ms).
        assertThat(small.advance(FOREVER))
                .containsExactly(
                        started(1, 10),
                        started(2, 22),
                        token(1, 1, 34),
                        token(2, 1, 34),
                        finished(2, 34),
                        token(1, 2, 40),
                        finished(1, 40));
    }

    @Test
    void refusesWhatIsBeyondSlotsAndQueue() {
        Engine small = engine(new BatchLimits(1, 1, 1000));

        assertThat(small.submit(new EngineRequest(1, 10, 1), 0)).isTrue();
        assertThat(small.submit(new EngineRequest(2, 10, 1), 0)).isTrue();
        assertThat(small.submit(new EngineRequest(3, 10, 1), 0)).isFalse();
        small.advance(17 * MS);
        assertThat(small.submit(new EngineRequest(3, 10, 1), 17 * MS)).isTrue();
    }

    @Test
    void forgetsACancelledRequestThatWaits() {
        Engine single = engine(new BatchLimits(1, Integer.MAX_VALUE, 1000));
        single.submit(new EngineRequest(1, 100, 1), 0);
        single.submit(new EngineRequest(2, 10, 1), 0);
        single.submit(new EngineRequest(3, 20, 1), 0);
        single.advance(12 * MS);

        assertThat(single.cancel(2, 12 * MS)).isTrue();
        assertThat(single.advance(FOREVER))
                .containsExactly(token(1, 1, 26), finished(1, 26), started(3, 26), token(3, 1, 34), finished(3, 34));
    }

    @Test
    void givesTheSlotOfACancelledRequestToTheNextOneAtTheNextStep() {
        Engine single = engine(new BatchLimits(1, Integer.MAX_VALUE, 1000));
        single.submit(new EngineRequest(1, 100, 50), 0);
        single.submit(new EngineRequest(2, 10, 1), 0);
        assertThat(single.advance(27 * MS)).containsExactly(started(1, 10), token(1, 1, 26));

        assertThat(single.cancel(1, 27 * MS)).isTrue();
        assertThat(single.running()).isZero();
        assertThat(single.advance(FOREVER)).containsExactly(started(2, 32), token(2, 1, 39), finished(2, 39));
    }

    @Test
    void knowsNothingOfRequestsThatHaveEnded() {
        engine.submit(new EngineRequest(1, 100, 1), 0);
        engine.advance(FOREVER);

        assertThat(engine.cancel(1, FOREVER)).isFalse();
        assertThat(engine.cancel(2, FOREVER)).isFalse();
    }

    @Test
    void isIdleAfterAllItsRequestsAreCancelled() {
        engine.submit(new EngineRequest(1, 100, 9), 0);
        engine.advance(12 * MS);
        engine.cancel(1, 12 * MS);

        assertThat(engine.advance(FOREVER)).isEmpty();
        assertThat(engine.nextEventAt()).isEmpty();
    }

    @Test
    void multipliesEveryTimeByTheSlowFactor() {
        engine.slowFactor(2);
        engine.submit(new EngineRequest(1, 100, 3), 0);

        assertThat(engine.advance(FOREVER))
                .containsExactly(started(1, 20), token(1, 1, 52), token(1, 2, 64), token(1, 3, 76), finished(1, 76));
    }

    @Test
    void appliesANewSlowFactorFromTheNextStepOn() {
        engine.submit(new EngineRequest(1, 100, 3), 0);
        engine.advance(20 * MS);
        engine.slowFactor(3);

        assertThat(engine.advance(FOREVER))
                .containsExactly(token(1, 1, 26), token(1, 2, 44), token(1, 3, 62), finished(1, 62));
    }

    @Test
    void letsNobodyOvertakeWhenTheEngineIsMadeFaster() {
        Engine single = engine(new BatchLimits(1, Integer.MAX_VALUE, 1000));
        single.slowFactor(4);
        single.submit(new EngineRequest(1, 10, 1), 0);
        single.slowFactor(1);
        single.submit(new EngineRequest(2, 10, 1), 0);

        assertThat(single.advance(FOREVER))
                .containsExactly(
                        started(1, 40),
                        token(1, 1, 47),
                        finished(1, 47),
                        started(2, 47),
                        token(2, 1, 54),
                        finished(2, 54));
    }

    @Test
    void saysWhenItHasSomethingToDoNext() {
        assertThat(engine.nextEventAt()).isEmpty();
        engine.submit(new EngineRequest(1, 100, 2), 0);
        assertThat(engine.nextEventAt()).hasValue(10 * MS);
        engine.advance(10 * MS);
        assertThat(engine.nextEventAt()).hasValue(26 * MS);
        engine.advance(26 * MS);
        assertThat(engine.nextEventAt()).hasValue(32 * MS);
        engine.advance(32 * MS);
        assertThat(engine.nextEventAt()).isEmpty();
    }

    @Test
    void worksWithAnyOriginOfTime() {
        long origin = -123_456_789_000L;
        engine.submit(new EngineRequest(1, 100, 1), origin);

        assertThat(engine.advance(0))
                .containsExactly(
                        new EngineEvent.Started(1, origin + 10 * MS),
                        new EngineEvent.TokenProduced(1, 1, origin + 26 * MS),
                        new EngineEvent.Finished(1, origin + 26 * MS));
    }

    @Test
    void givesTheSameEventsHoweverOftenItIsAdvanced() {
        List<EngineEvent> seldom = randomDay(40 * MS);
        List<EngineEvent> often = randomDay(MS / 3);

        assertThat(often).hasSizeGreaterThan(500).isEqualTo(seldom);
    }

    private static List<EngineEvent> randomDay(long stride) {
        Engine engine = engine(new BatchLimits(3, 5, 64));
        Random random = new Random(7);
        List<EngineEvent> events = new ArrayList<>();
        long now = 0;
        for (int id = 0; id < 200; id++) {
            long arrival = now + random.nextInt(60) * MS;
            for (long t = now; t < arrival; t += stride) {
                events.addAll(engine.advance(t));
            }
            now = arrival;
            events.addAll(engine.advance(now));
            engine.submit(new EngineRequest(id, 1 + random.nextInt(150), 1 + random.nextInt(12)), now);
            if (random.nextInt(5) == 0) {
                engine.cancel(id - 1, now);
            }
        }
        events.addAll(engine.advance(FOREVER));
        return events;
    }

    @Test
    void refusesToBeCalledBeforeDueEventsAreFetched() {
        engine.submit(new EngineRequest(1, 100, 1), 0);

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> engine.submit(new EngineRequest(2, 1, 1), 11 * MS))
                .withMessage("engine must be advanced to 11000000 first, but an event at 10000000 is due");
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> engine.cancel(1, 11 * MS));
    }

    @Test
    void refusesAnIdInUse() {
        engine.submit(new EngineRequest(1, 100, 1), 0);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> engine.submit(new EngineRequest(1, 1, 1), 0))
                .withMessage("id must not be in use, but 1 is");
    }

    @Test
    void refusesSettingsThatMakeNoSense() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BatchLimits(0, 0, 10))
                .withMessage("slots must be 1 or more, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BatchLimits(1, -1, 10))
                .withMessage("queueLimit must be 0 or more, but is -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BatchLimits(20, 0, 10))
                .withMessageContaining("maxBatchedTokens must be at least as many as slots (20)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StepCosts(0, -1, 0, 0))
                .withMessage("stepMillis must be 0 or more milliseconds, but is -1.0");
        assertThatIllegalArgumentException().isThrownBy(() -> new StepCosts(0, 0, Double.NaN, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> engine.slowFactor(0))
                .withMessage("slowFactor must be above 0 (2 is half the speed, 1 is unchanged), but is 0.0");
        assertThatIllegalArgumentException().isThrownBy(() -> engine.slowFactor(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> new EngineRequest(1, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new EngineRequest(1, 1, 0));
    }

    @Test
    void gets30MillisecondsToTheFirstTokenAndAboutSixForTheOthersByDefault() {
        Engine quick = new ContinuousBatchingEngine(StepCosts.DEFAULT, BatchLimits.DEFAULT);
        quick.submit(new EngineRequest(1, 250, 2), 0);

        assertThat(quick.advance(FOREVER))
                .extracting(EngineEvent::at)
                .containsExactly(20_000_000L, 30_050_000L, 35_100_000L, 35_100_000L);
    }
}
