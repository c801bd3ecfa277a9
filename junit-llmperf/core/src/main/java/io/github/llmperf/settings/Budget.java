package io.github.llmperf.settings;

import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.RefusedSetting;
import java.util.OptionalLong;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** What a plan is expected to spend, against what it may. */
@API(status = Status.INTERNAL, since = "0.1")
public final class Budget {

    private Budget() {}

    /** Refuses a plan that is expected to spend more tokens than its budget. */
    static void check(LoadPlan plan, RequestTokens each) {
        check(plan, each, 1);
    }

    /** The same for so many trials of the plan. */
    static void check(LoadPlan plan, RequestTokens each, int trials) {
        if (plan.caps().maxTokens().isEmpty()) {
            return;
        }
        OptionalLong requests = ExpectedRequests.of(plan);
        if (requests.isEmpty()) {
            throw new RefusedSetting(
                    "maxTokens",
                    "must stand beside a number of requests: how many "
                            + (plan.requestGoal().isEmpty() ? "a duration" : "users in a warm-up or cooldown of a time")
                            + " will send cannot be known beforehand. Set "
                            + (plan.requestGoal().isEmpty() ? "requests" : "warmup to a number and no cooldown")
                            + ", or remove maxTokens");
        }
        long tokens = tokens(plan, each, trials, requests.getAsLong());
        if (tokens > plan.caps().maxTokens().getAsLong()) {
            int turns = plan.load().arrival() instanceof Arrival.ClosedLoop closed ? closed.turns() : 1;
            throw new RefusedSetting(
                    "maxTokens",
                    "must be at least " + tokens
                            + ", which the plan is expected to spend ("
                            + requests.getAsLong() + " requests with warm-up, up to "
                            + each.outputInWords(plan.load().workload())
                            + (plan.load().pairing() == null && plan.load().capacity() == null
                                    ? ""
                                    : ", in each of " + plan.loadsInAll() + " loads")
                            + (turns > 1 ? ", in conversations of " + turns + " turns that repeat what was said" : "")
                            + (trials > 1 ? ", in " + trials + " trials" : "")
                            + "), but is "
                            + plan.caps().maxTokens().getAsLong()
                            + "; raise maxTokens, or lower requests" + (turns > 1 ? ", turns" : "")
                            + (trials > 1 ? ", trials" : "")
                            + (plan.load().pairing() == null ? "" : ", pairs")
                            + (plan.load().capacity() == null ? "" : ", maxRuns") + " or maxNewTokens");
        }
    }

    /** Returns whether so many trials of a plan are expected to stay within its budget. */
    public static boolean allows(LoadPlan plan, RequestTokens each, int trials) {
        OptionalLong requests = ExpectedRequests.of(plan);
        return plan.caps().maxTokens().isEmpty()
                || (requests.isPresent()
                        && tokens(plan, each, trials, requests.getAsLong())
                                <= plan.caps().maxTokens().getAsLong());
    }

    private static long tokens(LoadPlan plan, RequestTokens each, int trials, long requests) {
        return trials * (promptTokens(plan, each) + each.output(plan.loadsInAll() * requests));
    }

    /** Returns the prompt tokens of all repetitions; a conversation pays for what was said with each turn again. */
    public static long promptTokens(LoadPlan plan, RequestTokens each) {
        long requests = ExpectedRequests.of(plan).orElse(1);
        long turns = requests;
        if (plan.load().arrival() instanceof Arrival.ClosedLoop closed && closed.turns() > 1) {
            turns = turnsPaidFor(requests, closed.users(), closed.turns());
        }
        double repeated = (double) (turns - requests) * each.output();
        return Math.round(plan.loadsInAll() * (turns * each.prompt() + repeated));
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
