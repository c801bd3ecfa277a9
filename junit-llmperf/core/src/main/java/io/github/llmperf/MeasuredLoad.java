package io.github.llmperf;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.Recorder;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.Candidate;
import io.github.llmperf.verdict.Judge;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.PairedJudge;
import io.github.llmperf.verdict.PairedRuns;
import java.util.List;
import java.util.Optional;

/**
 * What a load amounts to, with all its repetitions.
 *
 * @param run what was sent to the test's own target
 * @param measurement what it amounts to
 * @param paired what the second target came to; empty where there is none, or its turn never came
 */
record MeasuredLoad(LoadPlan plan, LoadRun run, Measurement measurement, Optional<PairedRuns> paired) {

    static MeasuredLoad of(LoadPlan plan, List<LoadRun> runs, List<LoadRun> other) {
        List<Measurement> each =
                runs.stream().map(run -> Recorder.measure(plan, run)).toList();
        return new MeasuredLoad(
                plan,
                LoadRun.together(runs),
                Recorder.pool(each),
                other.isEmpty() ? Optional.empty() : Optional.of(PairedRuns.of(plan, runs, each, other)));
    }

    /** Judges it by the second target where there is one, else by the stored runs. */
    Judgement judge(BaselineLookup stored) {
        Candidate candidate = Candidate.of(run, measurement);
        return plan.pairing() == null
                ? Judge.judge(plan, candidate, stored)
                : PairedJudge.judge(plan, candidate, paired);
    }
}
