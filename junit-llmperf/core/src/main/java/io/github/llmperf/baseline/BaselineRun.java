package io.github.llmperf.baseline;

import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Scenario;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * One stored run: one line of a baseline file.
 *
 * @param runId identifies the run; of lines with the same one the highest {@code edit} counts
 * @param edit 0 as recorded, raised by whoever changes a line afterwards
 * @param startedAt wall-clock time of the start, to the millisecond; stored runs are ordered by it
 * @param commit git commit of the tested sources; null when unknown
 * @param verdict what the build came to when the run was recorded, with all its trials
 * @param standing whether later runs are compared with it, whatever the verdict alone says
 * @param accepted why the run counts whatever its verdict, which also retires all older runs; null when it was not
 *     accepted
 * @param test binary class name, method and cell, separated as in the file's path
 * @param environment where it took place
 * @param tag name under which later runs can have this one as their anchor; null when it has none
 * @param values every common or guarded measure with samples, in the metric's unit
 * @param wholeRun rates over the whole run, of the measures that {@code values} has over the window; none where rates are
 *     those of the whole run there, too, and in lines of old
 * @param within per measure, relative standard deviation of its value that comes from the requests inside this run; absent
 *     where it is not known
 * @param counts how many requests and samples the values rest on
 * @param histograms per metric, as {@link io.github.llmperf.measure.Distribution#decode} reads them; none for a run so old
 *     that only its numbers are kept
 */
@API(status = Status.INTERNAL, since = "0.1")
public record BaselineRun(
        String runId,
        int edit,
        Instant startedAt,
        @Nullable String commit,
        Verdict verdict,
        Standing standing,
        @Nullable String accepted,
        @Nullable String tag,
        TestName test,
        Environment environment,
        WorkloadIdentity workload,
        SortedMap<Measure, Double> values,
        SortedMap<Measure, Double> wholeRun,
        SortedMap<Measure, Double> within,
        Counts counts,
        Map<Metric, String> histograms) {

    /** Verdicts of runs that are kept but not compared with, unless accepted: a bad run hides the next one. */
    private static final Set<Verdict> UNUSABLE =
            Set.of(Verdict.REGRESSION, Verdict.SLA_VIOLATED, Verdict.INVALID, Verdict.ERROR);

    /**
     * Which test and cell a run belongs to.
     *
     * @param className binary name of the test class
     * @param methodName name of the test method
     * @param cellName name of the matrix cell
     */
    public record TestName(String className, String methodName, String cellName) {

        private static final Pattern STAGE = Pattern.compile("(?:^|,)" + Scenario.STAGE + "=[0-9]+$");

        /** Returns the name under which the runs of a load are stored. */
        public static TestName of(Scenario scenario) {
            return new TestName(scenario.className(), scenario.methodName(), scenario.cellName());
        }

        /** Returns the test with all its stages: they are one run. */
        public TestName withoutStage() {
            String common = STAGE.matcher(cellName).replaceFirst("");
            return new TestName(className, methodName, common.isEmpty() ? Scenario.SINGLE : common);
        }

        /** Returns what messages call it. */
        public String displayName() {
            return new Scenario(className, methodName, Map.of(), cellName).displayName();
        }
    }

    /**
     * How many requests and samples a run's values rest on.
     *
     * @param attempted measured requests
     * @param samples per metric with a distribution
     * @param ratesFromWholeRun whether rates are over the whole run instead of the window
     */
    public record Counts(long attempted, long failed, Map<Metric, Long> samples, boolean ratesFromWholeRun) {

        /** Copies the map in the order of metrics. */
        public Counts {
            samples = Collections.unmodifiableMap(new TreeMap<>(samples));
        }
    }

    /**
     * Copies the maps and checks the values.
     *
     * @throws IllegalArgumentException if the run id is empty or a value is not a finite number
     */
    public BaselineRun {
        if (runId.isBlank()) {
            throw new IllegalArgumentException("runId must not be empty");
        }
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
        values.forEach((measure, value) -> {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException(measure + " must be a finite number, but is " + value);
            }
        });
        wholeRun = Collections.unmodifiableSortedMap(new TreeMap<>(wholeRun));
        within = Collections.unmodifiableSortedMap(new TreeMap<>(within));
        histograms = Collections.unmodifiableMap(new LinkedHashMap<>(histograms));
        startedAt = startedAt.truncatedTo(ChronoUnit.MILLIS);
        standing = UNUSABLE.contains(verdict) ? Standing.REFUSED : standing;
    }

    /**
     * Returns what is worth storing of a judged run.
     *
     * @param plan what was asked for; its policy says which measures are guarded and whether the run is accepted
     * @param environment where it took place
     * @param startedAt wall-clock time of the start
     * @param commit git commit of the tested sources; null when unknown
     */
    public static BaselineRun of(
            LoadPlan plan,
            Environment environment,
            Measurement measurement,
            Verdict verdict,
            Instant startedAt,
            @Nullable String commit) {
        return new BaselineRun(
                plan.runId(),
                0,
                startedAt,
                commit,
                verdict,
                Standing.CONFIRMED,
                plan.criteria().baseline().accept(),
                plan.criteria().baseline().tag(),
                TestName.of(plan.scenario()),
                environment,
                WorkloadIdentity.of(plan),
                StoredMeasures.values(
                        measurement, plan.criteria().baseline().guard().gated()),
                StoredMeasures.wholeRun(
                        measurement, plan.criteria().baseline().guard().gated()),
                StoredWithinRunSpread.of(
                        measurement, plan.criteria().baseline().guard().gated()),
                StoredMeasures.counts(measurement),
                StoredMeasures.histograms(measurement));
    }

    /**
     * Returns what another run must equal to be comparable with this one.
     *
     * @return environment name, model, labels and workload
     */
    public Comparability comparability() {
        return Comparability.of(environment, workload);
    }

    /** Returns whether histograms and machine were left out, as they are of old runs. */
    boolean isSummary() {
        return histograms.isEmpty() && !environment.isMachineKnown();
    }

    /** Returns the same run with other marks. */
    BaselineRun marked(@Nullable String acceptedWhy, @Nullable String tagged) {
        return with(standing, acceptedWhy, tagged);
    }

    /** Returns the same run with another standing. */
    public BaselineRun standing(Standing other) {
        return with(other, accepted, tag);
    }

    private BaselineRun with(Standing other, @Nullable String acceptedWhy, @Nullable String tagged) {
        return new BaselineRun(
                runId,
                edit,
                startedAt,
                commit,
                verdict,
                other,
                acceptedWhy,
                tagged,
                test,
                environment,
                workload,
                values,
                wholeRun,
                within,
                counts,
                histograms);
    }

    /**
     * Returns whether later runs may be compared with this one, whatever came after it.
     *
     * @return true if it is confirmed or somebody accepted it
     */
    public boolean isUsable() {
        return accepted != null || standing == Standing.CONFIRMED;
    }

    /**
     * Returns the same run as one that nobody had to accept.
     *
     * @return the copy without a reason
     */
    public BaselineRun withoutAcceptance() {
        return marked(null, tag);
    }

    /**
     * Returns a stored value.
     *
     * @return its value in the metric's unit, or empty when the run had no samples of it or did not keep it
     */
    public OptionalDouble value(Measure measure) {
        Double value = values.get(measure);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /**
     * Reads a run as {@link #line} tells it.
     *
     * @return the run, or empty when a newer version wrote the line
     * @throws IllegalArgumentException if the line is damaged; the message says how
     */
    public static Optional<BaselineRun> parse(String line) {
        return BaselineLine.read(line);
    }

    /**
     * Returns the run as it stands in a baseline file.
     *
     * @return one line of JSON, without its end
     */
    public String line() {
        return BaselineLine.write(this);
    }
}
