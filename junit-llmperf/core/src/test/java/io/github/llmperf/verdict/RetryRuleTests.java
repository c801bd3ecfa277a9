package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Finding.Status;
import io.github.llmperf.verdict.Finding.Validity;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RetryRuleTests {

    private static final Cause BUSY = new Cause.GeneratorSaturated(List.of(new Cause.Symptom.SentLate(40, 5)));
    private static final Cause UNSTEADY = new Cause.NotSteady(0, 1, Metric.TTFT, 100, 200, true, 30);

    private static Judgement invalid(Cause... causes) {
        List<Finding> findings =
                Stream.of(causes).<Finding>map(ValidityRule::broken).toList();
        return new Judgement(Verdict.INVALID, findings, .01, OptionalDouble.empty());
    }

    private static Judgement judged(Verdict verdict) {
        return new Judgement(verdict, List.of(), .01, OptionalDouble.empty());
    }

    @Test
    void wantsAnotherTryAfterABusyMachine() {
        assertThat(RetryRule.wantsAnother(List.of(invalid(BUSY)))).isTrue();
        assertThat(RetryRule.wantsAnother(List.of(invalid(new Cause.OfSecondTarget("canary", BUSY)))))
                .isTrue();
    }

    @Test
    void takesWhatABusyMachineBringsAlong() {
        assertThat(RetryRule.wantsAnother(List.of(invalid(BUSY, UNSTEADY)))).isTrue();
        assertThat(RetryRule.wantsAnother(List.of(invalid(UNSTEADY)))).isFalse();
    }

    static Stream<Cause> whatComesAgain() {
        return Stream.of(
                new Cause.Interrupted(3),
                new Cause.NothingMeasured(),
                new Cause.CacheRepeated(90, 100, false),
                new Cause.CacheHits(90, 100, 0, 0, .2),
                new Cause.TooFewPairs(1, 8, 2));
    }

    @ParameterizedTest
    @MethodSource("whatComesAgain")
    void leavesWhatComesAgain(Cause cause) {
        assertThat(RetryRule.wantsAnother(List.of(invalid(cause)))).isFalse();
        assertThat(RetryRule.wantsAnother(List.of(invalid(BUSY, cause)))).isFalse();
    }

    /** It is saturated, but that could not have changed the verdict. */
    @ParameterizedTest
    @EnumSource(
            value = Verdict.class,
            names = {"INVALID"},
            mode = EnumSource.Mode.EXCLUDE)
    void leavesWhatIsJudged(Verdict verdict) {
        Judgement judged =
                new Judgement(verdict, List.of(new Validity(Status.NOTE, BUSY)), .01, OptionalDouble.empty());
        assertThat(RetryRule.wantsAnother(List.of(judged))).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = Verdict.class,
            names = {"REGRESSION", "SLA_VIOLATED", "ERROR"})
    void givesATestOfWhichAStageHasFailedNoSecondChance(Verdict failed) {
        assertThat(RetryRule.wantsAnother(List.of(judged(failed), invalid(BUSY))))
                .isFalse();
        assertThat(RetryRule.wantsAnother(List.of(judged(Verdict.PASS), invalid(BUSY))))
                .isTrue();
    }
}
