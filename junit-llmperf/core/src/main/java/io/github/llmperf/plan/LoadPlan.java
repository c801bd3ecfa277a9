package io.github.llmperf.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Everything that was asked for, resolved: no later stage looks at annotations or configuration keys.
 *
 * @param scenario which test and cell
 * @param runId identifies this run; nonces and file entries derive from it
 * @param target the endpoint
 * @param workload what each request asks for
 * @param arrival when requests start
 * @param phases how long, and which part counts
 * @param timeout longest time of one request, start to end
 * @param maxAnswerSize most bytes of one answer's body; empty derives it from the most tokens asked for. No part of a
 *     workload's identity: it changes no measurement
 * @param limits absolute limits
 * @param baseline relative guard
 * @param seed of every random choice
 * @param repetitions how often the load runs; pooled, since they share one start of the server; 1 or more
 * @param maxTokens budget of tokens; a plan expected to spend more is refused; empty for none
 * @param probe whether one request is tried before the load
 * @param strict whether UNDECIDED and INVALID fail
 * @param output directory of all results
 * @param fullRecords whether each request's moments and text are written
 * @param pairing second target that this run is compared with, instead of stored runs; null for none
 * @param observation how the server is looked at meanwhile
 * @param capacity search that this is the plan of; null for one load. The plan's arrival is then that of the first load
 */
