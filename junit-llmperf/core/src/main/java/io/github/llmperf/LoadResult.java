package io.github.llmperf;

import io.github.llmperf.measure.Distribution;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.verdict.PairedRuns;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What a load came to, for the body of a load test. Take it as a parameter, and assert more with
 * {@link LlmPerfAssertions#assertThat(LoadResult)}.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class LoadResult {

    private final Report report;
    private final Optional<LoadTestException> notStored;

    /**
     * Made by the extension.
     *
     * @param report what the run came to
     * @param notStored why the run was not stored though that was asked for
     */
    @API(status = Status.INTERNAL, since = "0.1")
    public LoadResult(Report report, Optional<LoadTestException> notStored) {
        this.report = report;
        this.notStored = notStored;
    }

    /**
     * Returns why the run was not stored though that was asked for.
     *
     * @return the failure; empty where it was stored, or nobody asked for that
     */
    @API(status = Status.INTERNAL, since = "0.1")
    public Optional<LoadTestException> notStored() {
        return notStored;
    }

    /**
     * Returns what reports are made of.
     *
     * @return the report
     */
    @API(status = Status.INTERNAL, since = "0.1")
    public Report report() {
        return report;
    }

    /**
     * Returns the verdict on limits and baseline. The body runs before a failed verdict fails the test.
     *
     * @return the verdict
     */
    public Verdict verdict() {
        return report.judgement().verdict();
    }

    /**
     * Returns the verdict in one line, with the numbers that decided.
     *
     * @return the reason
     */
    public String reason() {
        return report.reason();
    }

    /**
     * Returns everything that was measured.
     *
     * @return the measurement
     */
    public Measurement measurement() {
        return report.measurement();
    }

    /**
     * Returns everything that was measured of the second target of {@link LlmCompare}, all its loads together.
     *
     * @return the measurement; empty where there is no second target, or its turn never came
     */
    public Optional<Measurement> comparedWith() {
        return report.paired().map(PairedRuns::measurement);
    }

    /**
     * Returns the samples of a metric over successful measured requests.
     *
     * @param metric a metric with a distribution
     * @return the samples, or empty when there are none
     */
    public Optional<Distribution> distribution(Metric metric) {
        return report.measurement().distribution(metric);
    }

    /**
     * Returns one measure over successful requests.
     *
     * @param measure such as {@code "ttft.p90"}, {@code "tpot"} (the mean) or {@code "outputTokenRate"}
     * @return its value in the metric's unit; empty without samples, or with too few for a percentile: p90 takes 10, p99 100
     * @throws IllegalArgumentException if there is no such measure
     */
    public OptionalDouble value(String measure) {
        return report.measurement().existing(Measure.parse(measure));
    }

    /**
     * Returns which cell of the matrix this was.
     *
     * @return value of each attribute that can span a matrix: users or requestRate, prompt, maxNewTokens; for a stage also
     *     its number, {@code stage}
     */
    public Map<String, Object> cell() {
        return report.plan().scenario().cell();
    }

    @Override
    public String toString() {
        return report.plan().scenario() + ": " + reason();
    }
}
