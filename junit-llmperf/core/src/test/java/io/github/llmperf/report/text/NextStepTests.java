package io.github.llmperf.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.Reference;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is advised for an undecided measure must be able to decide it. */
class NextStepTests {

    private static final Reference V12 = Reference.anchor("v1.2");

    private static String of(Reference against, double candidate, double p, int trials, int runs, int needed) {
        Comparison comparison = Findings.comparison(
                Measure.parse("ttft.p50"),
                against,
                Verdict.UNDECIDED,
                200,
                candidate,
                candidate / 200 - 1,
                -.01,
                .2,
                .10,
                p,
                400,
                trials,
                runs,
                .031,
                .12,
                needed);
        return NextStep.of(Reports.undecided().withFindings(List.of(comparison)).build());
    }

    @Test
    void asksForMoreThanThereIs() {
        assertThat(of(Reference.STORED_RUNS, 217, .02, 1, 15, 11))
                .isEqualTo("ttft.p50 lies too close to the 10 % allowed for the 15 there are to decide (a worsening of"
                        + " 12 % would be seen with 80 % power): allow more trials (-Dllmperf.trials)");
        assertThat(of(Reference.STORED_RUNS, 217, .02, 1, 12, 11))
                .endsWith(": allow more trials (-Dllmperf.trials), or record more with -Dllmperf.baseline=record");
    }

    @Test
    void asksForRunsWhileTheirNoiseIsHardlyKnown() {
        assertThat(of(Reference.STORED_RUNS, 217, .02, 1, 2, -1))
                .isEqualTo(
                        "how much runs differ is hardly known from 2 (a worsening of 12 % would be seen with 80 % power):"
                                + " record more with -Dllmperf.baseline=record");
        assertThat(of(Reference.STORED_RUNS, 217, .02, 1, 3, -1))
                .startsWith("15 stored runs, the most that are used, cannot decide ttft.p50");
    }

    @Test
    void asksForNoTagWhereTheEpochsStartIsTheAnchor() {
        Comparison crept = Findings.comparison(
                Measure.parse("ttft.p50"),
                Reference.EPOCH_START,
                Verdict.REGRESSION,
                200,
                260,
                .3,
                .2,
                .4,
                .10,
                .0001,
                400,
                6,
                5,
                .031,
                .12,
                3);
        assertThat(NextStep.of(Reports.regression().withFindings(List.of(crept)).build()))
                .isEqualTo(
                        "what grew in small steps since the epoch's start is in no single change: if it is meant, accept"
                                + " it: run again with -Dllmperf.baseline=record -Dllmperf.baseline.accept=\"RagLatencyTest"
                                + ".staysResponsive[users=20]=reason\", which begins a new epoch, and commit the baseline file");
    }

    @Test
    void addsRunsToAnAnchorByItsTag() {
        assertThat(of(V12, 217, .02, 1, 5, 9))
                .isEqualTo("9 runs of v1.2 would decide ttft.p50 within 10 %; there are 5 (a worsening of 12 % would be"
                        + " seen with 80 % power): record more of that version with -Dllmperf.baseline=record"
                        + " -Dllmperf.baseline.tag=v1.2");
        assertThat(of(V12, 217, .02, 1, 5, -1))
                .startsWith("15 runs of v1.2, the most that are used, cannot decide ttft.p50 within 10 %");
    }

    @Test
    void asksForNoStoredRunsWhereTheTrialsDisagree() {
        assertThat(of(Reference.STORED_RUNS, 252, .000001, 3, 7, 8))
                .isEqualTo("the trials disagree about ttft.p50: see in the report how they differ, and run again; no"
                        + " number of stored runs decides it");
        assertThat(of(Reference.STORED_RUNS, 252, .02, 3, 7, 8))
                .as("not clear enough")
                .startsWith("8 stored runs would decide");
        assertThat(of(Reference.STORED_RUNS, 217, .000001, 3, 7, 8))
                .as("not large enough")
                .startsWith("8 stored runs would decide");
    }

    @Test
    void sendsToTheTrialThatLacksAMeasure() {
        assertThat(of(Reference.STORED_RUNS, Double.NaN, Double.NaN, 2, 7, -1))
                .isEqualTo(
                        "see in the report what became of the requests of the trial without ttft.p50, then run again");
    }
}
