package io.github.llmperf.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.llmperf.simulator.engine.EngineRequest;
import io.github.llmperf.simulator.engine.Routing;
import io.github.llmperf.simulator.profile.EngineProfile;
import io.github.llmperf.simulator.profile.ProfileReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How many users a node carries, and whether as many nodes as that makes carry 10,000: users take requests of 42 and 285
 * tokens from a common queue, 250 for each node, and wait 1 to 3 s between them.
 */
@Tag("simulation")
class CapacityInVirtualTimeTests {

    private static final int PLANNED_USERS = 10_000;
    private static final int REQUESTS_PER_NODE = 250;
    private static final int PROMPT_TOKENS = 42;
    private static final int ANSWER_TOKENS = 285;
    private static final double MOST_TTFT = 3000;
    private static final double MOST_TPOT = 100;

    private final EngineProfile node = ProfileReader.read("vllm-qwen2.5-72b-gptq-int4");

    private VirtualCapacity capacity(int nodes) {
        return new VirtualCapacity(
                node.times(nodes, Routing.ROUND_ROBIN)::start,
                users -> new VirtualLoad(
                        users,
                        Double.POSITIVE_INFINITY,
                        1000,
                        3000,
                        nodes * REQUESTS_PER_NODE,
                        Double.POSITIVE_INFINITY,
                        Double.POSITIVE_INFINITY,
                        1),
                number -> new EngineRequest(number, PROMPT_TOKENS, ANSWER_TOKENS),
                result -> ttft(result) < MOST_TTFT && tpot(result) < MOST_TPOT);
    }

    private static double ttft(VirtualResult result) {
        return VirtualResult.mean(result.sorted(VirtualRequest::ttft));
    }

    private static double tpot(VirtualResult result) {
        return VirtualResult.mean(result.sorted(VirtualRequest::tpot));
    }

    @Test
    void asManyNodesAsPlannedCarryTenThousandUsers() {
        int usersPerNode = capacity(1).users(REQUESTS_PER_NODE);
        int nodes = VirtualCapacity.servers(PLANNED_USERS, usersPerNode);
        VirtualCapacity planned = capacity(nodes);
        VirtualResult result = planned.with(PLANNED_USERS);

        assertThat(usersPerNode).isEqualTo(98);
        assertThat(nodes).isEqualTo(103);
        assertThat(result.count(true)).isEqualTo((long) nodes * REQUESTS_PER_NODE);
        assertThat(planned.limits().test(result)).isTrue();
    }

    @Test
    void aHundredNodesAreLikeOneWithAHundredthOfTheUsersAndDoNotCarryThem() {
        VirtualResult one = capacity(1).with(PLANNED_USERS / 100);
        VirtualResult hundred = capacity(100).with(PLANNED_USERS);

        assertThat(capacity(1).limits().test(one)).as("100 users a node").isFalse();
        assertThat(capacity(100).limits().test(hundred)).isFalse();
        assertThat(hundred.requestRate()).isCloseTo(100 * one.requestRate(), withinPercentage(2));
        assertThat(tpot(hundred)).isCloseTo(tpot(one), withinPercentage(2));
        assertThat(ttft(hundred)).isCloseTo(ttft(one), withinPercentage(2));
    }
}
