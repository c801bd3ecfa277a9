package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.baseline.Standing;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.wording.FindingText;
import org.junit.jupiter.api.Test;

/** A reason is stored where something was accepted, since it retires all older runs. */
class StoredVerdictTests {

    private static StoredVerdict stored(RunFixture run) {
        return StoredVerdict.of(run.plan.build(), run.judge());
    }

    private static RunFixture accepting(RunFixture run) {
        run.plan.accept = "larger model";
        return run;
    }

    @Test
    void acceptsARegression() {
        RunFixture run = accepting(RunFixture.withStored(5));
        run.measurement.slower = 2;
        assertThat(stored(run)).isEqualTo(new StoredVerdict(Verdict.PASS, true, Standing.CONFIRMED));
        assertThat(StoredVerdict.accepted(run.judge())).anySatisfy(one -> assertThat(FindingText.of(one))
                .startsWith("accepted (larger model): tpot.p50 40 ms against 20 ms, +100 %"));
        run.plan.accept = null;
        assertThat(StoredVerdict.accepted(run.judge())).isEmpty();
        assertThat(stored(run)).isEqualTo(new StoredVerdict(Verdict.REGRESSION, false, Standing.REFUSED));
    }

    @Test
    void acceptsADriftSinceTheAnchor() {
        RunFixture run = RunFixture.withoutBaseline().stored(10, m -> m.slower = 1.5);
        accepting(run.pinned(5, m -> {})).measurement.slower = 1.5;
        assertThat(stored(run)).isEqualTo(new StoredVerdict(Verdict.PASS, true, Standing.CONFIRMED));
    }

    @Test
    void acceptsABrokenLimit() {
        RunFixture run = accepting(RunFixture.withStored(5));
        run.plan.limit("ttft.p90 <= 1ms");
        assertThat(stored(run)).isEqualTo(new StoredVerdict(Verdict.SLA_VIOLATED, true, Standing.CONFIRMED));
    }

    @Test
    void acceptsWhatNoStoredRunCanBeComparedWith() {
        assertThat(stored(accepting(RunFixture.withoutBaseline())))
                .isEqualTo(new StoredVerdict(Verdict.NO_BASELINE, true, Standing.CONFIRMED));
        RunFixture shorter = accepting(RunFixture.withStored(5));
        shorter.measurement.outputTokens = 60;
        assertThat(stored(shorter)).isEqualTo(new StoredVerdict(Verdict.UNDECIDED, true, Standing.CONFIRMED));
    }

    @Test
    void acceptsNothingOfARunThatPasses() {
        RunFixture run = accepting(RunFixture.withStored(15));
        assertThat(stored(run)).isEqualTo(new StoredVerdict(Verdict.PASS, false, Standing.CONFIRMED));
        RunFixture faster = accepting(RunFixture.withStored(15));
        faster.measurement.slower = .5;
        assertThat(stored(faster)).isEqualTo(new StoredVerdict(Verdict.IMPROVED, false, Standing.CONFIRMED));
    }

    @Test
    void acceptsNothingOfARunThatIsUndecided() {
        RunFixture run = accepting(RunFixture.withStored(1));
        run.measurement.slower = 1.04;
        assertThat(stored(run)).isEqualTo(new StoredVerdict(Verdict.UNDECIDED, false, Standing.CONFIRMED));
    }

    @Test
    void acceptsNothingWhereRecordingIsEnough() {
        RunFixture untagged = accepting(RunFixture.withStored(15).pinned(0, m -> {}));
        assertThat(stored(untagged)).isEqualTo(new StoredVerdict(Verdict.NO_BASELINE, false, Standing.CONFIRMED));
        RunFixture newlyGuarded = accepting(RunFixture.withStored(15));
        newlyGuarded.plan.gated("userTokenRate.p50");
        newlyGuarded.measurement.with(Metric.USER_TOKEN_RATE, 50);
        assertThat(stored(newlyGuarded)).isEqualTo(new StoredVerdict(Verdict.NO_BASELINE, false, Standing.CONFIRMED));
    }

    @Test
    void letsARunWaitThatLooksWorse() {
        RunFixture run = RunFixture.withStored(1);
        run.measurement.slower = 1.08;
        assertThat(stored(run)).isEqualTo(new StoredVerdict(Verdict.UNDECIDED, false, Standing.WAITING));
    }

    @Test
    void refusesAnswersOfAnotherLength() {
        RunFixture shorter = RunFixture.withStored(5);
        shorter.measurement.outputTokens = 60;
        assertThat(stored(shorter)).isEqualTo(new StoredVerdict(Verdict.UNDECIDED, false, Standing.REFUSED));
    }

    @Test
    void holdsTheVerdictOnAllTrials() {
        RunFixture first = RunFixture.withStored(3);
        first.measurement.slower = 1.25;
        assertThat(stored(first).verdict()).isEqualTo(Verdict.UNDECIDED);
        RunFixture all = RunFixture.withStored(3).trial(m -> m.slower = 1.4).trial(m -> m.slower = 1.4);
        all.measurement.slower = 1.25;
        assertThat(stored(all).storing(stored(first)))
                .isEqualTo(new StoredVerdict(Verdict.REGRESSION, false, Standing.REFUSED));

        accepting(all);
        assertThat(stored(all).storing(stored(accepting(first))))
                .isEqualTo(new StoredVerdict(Verdict.PASS, true, Standing.CONFIRMED));
    }

    @Test
    void refusesABadStartThatOtherTrialsRefute() {
        RunFixture first = RunFixture.withStored(8);
        first.measurement.slower = 1.5;
        RunFixture all = RunFixture.withStored(8).trial(m -> {}).trial(m -> {});
        all.measurement.slower = 1.5;
        assertThat(stored(all).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(stored(all).storing(stored(first)))
                .isEqualTo(new StoredVerdict(Verdict.UNDECIDED, false, Standing.REFUSED));
    }
}
