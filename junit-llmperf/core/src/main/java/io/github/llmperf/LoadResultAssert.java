package io.github.llmperf;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions on the result of a load: {@code assertThat(result).ttft().p90().isLessThan("3s")}.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class LoadResultAssert extends AbstractAssert<LoadResultAssert, LoadResult> {

    LoadResultAssert(LoadResult actual) {
        super(actual, LoadResultAssert.class);
    }

    /**
     * Starts assertions on the time to first token.
     *
     * @return assertions that first ask for a statistic
     */
    public DistributionAssert ttft() {
        return new DistributionAssert(actual, Metric.TTFT);
    }

    /**
     * Starts assertions on the time to first visible output.
     *
     * @return assertions that first ask for a statistic
     */
    public DistributionAssert ttfo() {
        return new DistributionAssert(actual, Metric.TTFO);
    }

    /**
     * Starts assertions on the time per output token.
     *
     * @return assertions that first ask for a statistic
     */
    public DistributionAssert tpot() {
        return new DistributionAssert(actual, Metric.TPOT);
    }

    /**
     * Starts assertions on the gap between token events.
     *
     * @return assertions that first ask for a statistic
     */
    public DistributionAssert itl() {
        return new DistributionAssert(actual, Metric.ITL);
    }

    /**
     * Starts assertions on the end-to-end latency.
     *
     * @return assertions that first ask for a statistic
     */
    public DistributionAssert e2e() {
        return new DistributionAssert(actual, Metric.E2E);
    }

    /**
     * Starts assertions on the response time, failed requests included.
     *
     * @return assertions that first ask for a statistic
     */
    public DistributionAssert responseTime() {
        return new DistributionAssert(actual, Metric.RESPONSE_TIME);
    }

    /**
     * Starts assertions on the part of requests that failed, in percent.
     *
     * @return the assertions
     */
    public MeasureAssert errorRate() {
        return MeasureAssert.on(actual, Measure.of(Metric.ERROR_RATE));
    }

    /**
     * Starts assertions on the part of requests that met every per-request limit, in percent.
     *
     * @return the assertions
     */
    public MeasureAssert attainment() {
        return MeasureAssert.on(actual, Measure.of(Metric.ATTAINMENT));
    }

    /**
     * Starts assertions on the requests per second that met every per-request limit.
     *
     * @return the assertions
     */
    public MeasureAssert goodput() {
        return MeasureAssert.on(actual, Measure.of(Metric.GOODPUT));
    }

    /**
     * Starts assertions on the successful requests per second.
     *
     * @return the assertions
     */
    public MeasureAssert requestRate() {
        return MeasureAssert.on(actual, Measure.of(Metric.REQUEST_RATE));
    }

    /**
     * Starts assertions on the output tokens per second.
     *
     * @return the assertions
     */
    public MeasureAssert outputTokenRate() {
        return MeasureAssert.on(actual, Measure.of(Metric.OUTPUT_TOKEN_RATE));
    }

    /**
     * Starts assertions on the prompt and output tokens per second.
     *
     * @return the assertions
     */
    public MeasureAssert totalTokenRate() {
        return MeasureAssert.on(actual, Measure.of(Metric.TOTAL_TOKEN_RATE));
    }

    /**
     * Starts assertions on any measure.
     *
     * @param measure such as {@code "itl.p99.9"} or {@code "promptTokenRate"}
     * @return the assertions
     * @throws IllegalArgumentException if there is no such measure
     */
    public MeasureAssert measure(String measure) {
        return MeasureAssert.on(actual, Measure.parse(measure));
    }

    /**
     * Checks the verdict.
     *
     * @param expected the verdict wanted
     * @return these assertions
     */
    public LoadResultAssert hasVerdict(Verdict expected) {
        isNotNull();
        if (actual.verdict() != expected) {
            failWithMessage("%nExpected verdict:%n  %s%nbut was:%n  %s", expected.words(), actual.reason());
        }
        return this;
    }

    /**
     * Checks how many measured requests succeeded.
     *
     * @param least the smallest number wanted
     * @return these assertions
     */
    public LoadResultAssert hasAtLeastSuccesses(long least) {
        isNotNull();
        long succeeded = actual.measurement().requests().succeeded();
        if (succeeded < least) {
            failWithMessage(
                    "%nExpected at least %s successful requests, but there were %s of %s",
                    least, succeeded, actual.measurement().requests().attempted());
        }
        return this;
    }
}
