package io.github.llmperf.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.llmperf.simulator.engine.BatchingEngine;
import io.github.llmperf.simulator.engine.EngineRequest;
import io.github.llmperf.simulator.engine.Noise;
import io.github.llmperf.simulator.engine.StepCosts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each request takes 10 ms, one after the other: of users who come at once the last waits 10 ms for each of them. */
class VirtualCapacityTests {

    private final List<Integer> tried = new ArrayList<>();

    private VirtualCapacity within(double millis) {
        return new VirtualCapacity(
                () -> new BatchingEngine(new StepCosts(0, 10, 0, 0), BatchingEngine.Batching.SERIAL, Noise.NONE),
                users -> {
                    tried.add(users);
                    return VirtualLoad.atOnce(users);
                },
                number -> new EngineRequest(number, 1, 1),
                result -> result.responseTimes()[result.requests().size() - 1] <= millis);
    }

    @ParameterizedTest
    @CsvSource({"9, 0", "10, 1", "29, 2", "30, 3", "70, 7", "79, 7", "80, 8", "990, 99", "1000, 100", "5000, 100"})
    void findsTheLargestNumberThatMeetsItsLimits(double millis, int users) {
        assertThat(within(millis).users(100)).isEqualTo(users);
    }

    @Test
    void triesFewNumbersAndNeverMoreThanTheMost() {
        assertThat(within(700).users(100)).isEqualTo(70);
        assertThat(tried).containsExactly(1, 2, 4, 8, 16, 32, 64, 100, 82, 73, 68, 70, 71);
        assertThat(within(1).users(1)).isZero();
        assertThat(within(10).users(1)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "10000, 90, 112",
        "10000, 280, 36",
        "10000, 320, 32",
        "10000, 900, 12",
        "10000, 10, 1000",
        "10000, 180, 56",
        "10000, 45, 223",
        "1, 90, 1",
        "90, 90, 1",
        "91, 90, 2",
        "2147483647, 1, 2147483647"
    })
    void neverRoundsAPlanDown(int users, int usersPerServer, int servers) {
        assertThat(VirtualCapacity.servers(users, usersPerServer)).isEqualTo(servers);
    }

    @Test
    void refusesNumbersThatMakeNoSense() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> within(1).users(0))
                .withMessageContaining("most must be 1 or more, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VirtualCapacity.servers(10, 0))
                .withMessageContaining("usersPerServer");
    }
}
