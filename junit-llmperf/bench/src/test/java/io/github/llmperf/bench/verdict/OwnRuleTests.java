package io.github.llmperf.bench.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Verdict;
import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class OwnRuleTests {

    private static final double[] UNKNOWN = {Double.NaN, Double.NaN, Double.NaN, Double.NaN};

    private static BenchRun run(double value) {
        return BenchRun.of(new double[] {value, value, value, value}, UNKNOWN);
    }

    private static Experiment experiment(double... trials) {
        return new Experiment(
                Collections.nCopies(10, run(100)),
                DoubleStream.of(trials).mapToObj(OwnRuleTests::run).toList(),
                List.of(),
                List.of());
    }

    private static Decision upToThree(double... trials) {
        return OwnRule.with(3).decide(experiment(trials), true);
    }

    @Test
    void stopsAfterOneTrialThatPasses() {
        Decision decision = upToThree(100, 200, 200);
        assertThat(decision.trials()).isEqualTo(1);
        assertThat(decision.verdicts()).containsOnly(Verdict.PASS);
    }

    @Test
    void looksThriceAtARegression() {
        Decision decision = upToThree(150, 150, 150);
        assertThat(decision.trials()).isEqualTo(3);
        assertThat(decision.verdicts()).containsOnly(Verdict.REGRESSION);
        assertThat(decision.curve()).containsOnly(true);
    }

    @Test
    void doesNotBelieveOneBadTrial() {
        assertThat(upToThree(150, 100, 100).verdicts()).doesNotContain(Verdict.REGRESSION);
        assertThat(OwnRule.with(1).decide(experiment(150), false).verdicts()).containsOnly(Verdict.REGRESSION);
    }

    @Test
    void knowsOnlyTheNewestRuns() {
        List<BenchRun> stored = List.of(run(1), run(1), run(1), run(100));
        Experiment experiment = new Experiment(stored, List.of(run(100)), List.of(), List.of());
        assertThat(OwnRule.with(1, 1).decide(experiment, false).verdicts()).doesNotContain(Verdict.REGRESSION);
        assertThat(OwnRule.with(1, 4).decide(experiment, false).verdicts()).doesNotContain(Verdict.PASS);
    }
}
