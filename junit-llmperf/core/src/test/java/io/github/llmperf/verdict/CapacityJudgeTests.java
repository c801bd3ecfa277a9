package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.BaselinePolicy.Mode;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.CapacityPlan.Kind;
import io.github.llmperf.verdict.Finding.Sla;
import io.github.llmperf.verdict.Finding.Status;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class CapacityJudgeTests {

    private final RunFixture run = RunFixture.withoutBaseline();

    /** The least load breaks a limit, and another one has too few samples to be judged. */
    @Test
    void letsNoPercentileOfTooFewSamplesExcuseABrokenLimit() {
        run.plan.mode = Mode.OFF;
        run.plan.limit("tpot.p50 <= 1ms").limit("ttft.p99 <= 3s");
        run.measurement.requests = 50;
        CapacityPlan plan = new CapacityPlan(Kind.USERS, 20, 1000, OptionalDouble.empty(), .2, .9, .05, 12);
        CapacityRun broken =
                CapacityRun.measured(20, List.of(CapacityMargin.of(Limit.parse("tpot.p50 <= 1ms"), 20, 0)));
        CapacityOutcome outcome = new CapacitySearch(plan, List.of(broken)).outcome();

        Judgement judgement = CapacityJudge.judge(run.plan.build(), outcome, run.candidate(), BaselineLookup.off());

        assertThat(outcome.end()).isEqualTo(CapacityOutcome.End.LOWER_END_FAILS);
        assertThat(judgement.verdict()).isEqualTo(Verdict.SLA_VIOLATED);
        assertThat(judgement.findings())
                .filteredOn(Sla.class::isInstance)
                .extracting(Finding::status)
                .contains(Status.BROKEN, Status.NOTE)
                .doesNotContain(Status.UNDECIDED);
    }
}
