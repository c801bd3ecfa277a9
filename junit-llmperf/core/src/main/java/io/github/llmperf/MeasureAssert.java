package io.github.llmperf;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Quantity;
import java.util.OptionalDouble;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.assertj.core.api.AbstractDoubleAssert;

/**
 * Assertions on one number of a run, in its metric's unit. Percentiles of ttft, ttfo, tpot and e2e count each failed
 * request as infinitely slow, as limits do.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class MeasureAssert extends AbstractDoubleAssert<MeasureAssert> {

    private final Measure measure;

    private MeasureAssert(double value, Measure measure) {
        super(value, MeasureAssert.class);
        this.measure = measure;
    }

    static MeasureAssert on(LoadResult result, Measure measure) {
        return new MeasureAssert(value(result, measure), measure)
                .as(
                        "%s in %s of %s",
                        measure, measure.metric().unit(), result.report().plan().scenario());
    }

    private static double value(LoadResult result, Measure measure) {
        OptionalDouble value = result.measurement().limited(measure);
        if (value.isEmpty()) {
            throw new AssertionError(measure + " has no samples in " + result);
        }
        if (result.measurement().existingLimited(measure).isEmpty()) {
            throw new AssertionError(measure + " does not exist below "
                    + measure.statistic().samplesToExist() + " samples, but there "
                    + (result.measurement().samples(measure) == 1
                            ? "is 1"
                            : "are " + result.measurement().samples(measure))
                    + " in " + result + "; raise requests or duration, or assert a lower percentile");
        }
        return value.getAsDouble();
    }

    private double parse(String quantity) {
        return Quantity.parse(quantity, measure.metric().unit()).value();
    }

    /**
     * Checks that the value is below a quantity.
     *
     * @param quantity number and unit, such as {@code "3s"} or {@code "100 tokens/s"}
     * @return these assertions
     * @throws IllegalArgumentException if the quantity cannot be read or its unit does not fit
     */
    public MeasureAssert isLessThan(String quantity) {
        return isLessThan(parse(quantity));
    }

    /**
     * Checks that the value does not exceed a quantity.
     *
     * @param quantity number and unit, such as {@code "3s"} or {@code "100 tokens/s"}
     * @return these assertions
     * @throws IllegalArgumentException if the quantity cannot be read or its unit does not fit
     */
    public MeasureAssert isLessThanOrEqualTo(String quantity) {
        return isLessThanOrEqualTo(parse(quantity));
    }

    /**
     * Checks that the value is above a quantity.
     *
     * @param quantity number and unit, such as {@code "3s"} or {@code "100 tokens/s"}
     * @return these assertions
     * @throws IllegalArgumentException if the quantity cannot be read or its unit does not fit
     */
    public MeasureAssert isGreaterThan(String quantity) {
        return isGreaterThan(parse(quantity));
    }

    /**
     * Checks that the value reaches a quantity.
     *
     * @param quantity number and unit, such as {@code "3s"} or {@code "100 tokens/s"}
     * @return these assertions
     * @throws IllegalArgumentException if the quantity cannot be read or its unit does not fit
     */
    public MeasureAssert isGreaterThanOrEqualTo(String quantity) {
        return isGreaterThanOrEqualTo(parse(quantity));
    }
}
