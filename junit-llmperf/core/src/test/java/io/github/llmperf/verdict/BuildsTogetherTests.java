package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.baseline.Standing;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.wording.FindingText;
import io.github.llmperf.wording.ReasonText;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Builds that are not decided one by one add up. */
class BuildsTogetherTests {

    private static RunFixture slower(int open, double before, double now) {
        RunFixture run = RunFixture.withStored(3).open(open, before);
        run.measurement.slower = now;
        return run;
    }

    private static StoredVerdict stored(RunFixture run) {
        return StoredVerdict.of(run.plan.build(), run.judge());
    }

    @Test
    void decidesTogetherWhatOneBuildAloneDoesNot() {
        assertThat(slower(0, 1, 1.25).judge().verdict()).isEqualTo(Verdict.UNDECIDED);
        RunFixture run = slower(5, 1.25, 1.25);

        assertThat(run.judge().verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(run.comparison("ttft.p50").evidence().trials()).isEqualTo(6);
        assertThat(run.texts())
                .contains("judged together with 5 earlier builds that looked worse: all of them still do, so"
                        + " none of them is compared with before that is decided");
    }

    @Test
    void callsNothingARegressionThatThisBuildDoesNotShow() {
        RunFixture run = slower(5, 1.25, 1.02);

        assertThat(run.judge().verdict()).isNotEqualTo(Verdict.REGRESSION);
        assertThat(run.comparison("ttft.p50").evidence().trials()).isEqualTo(1);
    }

    @Test
    void letsABuildWaitAsLongAsAllTogetherLookWorse() {
        assertThat(stored(slower(3, 1.2, 1)).standing()).isEqualTo(Standing.WAITING);
        assertThat(stored(slower(1, 1.08, 1)).standing()).isEqualTo(Standing.CONFIRMED);
        assertThat(slower(1, 1.08, 1).texts())
                .contains(
                        "judged together with 1 earlier build that looked worse: on average they do not any more, so those"
                                + " that were undecided count from now on");
    }

    @Test
    void countsTheTrialsOfABuildAsOneRun() {
        RunFixture run = slower(5, 1.25, 1.25).trial(m -> m.slower = 1.25);

        assertThat(run.comparison("ttft.p50").evidence().trials()).isEqualTo(6);
    }

    @Test
    void acceptsWhatAllBuildsTogetherShow() {
        RunFixture run = slower(5, 1.25, 1.25);
        run.plan.accept = "larger model";

        assertThat(stored(run)).isEqualTo(new StoredVerdict(Verdict.PASS, true, Standing.CONFIRMED));
        assertThat(StoredVerdict.accepted(run.judge())).isNotEmpty().allSatisfy(one -> assertThat(FindingText.of(one))
                .startsWith("accepted (larger model): "));
    }

    @Test
    void comparesNothingWhereNothingCounts() {
        RunFixture run = RunFixture.withoutBaseline().open(3, 1.25);

        assertThat(run.judge().verdict()).isEqualTo(Verdict.NO_BASELINE);
    }

    @Test
    void comparesTheNewestBuildsWithTheFirstOfTheEpoch() {
        RunFixture run = crept(1.3);

        assertThat(run.comparison("tpot.p50").verdict()).isEqualTo(Verdict.PASS);
        assertThat(run.comparison("tpot.p50", Reference.Kind.ANCHOR).verdict()).isEqualTo(Verdict.REGRESSION);
        assertThat(ReasonText.of(run.judge())).startsWith("drifted since the epoch's start: ");
        run.plan.accept = "larger model";
        assertThat(stored(run)).isEqualTo(new StoredVerdict(Verdict.PASS, true, Standing.CONFIRMED));
    }

    @Test
    void saysNothingOfTheFirstRunsWhereNothingCreptIn() {
        RunFixture run = crept(1.02);

        assertThat(run.judge().verdict()).isEqualTo(Verdict.PASS);
        assertThat(run.texts()).noneMatch(text -> text.contains("the epoch's start"));
    }

    /** Returns a run that follows stored ones which have crept away from the epoch's first. */
    private static RunFixture crept(double slower) {
        RunFixture run = RunFixture.withoutBaseline().stored(15, m -> m.slower = slower);
        RunFixture first = RunFixture.withStored(5);
        run.epochStart =
                Optional.of(new BaselineLookup.EpochStart(first.stored, run.stored.subList(10, run.stored.size())));
        run.measurement.slower = slower;
        return run;
    }
}
