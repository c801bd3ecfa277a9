package io.github.llmperf;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Entry to AssertJ assertions on load results; to be imported statically, beside AssertJ's own.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class LlmPerfAssertions {

    private LlmPerfAssertions() {}

    /**
     * Starts assertions on a result.
     *
     * @param actual the result of a load
     * @return the assertions
     */
    public static LoadResultAssert assertThat(LoadResult actual) {
        return new LoadResultAssert(actual);
    }

    /**
     * Starts assertions on a search for the largest load.
     *
     * @param actual what was found
     * @return the assertions
     */
    public static CapacityResultAssert assertThat(CapacityResult actual) {
        return new CapacityResultAssert(actual);
    }
}
