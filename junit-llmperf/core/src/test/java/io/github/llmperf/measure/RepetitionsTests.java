package io.github.llmperf.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.VirtualRun;
import io.github.llmperf.load.VirtualRun.Server;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.protocol.FailureKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepetitionsTests {

    private static final TestPlan TEN = TestPlan.users(1).requests(10);
    private final LoadPlan plan = TEN.build();

    @Test
    void leavesASingleRunAsItIs() {
        LoadRun run = VirtualRun.of(TEN, Server.taking(100));

        Measurement alone = Recorder.measure(plan, run);
        Measurement pooled = Recorder.measure(plan, List.of(run));

        assertThat(pooled.rates()).isEqualTo(alone.rates());
        assertThat(LoadRun.together(List.of(run))).isSameAs(run);
    }

    @Test
    void poolsSamplesAndAddsCounts() {
        Measurement pooled = Recorder.measure(
                plan, List.of(VirtualRun.of(TEN, Server.taking(100)), VirtualRun.of(TEN, Server.taking(300))));

        assertThat(pooled.requests().attempted()).isEqualTo(20);
        assertThat(pooled.value(Measure.parse("responseTime"))).hasValue(200);
        assertThat(pooled.value(Measure.parse("responseTime.max"))).hasValue(300);
        assertThat(pooled.slices().values())
                .allSatisfy(slices -> assertThat(slices).hasSize(20));
    }

    @Test
    void addsUpTurnsThatGoOn() {
        Server talking = (request, index, user) ->
                request.turn(2).answeredAfter(100).prompt(9, 20).cached(5);

        Measurement pooled = Recorder.measure(plan, List.of(VirtualRun.of(TEN, talking), VirtualRun.of(TEN, talking)));

        assertThat(pooled.tokens().continued()).isEqualTo(new TokenCounts.Continued(20, 400, 100));
    }

    @Test
    void averagesRatesOverTheTimeOfTheirWindows() {
        LoadRun quick = VirtualRun.of(TEN, Server.taking(100));
        LoadRun slow = VirtualRun.of(TEN, Server.taking(300));
        double seconds = Recorder.measure(plan, quick).window().seconds()
                + Recorder.measure(plan, slow).window().seconds();
        double ended = rate(quick) * Recorder.measure(plan, quick).window().seconds()
                + rate(slow) * Recorder.measure(plan, slow).window().seconds();

        Measurement pooled = Recorder.measure(plan, List.of(quick, slow));

        assertThat(pooled.rates().get(Measure.parse("requestRate").metric()))
                .isCloseTo(ended / seconds, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(pooled.window().seconds()).isCloseTo(seconds, org.assertj.core.data.Offset.offset(1e-9));
    }

    @Test
    void averagesTheErrorRateOverRequests() {
        Server half = (request, index, user) -> index % 2 == 0
                ? request.answeredAfter(100)
                : request.answeredAfter(100).failed(FailureKind.SERVER_ERROR);

        Measurement pooled =
                Recorder.measure(plan, List.of(VirtualRun.of(TEN, Server.taking(100)), VirtualRun.of(TEN, half)));

        assertThat(pooled.value(Measure.parse("errorRate"))).hasValue(25);
        assertThat(pooled.requests().failures().get(FailureKind.SERVER_ERROR).count())
                .isEqualTo(5);
    }

    @Test
    void keepsAllRecordsFromTheFirstStartToTheLastEnd() {
        LoadRun first = VirtualRun.of(TEN, Server.taking(100));
        LoadRun second = VirtualRun.of(TEN, Server.taking(300));

        LoadRun together = LoadRun.together(List.of(first, second));

        assertThat(together.records())
                .hasSize(first.records().size() + second.records().size());
        assertThat(together.times().started()).isEqualTo(first.times().started());
        assertThat(together.times().ended()).isEqualTo(second.times().ended());
    }

    private double rate(LoadRun run) {
        return Recorder.measure(plan, run)
                .rates()
                .get(Measure.parse("requestRate").metric());
    }
}
