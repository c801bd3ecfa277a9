package io.github.llmperf.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.simulator.engine.BatchingEngine;
import io.github.llmperf.simulator.engine.Engine;
import io.github.llmperf.simulator.engine.EngineRequest;
import io.github.llmperf.simulator.engine.Noise;
import io.github.llmperf.simulator.engine.StepCosts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each request takes 13 ms on an engine that serves one after the other: two steps, of 7 and 6 ms. */
class VirtualRunTests {

    private static final double NEVER = Double.POSITIVE_INFINITY;

    private static Engine serial() {
        return new BatchingEngine(new StepCosts(0, 5, .1, 1), BatchingEngine.Batching.SERIAL, Noise.NONE);
    }

    private static VirtualResult run(VirtualLoad load) {
        return VirtualRun.of(serial(), load, number -> new EngineRequest(number, 10, 2));
    }

    @Test
    void hasEachUserSendTheNextRequestWhenTheLastIsAnswered() {
        VirtualResult result = run(VirtualLoad.closed(2, 4));

        assertThat(result.requests()).extracting(VirtualRequest::e2e).containsExactly(13., 26., 26., 26.);
        assertThat(result.requests()).extracting(VirtualRequest::ttft).containsExactly(7., 20., 20., 20.);
        assertThat(result.requests()).extracting(VirtualRequest::tpot).containsOnly(6.);
        assertThat(result.seconds()).isEqualTo(.052);
        assertThat(result.requestRate()).isCloseTo(4 / .052, within(1e-9));
        assertThat(result.outputTokenRate()).isCloseTo(8 / .052, within(1e-9));
        assertThat(result.itl()).containsExactly(6, 6, 6, 6);
        assertThat(result.sum(VirtualRequest::promptTokens)).isEqualTo(40);
    }

    @Test
    void startsUsersOneAfterTheOther() {
        VirtualResult result = run(new VirtualLoad(3, 20, 1000, 1000, 3, NEVER, NEVER, 0));
        assertThat(result.requests()).extracting(VirtualRequest::sent).containsExactly(0L, 50_000_000L, 100_000_000L);
        assertThat(result.requests()).extracting(VirtualRequest::e2e).containsOnly(13.);
    }

    @Test
    void pausesBetweenAnAnswerAndTheNextRequest() {
        List<VirtualRequest> fixed =
                run(new VirtualLoad(1, NEVER, 100, 100, 3, NEVER, NEVER, 0)).requests();
        assertThat(fixed).extracting(VirtualRequest::sent).containsExactly(0L, 113_000_000L, 226_000_000L);

        List<VirtualRequest> drawn =
                run(new VirtualLoad(1, NEVER, 100, 300, 1000, NEVER, NEVER, 7)).requests();
        double meanPause = (drawn.get(999).sent() / 1e6 - 999 * 13) / 999;
        assertThat(meanPause).isCloseTo(200, within(10.));
        assertThat(run(new VirtualLoad(1, NEVER, 100, 300, 1000, NEVER, NEVER, 7))
                        .requests())
                .isEqualTo(drawn);
    }

    @Test
    void givesRequestsUpThatTakeTooLongAndHasThemServedAllTheSame() {
        VirtualResult result = run(new VirtualLoad(3, NEVER, 0, 0, 3, NEVER, 20, 0));

        assertThat(result.requests()).extracting(VirtualRequest::succeeded).containsExactly(true, false, false);
        assertThat(result.requests()).extracting(VirtualRequest::e2e).containsExactly(13., 20., 20.);
        assertThat(result.count(false)).isEqualTo(2);
        assertThat(result.sorted(VirtualRequest::e2e)).containsExactly(13);
    }

    @Test
    void countsWhatEndedInItsTime() {
        VirtualResult result = run(new VirtualLoad(1, NEVER, 0, 0, 100, 30, NEVER, 0));
        assertThat(result.count(true)).isEqualTo(2);
        assertThat(result.seconds()).isEqualTo(.03);
    }

    @Test
    void tellsResponseTimesOfFailedRequestsToo() {
        VirtualResult result = run(new VirtualLoad(3, NEVER, 0, 0, 3, NEVER, 20, 0));
        assertThat(result.responseTimes()).containsExactly(13, 20, 20);
        assertThat(result.attemptRate()).isCloseTo(3 / .020, within(1e-9));
        assertThat(result.promptTokenRate()).isCloseTo(10 / .020, within(1e-9));
    }

    @Test
    void tellsWhatOneUserGets() {
        VirtualRequest request = new VirtualRequest(0, 50_000_000, 100_000_000, 30, 20, true);
        assertThat(request.userTokenRate()).isEqualTo(200);
        assertThat(request.normalizedLatency()).isEqualTo(5);
        assertThat(request.latencyPerToken()).isEqualTo(2);
    }

    @Test
    void sendsAtRandomMomentsWhateverBecameOfEarlierRequests() {
        VirtualResult result = run(VirtualLoad.poisson(100, 1000, 3));
        long[] sent = result.requests().stream()
                .mapToLong(VirtualRequest::sent)
                .sorted()
                .toArray();
        double[] gaps = new double[sent.length - 1];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = (sent[i + 1] - sent[i]) / 1e6;
        }
        double mean = VirtualResult.mean(gaps);
        double variance = VirtualResult.mean(java.util.Arrays.stream(gaps)
                .map(gap -> (gap - mean) * (gap - mean))
                .toArray());

        assertThat(sent[0]).isZero();
        assertThat(mean).as("1,000 in 10 s").isCloseTo(10, within(.1));
        assertThat(Math.sqrt(variance) / mean).as("a Poisson process").isCloseTo(1, within(.1));
        assertThat(result.seconds()).as("the engine serves 77 a second").isCloseTo(13, within(.1));
        assertThat(run(VirtualLoad.poisson(100, 1000, 3)).requests()).isEqualTo(result.requests());
        assertThat(run(VirtualLoad.poisson(100, 1000, 4)).requests()).isNotEqualTo(result.requests());
    }

    @Test
    void findsPercentilesByNearestRank() {
        double[] ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
        assertThat(VirtualResult.percentile(ten, 50)).isEqualTo(5);
        assertThat(VirtualResult.percentile(ten, 90)).isEqualTo(9);
        assertThat(VirtualResult.percentile(ten, 91)).isEqualTo(10);
        assertThat(VirtualResult.mean(ten)).isEqualTo(5.5);
    }

    @Test
    void refusesLoadsThatMakeNoSense() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VirtualLoad.closed(0, 1))
                .withMessageContaining("users");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new VirtualLoad(1, 0, 0, 0, 1, 1, 1, 0))
                .withMessageContaining("usersPerSecond");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new VirtualLoad(1, 1, 5, 1, 1, 1, 1, 0))
                .withMessageContaining("mostThinkMillis");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new VirtualLoad(1, 1, 0, 0, 1, 0, 1, 0))
                .withMessageContaining("durationMillis");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VirtualLoad.poisson(NEVER, 1, 0))
                .withMessageContaining("usersPerSecond")
                .withMessageContaining("atOnce");
    }
}
