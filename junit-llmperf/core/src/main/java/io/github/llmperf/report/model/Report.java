package io.github.llmperf.report.model;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.baseline.Environment;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.server.ServerView;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.verdict.Calibration;
import io.github.llmperf.verdict.Judgement;
import io.github.llmperf.verdict.PairedRuns;
import io.github.llmperf.verdict.StoredVerdict;
import io.github.llmperf.wording.ReasonText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is known about one judged run. Renderers read it, so that nothing is computed twice.
 *
 * @param startedAt wall-clock time of the start
 * @param commit git commit of the tested sources; null when unknown
 * @param environment where it took place
 * @param run what was sent; its records feed the charts
 * @param measurement what it amounts to
 * @param judgement whether that is good enough
 * @param baseline stored runs that it was compared with
 * @param prometheus server metrics over the run by name: difference of counters, last value of gauges
 * @param series the trials of the run, and what ran before it in the same build
 * @param server what the server said of itself in the course of the run
 * @param overTime its requests over the time of the run
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Report(
        LoadPlan plan,
        Instant startedAt,
        @Nullable String commit,
        Environment environment,
        LoadRun run,
        Measurement measurement,
        Judgement judgement,
        BaselineUse baseline,
        SortedMap<String, Double> prometheus,
        Series series,
        ServerView server,
        RunOverTime overTime) {

    /**
     * Tells of a run.
     *
     * @param startedAt wall-clock time of the start
     * @param commit git commit of the tested sources; null when unknown
     * @param environment where it took place
     * @param series the trials of the run, and what ran before it in the same build
     * @param server what the server said of itself in the course of the run
     */
    public Report(
            LoadPlan plan,
            Instant startedAt,
            @Nullable String commit,
            Environment environment,
            LoadRun run,
            Measurement measurement,
            Judgement judgement,
            BaselineUse baseline,
            SortedMap<String, Double> prometheus,
            Series series,
            ServerView server) {
        this(
                plan,
                startedAt,
                commit,
                environment,
                run,
                measurement,
                judgement,
                baseline,
                prometheus,
                series,
                server,
                new RunOverTime(plan, run));
    }

    /**
     * Makes the report of a run of one trial, the first of its build.
     *
     * @param startedAt wall-clock time of the start
     * @param commit git commit of the tested sources; null when unknown
     * @param environment where it took place
     * @param prometheus server metrics over the run by name
     */
    public Report(
            LoadPlan plan,
            Instant startedAt,
            @Nullable String commit,
            Environment environment,
            LoadRun run,
            Measurement measurement,
            Judgement judgement,
            BaselineUse baseline,
            SortedMap<String, Double> prometheus) {
        this(
                plan,
                startedAt,
                commit,
                environment,
                run,
                measurement,
                judgement,
                baseline,
                prometheus,
                Series.of(measurement),
                ServerView.NOTHING);
    }

    /** Adds what the server said. */
    public Report with(ServerView said) {
        return new Report(
                plan,
                startedAt,
                commit,
                environment,
                run,
                measurement,
                judgement,
                baseline,
                prometheus,
                series,
                said,
                overTime);
    }

    /**
     * What a build measured of one test.
     *
     * @param process names the process of the build, and no other one
     * @param trials what each trial amounts to, one at least; their sum is the report's measurement
     * @param rerun what ran before, where the test is run again in the same build
     * @param calibration how much unchanged trials differ, where that was asked for
     * @param paired what the second target of a comparison came to; empty where there is none, or its turn never came
     * @param first what the first trial alone came to, which is what a baseline stores; empty where it is all there is
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
         * Makes the report of a load.
         *
         * @param rerun what ran before
         * @param first what the first trial alone came to
         */
        public Series(
                String process,
                List<Measurement> trials,
                Optional<Rerun> rerun,
                Optional<Calibration> calibration,
                Optional<PairedRuns> paired,
                Optional<StoredVerdict> first) {
            this(process, trials, rerun, calibration, paired, first, Optional.empty());
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

        static Series of(Measurement only) {
            return new Series(
                    "", List.of(only), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
        }
    }

    /**
     * The stored runs that a run was compared with.
     *
     * @param file where they lie; empty when there is none
     */
    public record BaselineUse(int runs, String environment, String file, StoredRuns stored) {

        /**
         * Takes the runs without reading their histograms.
         *
         * @param file where they lie; empty when there is none
         */
        public BaselineUse(int runs, String environment, String file) {
            this(runs, environment, file, StoredRuns.NONE);
        }
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
     * {@code llmperf.strict}.
     *
     * @return true for a broken limit, a regression, and what strictness or a required baseline make of an open verdict
     */
    public boolean isFailed() {
        return switch (judgement.verdict()) {
            case SLA_VIOLATED, REGRESSION -> true;
            case UNDECIDED -> plan.strict() || isBaselineMissed();
            case NO_BASELINE -> isBaselineMissed();
            default -> false;
        };
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
     * @return true for a verdict that fails it, a load that did not take place, and in strict tests one that says nothing
     */
    public boolean failsTest() {
        return switch (judgement.verdict()) {
            case ERROR -> true;
            case INVALID -> plan.strict();
            default -> isFailed();
        };
    }

    private boolean isBaselineMissed() {
        return plan.baseline().required() && judgement.lacksBaseline();
    }

    /**
     * Returns whether later runs may be compared with this one.
     *
     * @return false where the run or its first trial could not be judged, or {@code abort} ended it before its time
     */
    public boolean mayBeStored() {
        return judgement.verdict().isJudged()
                && stored().verdict().isJudged()
                && series.search()
                        .map(search -> search.outcome().carried().isPresent())
                        .orElse(true)
                && !run.end().isAborted();
    }

    /**
     * Returns what a baseline says of the run that it stores.
     *
     * @return of several trials the verdict on the first, since a line must not promise more than it holds
     */
    public StoredVerdict stored() {
        return series.first().orElseGet(() -> StoredVerdict.of(plan, judgement));
    }

    /**
     * Returns this run as a baseline stores it: only the first of several trials, since trials of one build share
     * machine and hour and so are not independent.
     */
    public BaselineRun asBaselineRun() {
        BaselineRun run = BaselineRun.of(
                plan, environment, series.trials().get(0), stored().verdict().name(), startedAt, commit);
        return stored().accepted() ? run : run.withoutAcceptance();
    }
}
