package io.github.llmperf.settings;

import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Phases;
import java.time.Duration;
import java.util.OptionalLong;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** How many requests a load sends, warm-up and cooldown included, as far as that can be known beforehand. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ExpectedRequests {

    private ExpectedRequests() {}

    /**
     * Returns the requests of one run.
     *
     * @return their number; empty where the answers' speed decides it, as in all that users do for a time
     */
    public static OptionalLong of(LoadPlan plan) {
        if (plan.load().arrival() instanceof Arrival.OpenLoop open) {
            return OptionalLong.of(Math.round(atRate(open, plan.load().phases())));
        }
        Phases phases = plan.load().phases();
        boolean forATime =
                !phases.warmup().time().isZero() || !phases.cooldown().isZero();
        if (forATime || plan.requestGoal().isEmpty()) {
            return OptionalLong.empty();
        }
        long users = plan.load().arrival() instanceof Arrival.ClosedLoop closed ? closed.users() : 0;
        return OptionalLong.of(
                plan.requestGoal().getAsInt() + users * phases.warmup().requestsPerUser());
    }

    /** Returns the requests of a schedule: what comes first of number and duration, and what the rate adds around it. */
    static double atRate(Arrival.OpenLoop arrival, Phases phases) {
        double goal = phases.requests().isPresent()
                ? phases.requests().getAsInt()
                : phases.duration().isPresent() ? Double.POSITIVE_INFINITY : LoadPlan.ADAPTIVE_REQUESTS;
        if (Double.isInfinite(arrival.requestRate())) {
            return goal;
        }
        double inTime = phases.duration()
                .map(time -> arrival.requestRate() * seconds(time))
                .orElse(Double.POSITIVE_INFINITY);
        double around = seconds(phases.warmup().time()) + seconds(phases.cooldown());
        return Math.min(goal, inTime) + arrival.requestRate() * around;
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1e3;
    }
}
