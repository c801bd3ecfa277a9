package io.github.llmperf.run;

import io.github.llmperf.plan.BaselinePolicy.Mode;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.run.PreparedLoads.Prepared;
import io.github.llmperf.verdict.Calibration;
import io.github.llmperf.verdict.Candidate;
import io.github.llmperf.verdict.Judge;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.PairedRuns;
import io.github.llmperf.verdict.Remark;
import io.github.llmperf.verdict.StoredVerdict;
import java.util.Optional;

/** The trials of one load, judged. */
record JudgedTrials(Candidate candidate, Judgement judgement, Report.Series series) {

    /**
     * Judges a load.
     *
     * @param load what was asked for, and what it is compared with
     * @param number of the load within its test, from 0
     */
    static JudgedTrials of(Prepared load, TrialSeries series, Trials trials, int number) {
        Candidate candidate = load.withEarlier(trials.candidate(number));
        Optional<PairedRuns> paired = trials.paired(load.plan());
        Judgement judgement = trials.judge(load, candidate, paired);
        Optional<Calibration> calibration = load.plan().criteria().baseline().mode() == Mode.CALIBRATE
                        && trials.all().size() > 1
                ? Optional.of(Calibration.of(
                        load.plan(),
                        candidate.trials(),
                        trials.runs(number),
                        load.stored().runs(),
                        series.startsAnew()))
                : Optional.empty();
        Judgement whole = series.whyOne()
                .or(() -> calibration.map(c -> new Remark.Calibrated()))
                .map(judgement::with)
                .orElse(judgement);
        Judgement repeated = trials.notRetried().map(whole::with).orElse(whole);
        Judgement told = trials.cutShort()
                .map(cause -> repeated.with(new Remark.TrialsCutShort(String.valueOf(cause.getMessage()))))
                .orElse(repeated);
        return new JudgedTrials(
                candidate,
                load.told(load.rerun().map(rerun -> rerun.tell(told)).orElse(told)),
                new Report.Series(
                        BuildProcess.name(),
                        candidate.trials(),
                        load.rerun(),
                        calibration,
                        paired,
                        first(load, trials, number),
                        Optional.empty()));
    }

    /** Judges by itself whose values a baseline stores: a bad first trial stays one when others refute it. */
    private static Optional<StoredVerdict> first(Prepared load, Trials trials, int number) {
        boolean isWhole = trials.all().size() == 1 && load.rerun().isEmpty();
        return isWhole || !load.plan().criteria().baseline().compares()
                ? Optional.empty()
                : Optional.of(
                        StoredVerdict.of(load.plan(), Judge.judge(load.plan(), trials.first(number), load.stored())));
    }
}
