package io.github.llmperf;

import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import java.util.OptionalInt;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

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
            throw new ExtensionConfigurationException("maxTokens must stand beside a number of requests: how many a"
                    + " duration will send cannot be known beforehand. Set requests, or remove maxTokens");
        }
        long tokens = expectedTokens(plan, requests.getAsInt(), meanPromptTokens);
        if (tokens > plan.maxTokens().getAsLong()) {
            throw new ExtensionConfigurationException("the plan is expected to spend " + tokens + " tokens ("
                    + requests.getAsInt() + " requests and warm-up, up to "
                    + plan.workload().maxNewTokens()
                    + " output tokens each), which is more than maxTokens = "
                    + plan.maxTokens().getAsLong()
                    + ". Raise maxTokens, or lower requests or maxNewTokens");
        }
    }

    private static long expectedTokens(LoadPlan plan, int requests, double meanPromptTokens) {
        int users = plan.arrival() instanceof Arrival.ClosedLoop closed ? closed.users() : 0;
        long all = requests + (long) users * plan.phases().warmup().requestsPerUser();
        return Math.round(
                plan.repetitions() * all * (meanPromptTokens + plan.workload().maxNewTokens()));
    }
}
