package io.github.llmperf.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.llmperf.simulator.engine.BatchingEngine.Batching;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoutedEnginesTests {

    private static final StepCosts COSTS = new StepCosts(0, 5, 0, 0);
    private static final long MS = 1_000_000;
    private static final long FOREVER = 1_000_000 * MS;

    private static Engine routed(Routing routing, int instances) {
        List<Engine> engines = new ArrayList<>();
        for (int i = 0; i < instances; i++) {
            engines.add(new BatchingEngine(COSTS, Batching.SERIAL, Noise.NONE));
        }
        return new RoutedEngines(engines, routing, 1);
    }

    private static EngineEvent finished(long request, long millis) {
        return new EngineEvent.Finished(request, millis * MS);
    }

    @Test
    void sendsOneAfterTheOtherToEachInTurn() {
        Engine engine = routed(Routing.ROUND_ROBIN, 2);
        engine.submit(new EngineRequest(1, 10, 10), 0);
        engine.submit(new EngineRequest(2, 10, 1), 0);
        engine.submit(new EngineRequest(3, 10, 1), 0);
        engine.submit(new EngineRequest(4, 10, 1), 0);

        assertThat(engine.waiting()).isEqualTo(4);
        assertThat(engine.advance(FOREVER))
                .as("the third waits for the long first one")
                .contains(finished(2, 5), finished(4, 10), finished(1, 50), finished(3, 55));
    }

    @Test
    void sendsToTheOneThatHasLeastToDo() {
        Engine engine = routed(Routing.LEAST_OUTSTANDING, 2);
        engine.submit(new EngineRequest(1, 10, 10), 0);
        engine.submit(new EngineRequest(2, 10, 1), 0);
        assertThat(engine.advance(6 * MS)).contains(finished(2, 5));
        engine.submit(new EngineRequest(3, 10, 1), 6 * MS);
        engine.submit(new EngineRequest(4, 10, 1), 6 * MS);

        assertThat(engine.running() + engine.waiting()).isEqualTo(3);
        assertThat(engine.advance(FOREVER)).contains(finished(3, 11), finished(1, 50), finished(4, 55));
    }

    @Test
    void sendsAnywhereTheSameWayForTheSameSeed() {
        List<List<EngineEvent>> runs = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            Engine engine = routed(Routing.RANDOM, 3);
            for (int id = 0; id < 30; id++) {
                engine.submit(new EngineRequest(id, 1, 1), 0);
            }
            runs.add(engine.advance(FOREVER));
        }
        assertThat(runs.get(0)).isEqualTo(runs.get(1)).isSortedAccordingTo((a, b) -> Long.compare(a.at(), b.at()));
        long lastEnd = runs.get(0).get(runs.get(0).size() - 1).at();
        assertThat(lastEnd).as("of thirty, not all go to one, nor ten to each").isBetween(51 * MS, 149 * MS);
    }

    @Test
    void cancelsWhereTheRequestIs() {
        Engine engine = routed(Routing.ROUND_ROBIN, 2);
        engine.submit(new EngineRequest(1, 10, 1), 0);
        engine.submit(new EngineRequest(2, 10, 1), 0);
        assertThat(engine.cancel(2, 0)).isTrue();
        assertThat(engine.cancel(2, 0)).isFalse();
        assertThat(engine.advance(FOREVER)).contains(finished(1, 5)).doesNotContain(finished(2, 5));
    }

    @Test
    void refusesNoInstanceAndAnIdInUse() {
        assertThatIllegalArgumentException().isThrownBy(() -> routed(Routing.RANDOM, 0));
        Engine engine = routed(Routing.ROUND_ROBIN, 2);
        engine.submit(new EngineRequest(1, 10, 1), 0);
        assertThatIllegalArgumentException().isThrownBy(() -> engine.submit(new EngineRequest(1, 10, 1), 0));
    }
}
