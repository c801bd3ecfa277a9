package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.load.Healths;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.wording.ReasonText;
import org.junit.jupiter.api.Test;

class AbortRuleTests {

    private static RunFixture endedBy(LoadRun.End end) {
        RunFixture run = RunFixture.withStored(5);
        run.end = end;
        run.early = Findings.overrun();
        return run;
    }

    @Test
    void saysOfABrokenLimitThatTheRunWasEndedEarly() {
        RunFixture run = endedBy(LoadRun.End.LIMIT_BROKEN);
        run.plan.limit("ttft.p90 <= 1ms");

        assertThat(run.judge().verdict()).isEqualTo(Verdict.SLA_VIOLATED);
        assertThat(ReasonText.of(run.judge())).startsWith("ttft.p90 ").endsWith("; ended early after 31.5 s");
    }

    @Test
    void comparesWithNoStoredRunWhatWasEndedEarly() {
        RunFixture run = endedBy(LoadRun.End.LIMIT_BROKEN);
        run.plan.limit("ttft.p90 <= 1ms");

        assertThat(run.judge().findings()).noneMatch(Finding.Comparison.class::isInstance);
        assertThat(run.texts()).contains("compared with no stored run, and not stored: the run was ended early");
    }

    @Test
    void failsATargetThatIsOverrunThoughEveryLimitIsMet() {
        RunFixture run = endedBy(LoadRun.End.OVERRUN);

        assertThat(run.judge().verdict()).isEqualTo(Verdict.SLA_VIOLATED);
        assertThat(ReasonText.of(run.judge()))
                .isEqualTo("the target cannot carry 9 requests/s: within 60 s requests in flight rose from 11 to 51 and"
                        + " ttft from 100 ms to 900 ms (means of the first and the last third); ended early after"
                        + " 31.5 s");
    }

    @Test
    void failsATargetThatIsOverrunBeforeAPercentileExists() {
        RunFixture run = endedBy(LoadRun.End.OVERRUN);
        run.plan.limit("ttft.p99.9 <= 10s");

        assertThat(run.judge().verdict()).isEqualTo(Verdict.SLA_VIOLATED);
        assertThat(run.texts())
                .contains("ttft.p99.9 could not be judged, since the run was ended early with 200 samples");
        run.end = LoadRun.End.COMPLETED;
        assertThat(run.judge().verdict()).isEqualTo(Verdict.INVALID);
    }

    @Test
    void trustsNoLoadGeneratorThatWasSaturated() {
        RunFixture run = endedBy(LoadRun.End.OVERRUN);
        run.health = Healths.of(.4, 3, .99, .99, 8);

        assertThat(run.judge().verdict()).isEqualTo(Verdict.INVALID);
        assertThat(ReasonText.of(run.judge())).startsWith("load generator saturated");
    }
}
