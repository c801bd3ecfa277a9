package io.github.llmperf;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions on a search for the largest load: {@code assertThat(capacity).atLeast(90)}. Its messages tell every amount of
 * load that was run.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class CapacityResultAssert extends AbstractAssert<CapacityResultAssert, CapacityResult> {

    CapacityResultAssert(CapacityResult actual) {
        super(actual, CapacityResultAssert.class);
    }

    /**
     * Checks that so much load is carried with the certainty asked for.
     *
     * @param least users, or requests per second
     * @return these assertions
     */
    public CapacityResultAssert atLeast(double least) {
        isNotNull();
        if (actual.value() < least) {
            failWithMessage(
                    "%nExpected a capacity of at least:%n  %s%nbut was:%n  %s%n%n%s",
                    actual.text(least), carried(), actual.table());
        }
        return this;
    }

    /**
     * Checks that what {@link LlmCapacity#planned()} says takes no more nodes than so many.
     *
     * @param most the largest number wanted
     * @return these assertions
     * @throws IllegalStateException if nothing is planned
     */
    public CapacityResultAssert needsAtMostNodes(int most) {
        isNotNull();
        if (actual.value() == 0) {
            failWithMessage(
                    "%nExpected to need at most %s nodes, but a node carries nothing:%n  %s%n%n%s",
                    most, actual.reason(), actual.table());
        }
        int nodes = actual.nodes();
        if (nodes > most) {
            failWithMessage(
                    "%nExpected to need at most %s nodes, but it takes %s of%n  %s each%n%n%s",
                    most, nodes, carried(), actual.table());
        }
        return this;
    }

    private String carried() {
        return actual.value() == 0 ? "nothing: " + actual.reason() : actual.text(actual.value());
    }
}
