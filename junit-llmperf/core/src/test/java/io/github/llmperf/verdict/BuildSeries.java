package io.github.llmperf.verdict;

import io.github.llmperf.baseline.BaselineFixture;
import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.MeasurementFixture;
import io.github.llmperf.baseline.StoredBuilds;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.LoadPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Builds that are judged and recorded one after the other, as the product does it: the real judge, and the real choice of
 * stored runs. Latencies of a run have a luck of their own, as servers have.
 */
final class BuildSeries {

    /** How much runs of an unchanged server usually differ, from one to the next. */
    static final double TYPICAL = .042;

    private static final double SHARED = Math.sqrt(.5);

    final List<BaselineRun> stored = new ArrayList<>();
    final List<Verdict> verdicts = new ArrayList<>();
    private final RunFixture fixture = new RunFixture();
    private final double noise;
    private final Random random;

    BuildSeries(double noise, long seed) {
        this.noise = noise;
        this.random = new Random(seed);
    }

    /** Stores runs that nobody judged. */
    BuildSeries stored(int runs) {
        for (int i = 0; i < runs; i++) {
            stored.add(BaselineFixture.run(fixture.plan, measure(0), Verdict.PASS, stored.size()));
        }
        return this;
    }

    /** Judges and records a build that is slower by a factor. */
    Verdict build(double slower) {
        MeasurementFixture measured = measure(Math.log(slower));
        LoadPlan plan = fixture.plan.build();
        BaselineLookup lookup = lookup();
        Judgement judgement = Judge.judge(plan, Candidate.of(fixture.run(), measured.build()), lookup);
        StoredVerdict line = StoredVerdict.of(plan, judgement);
        BaselineRun run = BaselineFixture.run(fixture.plan, measured, line.verdict(), stored.size());
        stored.add(run.standing(line.standing()));
        verdicts.add(judgement.verdict());
        return judgement.verdict();
    }

    BuildSeries builds(int number, double slower) {
        for (int i = 0; i < number; i++) {
            build(slower);
        }
        return this;
    }

    BaselineLookup lookup() {
        return StoredBuilds.find(fixture.plan.build(), stored);
    }

    /** Returns how many builds it took to the first regression; 0 where there is none. */
    int firstRed() {
        return 1 + verdicts.indexOf(Verdict.REGRESSION);
    }

    private MeasurementFixture measure(double slower) {
        double shared = random.nextGaussian();
        double ttft = Math.exp(slower + noise * SHARED * (shared + random.nextGaussian()));
        double tpot = Math.exp(slower + noise * SHARED * (shared + random.nextGaussian()));
        MeasurementFixture measured = new MeasurementFixture();
        measured.requests = 100;
        measured.ttft *= ttft;
        measured.tpot *= tpot;
        measured.rates.put(Metric.OUTPUT_TOKEN_RATE, 900 / (.2 * ttft + .8 * tpot));
        return measured;
    }
}
