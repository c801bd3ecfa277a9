package io.github.llmperf.verdict;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.Failure;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Why a run did not happen, or nothing in it succeeded. */
@API(status = Status.INTERNAL, since = "0.1")
public sealed interface RunFailure {

    /**
     * All requests failed.
     *
     * @param ended requests that ended by themselves
     * @param warmup those of them in the warm-up
     * @param times how often the commonest kind came
     * @param example of the commonest kind
     */
    record NothingSucceeded(
            Target target, Workload workload, int ended, long warmup, int kinds, int times, Failure example)
            implements RunFailure {}

    /**
     * The target does not answer a single request.
     *
     * @param why what the client said of it
     */
    record Refused(String why) implements RunFailure {}

    /**
     * The target could not be started anew for a further pair.
     *
     * @param pair number of the pair, from 1
     * @param pairs pairs of the plan
     * @param said why not, as who started it says
     */
    record NotStarted(int pair, int pairs, String said) implements RunFailure {}

    /**
     * The second target broke down.
     *
     * @param name of the target
     * @param breakdown why
     */
    record OfSecondTarget(String name, RunFailure breakdown) implements RunFailure {}
}