@API(status = Status.INTERNAL, since = "0.1")
public record LoadPlan(
        Scenario scenario,
        String runId,
        Target target,
        Workload workload,
        Arrival arrival,
        Phases phases,
        Duration timeout,
        OptionalLong maxAnswerSize,
        Limits limits,
        BaselinePolicy baseline,
        long seed,
        int repetitions,
        OptionalLong maxTokens,
        boolean probe,
        boolean strict,
        Path output,
        boolean fullRecords,
        @Nullable Pairing pairing,
        Observation observation,
        @Nullable CapacityPlan capacity) {

    /**
     * Checks the repetitions.
     *
     * @throws IllegalArgumentException if there is not even one
     */
    public LoadPlan {
        if (repetitions < 1) {
            throw new IllegalArgumentException("repetitions must be 1 or more, but is " + repetitions);
        }
    }

    /**
     * Makes a plan with one target.
     *
     * @param arrival when requests start
     * @param timeout longest time of one request
     * @param maxAnswerSize most bytes of one answer's body
     * @param limits absolute limits
     * @param baseline relative guard
     * @param probe whether one request is tried before the load
     * @param fullRecords whether each request's moments and text are written
     */
    public LoadPlan(
            Scenario scenario,
            String runId,
            Target target,
            Workload workload,
            Arrival arrival,
            Phases phases,
            Duration timeout,
            OptionalLong maxAnswerSize,
            Limits limits,
            BaselinePolicy baseline,
            long seed,
            int repetitions,
            OptionalLong maxTokens,
            boolean probe,
            boolean strict,
            Path output,
            boolean fullRecords) {
        this(
                scenario,
                runId,
                target,
                workload,
                arrival,
                phases,
                timeout,
                maxAnswerSize,
                limits,
                baseline,
                seed,
                repetitions,
                maxTokens,
                probe,
                strict,
                output,
                fullRecords,
                null,
                Observation.DEFAULT,
                null);
    }

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
        if (phases.requests().isPresent()) {
            return phases.requests();
        }
        if (phases.duration().isPresent()) {
            return OptionalInt.empty();
        }
        int users = arrival instanceof Arrival.ClosedLoop closed ? closed.users() : 0;
        return OptionalInt.of(Math.max(ADAPTIVE_REQUESTS, ADAPTIVE_REQUESTS_PER_USER * users));
    }

    /**
     * Returns the plan as one of several loads of a test, such as a repetition or a stage: the same but for the seed, so
     * that no two of them have the same schedule and think times.
     *
     * @param number which load it is, from 0; 0 is this plan itself
     */
    public LoadPlan ofNumber(int number) {
        return number == 0 ? this : changed(plan -> plan.seed = seedOf(number));
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
                : changed(plan -> {
                    plan.runId = runId + "-" + (number + 1);
                    plan.target = restarted;
                    plan.seed = seedOf(number * repetitions);
                });
    }

    private long seedOf(int number) {
        return new Random(seed + 0x9e3779b97f4a7c15L * number).nextLong();
    }

    /**
     * Returns the plan with a second target. Stored runs are then neither looked at nor added to.
     *
     * @param newPairing the second target, and how often each has its turn
     */
    public LoadPlan withPairing(Pairing newPairing) {
        return changed(plan -> {
            plan.baseline = baseline.withoutStoredRuns();
            plan.pairing = newPairing;
        });
    }

    /**
     * Returns the same load on another target.
     *
     * @param newTarget where to send it
     */
    public LoadPlan on(Target newTarget) {
        return changed(plan -> plan.target = newTarget);
    }

    /** Returns the plan with other nonces in front of its prompts, which derive from the run id. */
    public LoadPlan withRunId(String newRunId) {
        return changed(plan -> plan.runId = newRunId);
    }

    /**
     * Returns the plan without absolute limits but the one on errors: what only serves to compare with has none to meet.
     */
    public LoadPlan withoutLimits() {
        return changed(plan -> plan.limits = Limits.NONE);
    }

    /**
     * Returns the plan with another way to look at the server.
     *
     * @param newObservation how often its metrics are read, and whose profiler is on
     */
    public LoadPlan withObservation(Observation newObservation) {
        return changed(plan -> plan.observation = newObservation);
    }

    /** Returns the plan of a search for the largest load that meets the limits. */
    public LoadPlan withCapacity(CapacityPlan search) {
        return changed(plan -> {
            plan.baseline = baseline.guarding(List.of(search.kind().measure()));
            plan.capacity = search;
        });
    }

    /**
     * Returns one load of the search.
     *
     * @param amount users or requests per second
     * @param number which run of the search it is, from 0: each has think times and nonces of its own
     * @return the plan of a load that is compared with nothing
     */
    public LoadPlan ofSearch(double amount, int number, String name) {
        CapacityPlan search = Objects.requireNonNull(capacity, "the plan is that of a search");
        boolean users = search.kind() == CapacityPlan.Kind.USERS;
        Map<String, Object> cell =
                Map.of(search.kind().attribute(), users ? (Object) (int) amount : search.number(amount) + "/s");
        return changed(plan -> {
            plan.scenario = scenario.part(name, cell);
            plan.runId = runId + "-" + (number + 1);
            plan.arrival = arrival.at(amount);
            plan.baseline = baseline.withoutStoredRuns();
            plan.seed = number == 0 ? seed : seedOf(number);
            plan.pairing = null;
            plan.capacity = null;
        });
    }

    /**
     * Returns the plan of the search as one of the load that it ended at.
     *
     * @param amount users or requests per second
     */
    public LoadPlan endingAt(double amount) {
        return changed(plan -> plan.arrival = arrival.at(amount));
    }

    /**
     * Returns how often the load runs on the test's own target, one after the other.
     *
     * @return repetitions, or pairs where there is a second target
     */
    public int loads() {
        return pairing == null ? repetitions : pairing.pairs();
    }

    /**
     * Returns how often the load runs in all.
     *
     * @return repetitions, or twice the pairs where there is a second target; of a search the most runs
     */
    public int loadsInAll() {
        if (capacity != null) {
            return capacity.maxRuns();
        }
        return pairing == null ? repetitions : 2 * pairing.pairs();
    }

    /** Returns whether latency counts from the scheduled moment. */
    public boolean isOpenLoop() {
        return arrival instanceof Arrival.OpenLoop;
    }

    private LoadPlan changed(Consumer<Draft> change) {
        Draft draft = new Draft();
        change.accept(draft);
        return draft.plan();
    }

    /** This plan with some of its components changed. */
    private final class Draft {

        private Scenario scenario = LoadPlan.this.scenario;
        private String runId = LoadPlan.this.runId;
        private Target target = LoadPlan.this.target;
        private Arrival arrival = LoadPlan.this.arrival;
        private Limits limits = LoadPlan.this.limits;
        private BaselinePolicy baseline = LoadPlan.this.baseline;
        private long seed = LoadPlan.this.seed;
        private @Nullable Pairing pairing = LoadPlan.this.pairing;
        private Observation observation = LoadPlan.this.observation;
        private @Nullable CapacityPlan capacity = LoadPlan.this.capacity;

        LoadPlan plan() {
            return new LoadPlan(
                    scenario,
                    runId,
                    target,
                    workload,
                    arrival,
                    phases,
                    timeout,
                    maxAnswerSize,
                    limits,
                    baseline,
                    seed,
                    repetitions,
                    maxTokens,
                    probe,
                    strict,
                    output,
                    fullRecords,
                    pairing,
                    observation,
                    capacity);
        }
    }
}
