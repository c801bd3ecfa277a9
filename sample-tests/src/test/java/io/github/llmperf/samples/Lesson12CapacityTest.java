package io.github.llmperf.samples;

import static io.github.llmperf.LlmPerfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.CapacityLayouts;
import io.github.llmperf.CapacityResult;
import io.github.llmperf.LlmCapacity;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.Sla;
import io.github.llmperf.simulator.SimulatedLlm;
import org.junit.jupiter.api.Tag;

/**
 * Lesson 12: capacity.
 *
 * <p>A load says how many users there are, and asks whether the limits hold. {@code @LlmCapacity} asks the other way round:
 * how many users there may be while they hold. It runs the load with more and more users until a limit breaks, and then with
 * numbers in between. The report shows latency against users, and how many nodes a plan takes.
 *
 * <p>This engine takes 10 ms for a step and 5 ms more for each user, so that ten users get a token every 60 ms; the
 * test is content with four, since the machine it runs on takes time, too. Raise the number to see the message.
 */
@Tag("slow")
@SimulatedLlm(stepMillis = 10, decodeMillis = 5)
class Lesson12CapacityTest {

    @LlmLoad(requests = 24, maxNewTokens = 8)
    @LlmCapacity(users = "2..32", planned = 1_000, headroom = "20%")
    @Sla(tpot = "60ms")
    void findsItsCapacity(CapacityResult capacity) {
        assertThat(capacity).atLeast(4).needsAtMostNodes(313);

        CapacityLayouts layouts = CapacityLayouts.none()
                .layout("1 × 8 cards", 1, 8, 1.5 * capacity.users())
                .layout("2 × 4 cards", 2, 4, capacity.users());
        assertThat(layouts.best(1_000).name()).isEqualTo("2 × 4 cards");
    }
}
