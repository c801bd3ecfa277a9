package io.github.llmperf.run;

import io.github.llmperf.CapacityResult;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmPerfAssertions;
import io.github.llmperf.LoadResult;
import io.github.llmperf.metric.Verdict;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What the stages of a load came to, in their order, for the body of a load test. Take it as a parameter where
 * {@link LlmLoad#stages()} is set, and assert more of each with {@link LlmPerfAssertions#assertThat(LoadResult)}.
 *
 * <p>A stage that ends early, because a limit was broken, say, is the last one: those after it are not run and not in here.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class StageResults implements Iterable<LoadResult> {

    private final List<LoadResult> results;
    private final int planned;
    private final Optional<CapacityResult> capacity;

    StageResults(List<LoadResult> results, int planned) {
        this(results, planned, Optional.empty());
    }

    private StageResults(List<LoadResult> results, int planned, Optional<CapacityResult> capacity) {
        this.results = List.copyOf(results);
        this.planned = planned;
        this.capacity = capacity;
    }

    /** Makes the results of a search, which JUnit sees as one load. */
    static StageResults ofSearch(LoadResult whole, CapacityResult capacity) {
        return new StageResults(List.of(whole), 1, Optional.of(capacity));
    }

    /** Returns what a search found; empty for loads. */
    Optional<CapacityResult> capacity() {
        return capacity;
    }

    /**
     * Returns what one stage came to.
     *
     * @param number of the stage as listed in {@link LlmLoad#stages()}, from 1
     * @return its result
     * @throws IllegalArgumentException if there is no such stage, or it was not run
     */
    public LoadResult stage(int number) {
        if (number < 1 || number > planned) {
            throw new IllegalArgumentException("stage must be from 1 to " + planned + ", but is " + number);
        }
        if (number > results.size()) {
            throw new IllegalArgumentException(
                    "stage must be one that was run, but is " + number + ": " + notRun() + "; ask size() first");
        }
        return results.get(number - 1);
    }

    /**
     * Returns what the last stage that was run came to.
     *
     * @return its result
     */
    public LoadResult last() {
        return results.get(results.size() - 1);
    }

    /**
     * Returns how many stages were run.
     *
     * @return 1 or more
     */
    public int size() {
        return results.size();
    }

    /**
     * Returns the worst verdict of all stages that were run. The body runs before a failed one fails the test.
     *
     * @return the verdict
     */
    public Verdict verdict() {
        return results.stream().map(LoadResult::verdict).reduce(Verdict::and).orElseThrow();
    }

    /** Says which stages were not run, and why; empty when all were. */
    String notRun() {
        int missing = planned - results.size();
        if (missing == 0) {
            return "";
        }
        String stages = missing == 1
                ? "stage " + planned + " was"
                : "stages " + (results.size() + 1) + " to " + planned + " were";
        return stages + " not run, since stage " + results.size() + " ended early";
    }

    @Override
    public Iterator<LoadResult> iterator() {
        return results.iterator();
    }

    @Override
    public String toString() {
        return results.stream().map(LoadResult::toString).collect(Collectors.joining("\n"));
    }
}
