package io.github.llmperf.measure;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.EarlyEnd;
import io.github.llmperf.load.StopRule;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Ends the runs of a plan early, if the plan says abort: when a limit can no longer be met, or an open loop overruns
 * the target. Repetitions are judged together, so they share one object.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class EarlyStop {

    private final LoadPlan plan;
    private final @Nullable LimitStop limits;

    private EarlyStop(LoadPlan plan) {
        this.plan = plan;
        limits = plan.load().phases().abort() ? new LimitStop(plan) : null;
    }

    /**
     * Prepares the rules of a plan.
     *
     * @return rules that let every run go on to its end, unless the plan says abort
     */
    public static EarlyStop of(LoadPlan plan) {
        return new EarlyStop(plan);
    }

    /**
     * Returns the rule for the next repetition, to be called in their order.
     *
     * @return the rule; it remembers the limits' samples of earlier repetitions
     */
    public StopRule nextRun() {
        if (limits == null) {
            return StopRule.NEVER;
        }
        limits.begin();
        List<StopRule> rules = new ArrayList<>(List.of(limits));
        // Users wait for their answers, so that a closed loop cannot pile up more requests than it has users.
        if (plan.load().arrival() instanceof Arrival.OpenLoop open && Double.isFinite(open.requestRate())) {
            rules.add(new OverrunStop(open.requestRate(), plan.load().workload().stream(), RequestLatencies.of(plan)));
        }
        return rules.size() == 1 ? limits : new Several(rules);
    }

    private record Several(List<StopRule> rules) implements StopRule {
        @Override
        public Optional<EarlyEnd> ended(RequestRecord record) {
            return rules.stream()
                    .map(rule -> rule.ended(record))
                    .reduce(Optional.empty(), (first, second) -> first.isPresent() ? first : second);
        }

        @Override
        public Optional<EarlyEnd> tick(long now, int inFlight) {
            return rules.stream()
                    .map(rule -> rule.tick(now, inFlight))
                    .reduce(Optional.empty(), (first, second) -> first.isPresent() ? first : second);
        }
    }
}
