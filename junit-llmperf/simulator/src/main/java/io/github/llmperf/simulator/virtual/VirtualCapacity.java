package io.github.llmperf.simulator.virtual;

import io.github.llmperf.simulator.engine.Engine;
import io.github.llmperf.simulator.engine.EngineRequest;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How many users a server carries: the largest number with which a load still meets its limits.
 *
 * @param server starts it anew for each number of users
 * @param load what so many users do
 * @param requests by number, from 0 on; their ids must differ
 * @param limits whether a result meets them; a server that meets them with some number of users must with fewer
 */
@API(status = Status.INTERNAL, since = "0.1")
public record VirtualCapacity(
        Supplier<Engine> server,
        IntFunction<VirtualLoad> load,
        IntFunction<EngineRequest> requests,
        Predicate<VirtualResult> limits) {

    /**
     * Runs the load with a number of users.
     *
     * @param users 1 or more
     */
    public VirtualResult with(int users) {
        return VirtualRun.of(server.get(), load.apply(users), requests);
    }

    /**
     * Searches for the largest number of users: doubles it while limits are met, then halves what lies between.
     *
     * @param most where the search ends, 1 or more
     * @return the number; {@code most} if that many meet the limits too, 0 if not even one user does
     * @throws IllegalArgumentException if most is below 1
     */
    public int users(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("most must be 1 or more, but is " + most);
        }
        int met = 0;
        int next = 1;
        while (meets(next)) {
            met = next;
            if (met == most) {
                return most;
            }
            next = (int) Math.min(2L * met, most);
        }
        return between(met, next);
    }

    private int between(int met, int missed) {
        int low = met;
        int high = missed;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (meets(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean meets(int users) {
        return limits.test(with(users));
    }

    /**
     * Plans servers for users: as many as it takes, never rounded down.
     *
     * @param users planned, 1 or more
     * @param usersPerServer that one carries, 1 or more
     * @throws IllegalArgumentException if a number is below 1
     */
    public static int servers(int users, int usersPerServer) {
        if (users < 1 || usersPerServer < 1) {
            throw new IllegalArgumentException(
                    "users and usersPerServer must be 1 or more, but are " + users + " and " + usersPerServer);
        }
        return (int) (((long) users + usersPerServer - 1) / usersPerServer);
    }
}
