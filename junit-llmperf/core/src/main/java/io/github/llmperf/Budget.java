package io.github.llmperf;

import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import java.util.OptionalInt;

/** What a plan is expected to spend, against what it may. */
final class Budget {

    private Budget() {}

    /** Refuses a plan that is expected to spend more tokens than its budget. */
    static void check(LoadPlan plan, double meanPromptTokens) {
        if (plan.maxTokens().isEmpty()) {
            return;
        }
        OptionalInt requests = plan.requestGoal();
        if (requests.isEmpty()) {
            throw new IllegalArgumentException("maxTokens must stand beside a number of requests: how many a"
                    + " duration will send cannot be known beforehand. Set requests, or remove maxTokens");
        }
        long tokens = expectedTokens(plan, requests.getAsInt(), meanPromptTokens);
        if (tokens > plan.maxTokens().getAsLong()) {
            int turns = plan.arrival() instanceof Arrival.ClosedLoop closed ? closed.turns() : 1;
            throw new IllegalArgumentException("maxTokens must be at least " + tokens
                    + ", which the plan is expected to spend ("
                    + requests.getAsInt() + " requests and warm-up, up to "
                    + plan.workload().maxNewTokens()
                    + " output tokens each"
                    + (turns > 1 ? ", in conversations of " + turns + " turns that repeat what was said" : "")
                    + "), but is "
                    + plan.maxTokens().getAsLong()
                    + "; raise maxTokens, or lower requests" + (turns > 1 ? ", turns" : "") + " or maxNewTokens");
        }
    }

    private static long expectedTokens(LoadPlan plan, int requests, double meanPromptTokens) {
        double perTurn = meanPromptTokens + plan.workload().maxNewTokens();
        long turns = requests;
        if (plan.arrival() instanceof Arrival.ClosedLoop closed) {
            long all = requests + (long) closed.users() * plan.phases().warmup().requestsPerUser();
            turns = turnsPaidFor(all, closed.users(), closed.turns());
        }
        return Math.round(plan.repetitions() * turns * perTurn);
    }

    /**
     * Counts each turn as often as it is paid for: the k-th of a conversation repeats all before it, and so costs what k
     * turns do. Users send about equally many requests.
     */
    private static long turnsPaidFor(long requests, int users, int turns) {
        long each = requests / users;
        long more = requests % users;
        return more * turnsPaidFor(each + 1, turns) + (users - more) * turnsPaidFor(each, turns);
    }

    private static long turnsPaidFor(long requests, int turns) {
        return requests / turns * sumUpTo(turns) + sumUpTo(requests % turns);
    }

    private static long sumUpTo(long n) {
        return n * (n + 1) / 2;
    }
}
