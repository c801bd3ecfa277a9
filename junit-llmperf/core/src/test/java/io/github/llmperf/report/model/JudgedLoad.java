package io.github.llmperf.report.model;

import io.github.llmperf.baseline.BaselineLookup;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.Recorder;
import io.github.llmperf.measure.server.ServerView;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.verdict.Candidate;
import io.github.llmperf.verdict.Judge;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.PairedJudge;
import io.github.llmperf.verdict.PairedRuns;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A run, measured and judged as the product does it. */
record JudgedLoad(Candidate candidate, Judgement judgement, Optional<PairedRuns> paired) {

    static JudgedLoad of(LoadPlan plan, Function<LoadPlan, LoadRun> runner, ServerView server, BaselineLookup stored) {
        LoadRun run = runner.apply(plan);
        Measurement measurement = Recorder.measure(plan, run);
        Pairing pairing = plan.load().pairing();
        if (pairing != null) {
            return paired(plan, run, measurement, pairing.pairs());
        }
        Candidate candidate = Candidate.of(run, measurement).with(server);
        return new JudgedLoad(candidate, Judge.judge(plan, candidate, stored), Optional.empty());
    }

    /** Pairs that all came out alike. */
    private static JudgedLoad paired(LoadPlan plan, LoadRun run, Measurement measurement, int pairs) {
        List<LoadRun> runs = Collections.nCopies(pairs, run);
        List<Measurement> measured = Collections.nCopies(pairs, measurement);
        Optional<PairedRuns> paired = Optional.of(PairedRuns.of(plan, runs, measured, runs));
        Measurement all = Recorder.pool(measured);
        Candidate candidate = new Candidate(LoadRun.together(runs), all, List.of(all));
        return new JudgedLoad(candidate, PairedJudge.judge(plan, candidate, paired), paired);
    }
}
