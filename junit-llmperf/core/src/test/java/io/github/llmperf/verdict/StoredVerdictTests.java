package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Metric;
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
        assertThat(stored(run)).isEqualTo(new StoredVerdict(Verdict.PASS, true));
        assertThat(StoredVerdict.accepted(run.judge())).anySatisfy(one -> assertThat(FindingText.of(one))
                .startsWith("accepted (larger model): tpot.p50 40 ms against 20 ms, +100 %"));
        run.plan.accept = null;
        assertThat(StoredVerdict.accepted(run.judge())).isEmpty();
        assertThat(stored(run)).isEqualTo(new StoredVerdict(Verdict.REGRESSION, false));
    }

    @Test
    void acceptsADriftSinceTheAnchor() {
        RunFixture run = RunFixture.withoutBaseline().stored(10, m -> m.slower = 1.5);
        accepting(run.pinned(5, m -> {})).measurement.slower = 1.5;
        assertThat(stored(run)).isEqualTo(new StoredVerdict(Verdict.PASS, true));
    }

    @Test
    void acceptsABrokenLimit() {
        RunFixture run = accepting(RunFixture.withStored(5));
        run.plan.limit("ttft.p90 <= 1ms");
        assertThat(stored(run)).isEqualTo(new StoredVerdict(Verdict.SLA_VIOLATED, true));
    }

    @Test
    void acceptsWhatNoStoredRunCanBeComparedWith() {
        assertThat(stored(accepting(RunFixture.withoutBaseline())))
                .isEqualTo(new StoredVerdict(Verdict.NO_BASELINE, true));
        RunFixture shorter = accepting(RunFixture.withStored(5));
        shorter.measurement.outputTokens = 60;
        assertThat(stored(shorter)).isEqualTo(new StoredVerdict(Verdict.NO_BASELINE, true));
    }

    @Test
    void acceptsNothingOfARunThatPasses() {
        RunFixture run = accepting(RunFixture.withStored(15));
        assertThat(stored(run)).isEqualTo(new StoredVerdict(Verdict.PASS, false));
        RunFixture faster = accepting(RunFixture.withStored(15));
        faster.measurement.slower = .5;
        assertThat(stored(faster)).isEqualTo(new StoredVerdict(Verdict.IMPROVED, false));
    }

    @Test
    void acceptsNothingOfARunThatIsUndecided() {
        RunFixture run = accepting(RunFixture.withStored(1));
        run.measurement.slower = 1.05;
        assertThat(stored(run)).isEqualTo(new StoredVerdict(Verdict.UNDECIDED, false));
    }

    @Test
    void acceptsNothingWhereRecordingIsEnough() {
        RunFixture untagged = accepting(RunFixture.withStored(15).pinned(0, m -> {}));
        assertThat(stored(untagged)).isEqualTo(new StoredVerdict(Verdict.NO_BASELINE, false));
        RunFixture newlyGuarded = accepting(RunFixture.withStored(15));
        newlyGuarded.plan.gated("userTokenRate.p50");
        newlyGuarded.measurement.with(Metric.USER_TOKEN_RATE, 50);
        assertThat(stored(newlyGuarded)).isEqualTo(new StoredVerdict(Verdict.NO_BASELINE, false));
    }
}
