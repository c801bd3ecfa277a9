package io.github.llmperf.plan;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Everything that was asked for, resolved: no later stage looks at annotations or configuration keys.
 *
 * @param scenario which test and cell
 * @param runId identifies this run; nonces and file entries derive from it
 * @param target the endpoint
 * @param load what is sent, when and how often
 * @param caps what a request and the whole test may take at most
 * @param criteria what the run is judged by
 * @param observation how the server is looked at
 * @param output where results are written, and how much of them
 */
@API(status = Status.INTERNAL, since = "0.1")
public record LoadPlan(
        Scenario scenario,
        String runId,
        Target target,
        Load load,
        Caps caps,
        Criteria criteria,
        Observation observation,
        Output output) {

    /** Measured requests after which an adaptive run may end: the least, whatever the number of users. */
    public static final int ADAPTIVE_REQUESTS = 100;

    /** Measured requests per user after which an adaptive run may end. */
    public static final int ADAPTIVE_REQUESTS_PER_USER = 5;

    /**
     * Returns after how many ended measured requests the run may stop.
     *
     * @return requests as set, the adaptive number {@code max(100, 5 × users)}, or empty when a duration is set
     */
    public OptionalInt requestGoal() {
        if (load.phases().requests().isPresent()) {
            return load.phases().requests();
        }
        if (load.phases().duration().isPresent()) {
            return OptionalInt.empty();
        }
        int users = load.arrival() instanceof Arrival.ClosedLoop closed ? closed.users() : 0;
        return OptionalInt.of(Math.max(ADAPTIVE_REQUESTS, ADAPTIVE_REQUESTS_PER_USER * users));
    }

    /**
     * Returns the plan as one of several loads of a test, such as a repetition or a stage: the same but for the seed, so
     * that no two of them have the same schedule and think times.
     *
     * @param number which load it is, from 0; 0 is this plan itself
     */
    public LoadPlan ofNumber(int number) {
        return number == 0 ? this : with(load.ofNumber(number));
    }

    /**
     * Returns the plan of one of several trials: the same, but with another seed and another run id, so that no prompt
     * comes again even where a cache outlives the server.
     *
     * @param number which trial it is, from 0; 0 is this plan itself
     * @param restarted where the target is in this trial
     */
    public LoadPlan ofTrial(int number, Target restarted) {
        return number == 0
                ? this
                : with(load.ofNumber(number * load.repetitions())).on(restarted).withRunId(runId + "-" + (number + 1));
    }

    /**
     * Returns the plan with a second target. Stored runs are then neither looked at nor added to.
     *
     * @param newPairing the second target, and how often each has its turn
     */
    public LoadPlan withPairing(Pairing newPairing) {
        return with(load.withPairing(newPairing))
                .with(criteria.withBaseline(criteria.baseline().withoutStoredRuns()));
    }

    /** Returns the same load for a run that is not accepted. */
    public LoadPlan withoutAcceptance() {
        return with(criteria.withBaseline(criteria.baseline().withoutAcceptance()));
    }

    /**
     * Returns the same load on another target.
     *
     * @param newTarget where to send it
     */
    public LoadPlan on(Target newTarget) {
        return new LoadPlan(scenario, runId, newTarget, load, caps, criteria, observation, output);
    }

    /** Returns the plan with other nonces in front of its prompts, which derive from the run id. */
    public LoadPlan withRunId(String newRunId) {
        return new LoadPlan(scenario, newRunId, target, load, caps, criteria, observation, output);
    }

    /**
     * Returns the plan without absolute limits but the one on errors: what only serves to compare with has none to meet.
     */
    public LoadPlan withoutLimits() {
        return with(new Criteria(Limits.NONE, criteria.baseline(), criteria.strict(), criteria.gate()));
    }

    /** Returns the plan of a search for the largest load that meets the limits. */
    public LoadPlan withCapacity(CapacityPlan search) {
        return with(load.withCapacity(search))
                .with(criteria.withBaseline(
                        criteria.baseline().guarding(List.of(search.kind().measure()))));
    }

    /**
     * Returns one load of the search.
     *
     * @param amount users or requests per second
     * @param number which run of the search it is, from 0: each has think times and nonces of its own
     * @return the plan of a load that is compared with nothing
     */
    public LoadPlan ofSearch(double amount, int number, String name) {
        CapacityPlan search = Objects.requireNonNull(load.capacity(), "the plan is that of a search");
        boolean users = search.kind() == CapacityPlan.Kind.USERS;
        Map<String, Object> cell =
                Map.of(search.kind().attribute(), users ? (Object) (int) amount : search.number(amount) + "/s");
        return new LoadPlan(
                scenario.part(name, cell),
                runId + "-" + (number + 1),
                target,
                load.ofNumber(number).at(amount).withPairing(null).withCapacity(null),
                caps,
                criteria.withBaseline(criteria.baseline().withoutStoredRuns()),
                observation,
                output);
    }

    /**
     * Returns the plan of the search as one of the load that it ended at.
     *
     * @param amount users or requests per second
     */
    public LoadPlan endingAt(double amount) {
        return with(load.at(amount));
    }

    /**
     * Returns how often the load runs on the test's own target, one after the other.
     *
     * @return repetitions, or pairs where there is a second target
     */
    public int loads() {
        return load.pairing() == null ? load.repetitions() : load.pairing().pairs();
    }

    /**
     * Returns how often the load runs in all.
     *
     * @return repetitions, or twice the pairs where there is a second target; of a search the most runs
     */
    public int loadsInAll() {
        if (load.capacity() != null) {
            return load.capacity().maxRuns();
        }
        return load.pairing() == null ? load.repetitions() : 2 * load.pairing().pairs();
    }

    /** Returns whether latency counts from the scheduled moment. */
    public boolean isOpenLoop() {
        return load.arrival() instanceof Arrival.OpenLoop;
    }

    private LoadPlan with(Criteria newCriteria) {
        return new LoadPlan(scenario, runId, target, load, caps, newCriteria, observation, output);
    }

    private LoadPlan with(Load newLoad) {
        return new LoadPlan(scenario, runId, target, newLoad, caps, criteria, observation, output);
    }
}
