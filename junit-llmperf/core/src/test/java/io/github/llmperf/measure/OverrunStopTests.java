package io.github.llmperf.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.load.EarlyEnd;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.StopRule;
import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.VirtualRun;
import io.github.llmperf.metric.Metric;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OverrunStopTests {

    private static final Duration LONG = Duration.ofMinutes(10);

    /** One request at a time, a second each. */
    private static VirtualRun.Server oneASecond() {
        long[] freeAt = {0};
        return (request, index, user) -> {
            long sent = request.build().moments().sent() / 1_000_000;
            freeAt[0] = Math.max(freeAt[0], sent) + 1000;
            return request.tokensAt(freeAt[0]);
        };
    }

    private static LoadRun run(TestPlan plan) {
        TestPlan asked = plan.duration(LONG).maxDuration(Duration.ofMinutes(30)).abort();
        return VirtualRun.of(asked, oneASecond(), EarlyStop.of(asked.build()).nextRun());
    }

    @Test
    void endsARateOfTwiceTheCapacityAfterAMinute() {
        LoadRun run = run(TestPlan.rate(2));

        assertThat(run.end()).isEqualTo(LoadRun.End.OVERRUN);
        assertThat(run.times().wholeRunSeconds()).isEqualTo(60);
        // Request i is due at (i + 1) / 2 s and answered at i + 1.5 s: its ttft is 1 + i / 2 s.
        assertThat(run.early()).get().isInstanceOfSatisfying(EarlyEnd.Overrun.class, seen -> {
            assertThat(seen.requestRate()).isEqualTo(2);
            assertThat(seen.seconds()).isEqualTo(60);
            assertThat(seen.inFlight().from()).isCloseTo(11, within(.5));
            assertThat(seen.inFlight().to()).isCloseTo(51, within(.5));
            assertThat(seen.waited()).isEqualTo(Metric.TTFT);
            assertThat(seen.waiting().from()).isCloseTo(5313, within(.5));
            assertThat(seen.waiting().to()).isCloseTo(25250, within(.5));
        });
    }

    @Test
    void letsARateBelowTheCapacityGoOn() {
        LoadRun run = run(TestPlan.rate(.9).burstiness(1));

        assertThat(run.end()).isEqualTo(LoadRun.End.COMPLETED);
        assertThat(run.early()).isEmpty();
    }

    @Test
    void neverTakesUsersThatWaitForAPileUp() {
        TestPlan users = TestPlan.users(50).spawnRate(.5).wholeRun().abort();
        StopRule rule = EarlyStop.of(users.duration(LONG).build()).nextRun();

        assertThat(VirtualRun.of(users, oneASecond(), rule).end()).isNotEqualTo(LoadRun.End.OVERRUN);
    }
}
