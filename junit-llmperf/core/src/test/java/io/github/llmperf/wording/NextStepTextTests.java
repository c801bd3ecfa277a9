package io.github.llmperf.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.ComparisonDetail;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Finding.Sla;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.Reference;
import io.github.llmperf.wording.NextStepText.Facts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What is advised for an undecided measure must be able to decide it. */
class NextStepTextTests {

    private static final Reference V12 = Reference.anchor("v1.2");
    private static final String ACCEPT = "accept it: run again with -Dllmperf.baseline=record"
            + " -Dllmperf.baseline.accept=\"RagTest.answers=reason\"";

    private boolean recorded;
    private boolean accepted;
    private boolean uncompared;
    private boolean answered = true;

    private String of(Verdict verdict, Finding... findings) {
        Judgement judgement = new Judgement(verdict, List.of(findings), .01, OptionalDouble.empty());
        return NextStepText.of(new Facts(
                judgement,
                "RagTest.answers",
                "http://localhost:8000",
                Optional.empty(),
                recorded,
                accepted,
                uncompared,
                answered));
    }

    private static Comparison comparison(
            Reference against, Verdict verdict, double candidate, double p, int trials, int runs, int needed) {
        return Findings.comparison(
                Measure.parse("ttft.p50"),
                against,
                verdict,
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
    }

    private String undecided(Reference against, double candidate, double p, int trials, int runs, int needed) {
        return of(Verdict.UNDECIDED, comparison(against, Verdict.UNDECIDED, candidate, p, trials, runs, needed));
    }

    private String worseThan(Reference... references) {
        return of(
                Verdict.REGRESSION,
                List.of(references).stream()
                        .map(against -> comparison(against, Verdict.REGRESSION, 260, .0001, 2, 5, 3))
                        .toArray(Finding[]::new));
    }

    @Test
    void asksNothingOfAPassedTest() {
        assertThat(of(Verdict.PASS)).isEmpty();
    }

    @Test
    void saysWhatToDoWithAGain() {
        assertThat(of(Verdict.IMPROVED)).isEqualTo("to hold the gain, store this run: -Dllmperf.baseline=record");
        recorded = true;
        assertThat(of(Verdict.IMPROVED))
                .isEqualTo("this run was stored: commit the baseline file, and the gain is held");
    }

    @Test
    void saysHowToStoreTheFirstRun() {
        assertThat(of(Verdict.NO_BASELINE))
                .isEqualTo(
                        "to store this run as the first to compare with, run again with -Dllmperf.baseline=record and"
                                + " commit the baseline file");
        recorded = true;
        assertThat(of(Verdict.NO_BASELINE))
                .isEqualTo("this run was stored: commit the baseline file, and later runs are compared with it");
    }

    @Test
    void saysWhatAnAcceptedRunIsFor() {
        recorded = true;
        accepted = true;
        assertThat(of(Verdict.PASS))
                .isEqualTo(
                        "this run was stored and accepted: commit the baseline file, and later runs are compared with"
                                + " this one");
        assertThat(worseThan(Reference.STORED_RUNS)).doesNotContain("stored and accepted");
    }

    @Test
    void saysWhatTheGateMisses() {
        uncompared = true;
        assertThat(of(Verdict.PASS))
                .isEqualTo(
                        "let the load run until every guarded measure has its samples (requests, duration), or guard others"
                                + " with @Baseline(gated = …): llmperf.gate=true passes no guarded measure that was not"
                                + " compared");
    }

    @Test
    void sendsToTheTarget() {
        assertThat(of(Verdict.ERROR))
                .isEqualTo("check that http://localhost:8000 answers a single request, then run again");
        assertThat(of(Verdict.INVALID))
                .isEqualTo("nothing is said about the server: remove the cause named above and run again");
    }

    @Test
    void sendsToTheTimeAtWhichItWasSlow() {
        assertThat(of(Verdict.SLA_VIOLATED, Findings.broken("ttft.p90 <= 1500ms", 1551)))
                .isEqualTo(
                        "see in the report when in the run it was slow, and what the server did then; if this is what"
                                + " the server is meant to do, the limits stand in @Sla");
    }

    @Test
    void sendsToTheFailuresWhereOnlyTheirRateIsBroken() {
        Sla errors = Findings.broken("errorRate <= 1%", 12);
        Sla endless = Findings.sla(
                Limit.parse("e2e.p90 < 3s"),
                OptionalDouble.of(Double.POSITIVE_INFINITY),
                OptionalDouble.of(8),
                20,
                false,
                Finding.Status.BROKEN);
        String failures =
                "see in the report why requests failed, in the server's own words; if this is what the server is"
                        + " meant to do, the limits stand in @Sla";
        assertThat(of(Verdict.SLA_VIOLATED, errors)).isEqualTo(failures);
        assertThat(of(Verdict.SLA_VIOLATED, endless, errors)).isEqualTo(failures);
        answered = false;
        assertThat(of(Verdict.SLA_VIOLATED, Findings.broken("ttft.p90 <= 1500ms", 1551)))
                .isEqualTo(failures);
    }

    @Test
    void seeksNoSlownessWhereNoTimesBreakALimit() {
        assertThat(of(Verdict.SLA_VIOLATED, Findings.broken("outputTokens.mean >= 100", 25)))
                .isEqualTo(
                        "see in the report what came out instead; if this is what the server is meant to do, the limits"
                                + " stand in @Sla");
    }

    @Test
    void saysHowToAcceptAChange() {
        assertThat(worseThan(Reference.STORED_RUNS))
                .isEqualTo("if the change is meant, " + ACCEPT + " and commit the baseline file");
        assertThat(worseThan(V12, Reference.STORED_RUNS))
                .as("worse than the stored runs, too")
                .isEqualTo("if the change is meant, " + ACCEPT + " and commit the baseline file");
    }

    @Test
    void saysThatADriftIsInNoSingleChange() {
        assertThat(worseThan(V12))
                .isEqualTo("what grew in small steps since v1.2 is in no single change: if it is meant, " + ACCEPT
                        + " -Dllmperf.baseline.tag=v1.2, which begins anew and moves the anchor to that run, and commit the"
                        + " baseline file");
        assertThat(worseThan(Reference.EPOCH_START))
                .as("no tag moves it")
                .isEqualTo("what grew in small steps since the epoch's start is in no single change: if it is meant, "
                        + ACCEPT + ", which begins a new epoch, and commit the baseline file");
    }

    @Test
    void asksForMoreRuns() {
        assertThat(undecided(Reference.STORED_RUNS, 217, .02, 1, 5, 8))
                .isEqualTo(
                        "8 stored runs would decide ttft.p50 within 10 %; there are 5 (a worsening of 12 % would be seen"
                                + " with 80 % power): record more with -Dllmperf.baseline=record");
    }

    @Test
    void asksForMoreThanThereIs() {
        assertThat(undecided(Reference.STORED_RUNS, 217, .02, 1, 15, 11))
                .isEqualTo("ttft.p50 lies too close to the 10 % allowed for the 15 there are to decide (a worsening of"
                        + " 12 % would be seen with 80 % power): allow more trials (-Dllmperf.trials)");
        assertThat(undecided(Reference.STORED_RUNS, 217, .02, 1, 12, 11))
                .endsWith(": allow more trials (-Dllmperf.trials), or record more with -Dllmperf.baseline=record");
    }

    @Test
    void asksForRunsWhileTheirNoiseIsHardlyKnown() {
        assertThat(undecided(Reference.STORED_RUNS, 217, .02, 1, 2, -1))
                .isEqualTo(
                        "how much runs differ is hardly known from 2 (a worsening of 12 % would be seen with 80 % power):"
                                + " record more with -Dllmperf.baseline=record");
    }

    @Test
    void saysThatNoNumberOfRunsDecides() {
        assertThat(undecided(Reference.STORED_RUNS, 217, .02, 1, 8, -1))
                .isEqualTo(
                        "15 stored runs, the most that are used, cannot decide ttft.p50 within 10 % while runs differ by"
                                + " 3.1 % (a worsening of 12 % would be seen with 80 % power): quieten the environment, measure"
                                + " longer, or widen the tolerance in @Baseline");
    }

    @Test
    void callsNoNoiseMeasuredThatIsAssumed() {
        assertThat(undecided(Reference.STORED_RUNS, 217, .02, 1, 3, -1))
                .startsWith(
                        "15 stored runs, the most that are used, cannot decide ttft.p50 within 10 % at the noise of the 3"
                                + " there are (a worsening");
    }

    @Test
    void addsRunsToAnAnchorByItsTag() {
        assertThat(undecided(V12, 217, .02, 1, 5, 9))
                .isEqualTo("9 runs of v1.2 would decide ttft.p50 within 10 %; there are 5 (a worsening of 12 % would be"
                        + " seen with 80 % power): record more of that version with -Dllmperf.baseline=record"
                        + " -Dllmperf.baseline.tag=v1.2");
        assertThat(undecided(V12, 217, .02, 1, 5, -1))
                .startsWith("15 runs of v1.2, the most that are used, cannot decide ttft.p50 within 10 %");
    }

    @Test
    void asksForNoStoredRunsWhereTheTrialsDisagree() {
        assertThat(undecided(Reference.STORED_RUNS, 252, .000001, 3, 7, 8))
                .isEqualTo("the trials disagree about ttft.p50: see in the report how they differ, and run again; no"
                        + " number of stored runs decides it");
        assertThat(undecided(Reference.STORED_RUNS, 252, .02, 3, 7, 8))
                .as("not clear enough")
                .startsWith("8 stored runs would decide");
        assertThat(undecided(Reference.STORED_RUNS, 217, .000001, 3, 7, 8))
                .as("not large enough")
                .startsWith("8 stored runs would decide");
    }

    @Test
    void sendsToTheTrialThatLacksAMeasure() {
        Comparison missing = Findings.standing(
                comparison(Reference.STORED_RUNS, Verdict.UNDECIDED, Double.NaN, Double.NaN, 2, 7, -1),
                new ComparisonDetail.Missing(List.of(2)));
        assertThat(of(Verdict.UNDECIDED, missing))
                .isEqualTo(
                        "see in the report what became of the requests of the trial without ttft.p50, then run again");
    }

    @Test
    void asksForSamplesWhereNothingComparedIsOpen() {
        assertThat(of(Verdict.UNDECIDED))
                .isEqualTo("let the load run until every guarded measure has its samples (requests, duration), or guard"
                        + " others with @Baseline(gated = …)");
    }
}
