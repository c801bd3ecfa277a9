package io.github.llmperf.report.model;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.plan.BaselinePolicy.Mode;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.Calibration;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.PairedRuns;
import io.github.llmperf.verdict.StoredVerdict;
import io.github.llmperf.verdict.Uncompared;
import io.github.llmperf.wording.ReasonText;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Everything that is known about one judged run. Renderers read it, so that nothing is computed twice.
 *
 * @param origin when, where and on what sources it took place
 * @param observed what was seen of it
 * @param judgement whether that is good enough
 * @param baseline stored runs that it was compared with
 * @param series the trials of the run, and what ran before it in the same build
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Report(
        LoadPlan plan, Origin origin, Observed observed, Judgement judgement, BaselineUse baseline, Series series) {

    /**
     * What a build measured of one test.
     *
     * @param process names the process of the build, and no other one
     * @param trials what each trial amounts to, one at least; their sum is the report's measurement
     * @param rerun what ran before, where the test is run again in the same build
     * @param calibration how much unchanged trials differ, where that was asked for
     * @param paired what the second target of a comparison came to; empty where there is none, or its turn never came
     * @param first what the first trial alone came to, whose values a baseline stores; empty where it is all there is
     * @param search what a search for the largest load ran; empty for a load
     */
    public record Series(
            String process,
            List<Measurement> trials,
            Optional<Rerun> rerun,
            Optional<Calibration> calibration,
            Optional<PairedRuns> paired,
            Optional<StoredVerdict> first,
            Optional<CapacityRuns> search) {

        /** Copies the list. */
        public Series {
            trials = List.copyOf(trials);
        }

        /**
         * Makes the report of a search for the largest load.
         *
         * @param rerun what ran before
         */
        public static Series ofSearch(
                String process, Measurement measurement, Optional<Rerun> rerun, CapacityRuns search) {
            return new Series(
                    process,
                    List.of(measurement),
                    rerun,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(search));
        }

        /** Makes the report of one trial, the first of its build. */
        public static Series of(Measurement only) {
            return new Series(
                    "",
                    List.of(only),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }
    }

    /**
     * The stored runs that a run was compared with.
     *
     * @param file where they lie; empty when there is none
     */
    public record BaselineUse(int runs, String environment, String file, StoredRuns stored) {}

    /** Returns what was sent. */
    public LoadRun run() {
        return observed.run();
    }

    /** Returns what the run amounts to. */
    public Measurement measurement() {
        return observed.measurement();
    }

    /**
     * Returns what the second target of a comparison came to.
     *
     * @return both targets' pairs; empty where there is no second target, or its turn never came
     */
    public Optional<PairedRuns> paired() {
        return series.paired();
    }

    /**
     * Returns whether the verdict fails the test. A run that could not be judged is aborted instead, and fails with
     * {@code llmperf.strict} or {@code llmperf.gate}.
     *
     * @return true for a broken limit, a regression, and what strictness, the gate or a required baseline make of the rest
     */
    public boolean isFailed() {
        return switch (judgement.verdict()) {
            case SLA_VIOLATED, REGRESSION -> true;
            case UNDECIDED -> plan.criteria().strict() || isBaselineMissed() || isFailedByGate();
            case NO_BASELINE -> isBaselineMissed() || isFailedByGate();
            case PASS, IMPROVED -> isFailedByGate();
            default -> false;
        };
    }

    /**
     * Returns whether the gate fails a test that would pass without it: it has guarded measures that were compared with
     * nothing. A run that was just recorded for lack of a baseline is what later ones are compared with, and passes.
     *
     * @return false without {@code llmperf.gate}
     */
    public boolean isFailedByGate() {
        boolean recorded = plan.criteria().baseline().mode() == Mode.RECORD && mayBeStored();
        return plan.criteria().gate()
                && (!Uncompared.in(judgement).isEmpty() || (judgement.lacksBaseline() && !recorded));
    }

    /**
     * Returns the reason of the verdict.
     *
     * @return one line, with the numbers that decided; a re-run says first what it replaces
     */
    public String reason() {
        String own = ReasonText.of(judgement);
        return series.rerun().map(rerun -> rerun.first() + "; " + own).orElse(own);
    }

    /**
     * Returns whether the test fails because of its load, regardless of its body.
     *
     * @return true for a verdict that fails it, a load that did not take place, and in strict tests or by the gate one that says
     *     nothing
     */
    public boolean failsTest() {
        return switch (judgement.verdict()) {
            case ERROR -> true;
            case INVALID -> plan.criteria().strict() || plan.criteria().gate();
            default -> isFailed();
        };
    }

    private boolean isBaselineMissed() {
        return plan.criteria().baseline().guard().required() && judgement.lacksBaseline();
    }

    /**
     * Returns whether later runs may be compared with this one.
     *
     * @return false where the run could not be judged, or {@code abort} ended it before its time
     */
    public boolean mayBeStored() {
        return judgement.verdict().isJudged()
                && !judgement.isOfBusyClient()
                && series.search()
                        .map(search -> search.outcome().carried().isPresent())
                        .orElse(true)
                && !run().end().isAborted();
    }

    /**
     * Returns what a baseline says of the run that it stores.
     *
     * @return the verdict on all trials, and the acceptance if there was one
     */
    public StoredVerdict stored() {
        StoredVerdict whole = StoredVerdict.of(plan, judgement);
        return series.first().map(whole::storing).orElse(whole);
    }

    /**
     * Returns this run as a baseline stores it: the values of the first of several trials, since trials of one build share
     * machine and hour and so are not independent, and the verdict on all of them.
     */
    public BaselineRun asBaselineRun() {
        StoredVerdict stored = stored();
        BaselineRun run = BaselineRun.of(
                plan,
                origin.environment(),
                series.trials().get(0),
                stored.verdict(),
                origin.startedAt(),
                origin.commit());
        return (stored.accepted() ? run : run.withoutAcceptance()).standing(stored.standing());
    }
}
