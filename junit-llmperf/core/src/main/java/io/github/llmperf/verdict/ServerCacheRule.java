package io.github.llmperf.verdict;

import io.github.llmperf.client.prometheus.RawMetric;
import io.github.llmperf.measure.server.ServerView;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.verdict.Finding.Validity;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Whether prompts that are meant to be unique came from the server's prefix cache, as its own counters tell of servers
 * that say nothing of it in their answers. Looked at only where nothing else explains what was found: not in conversations,
 * whose history is rightly there; not beside a second target or several starts of the server; not where requests were put
 * back, which find their own beginning; and not where the server answered more requests than this run sent it.
 */
final class ServerCacheRule {

    /** Requests that may have ended just before the first reading and be counted just after it. */
    private static final int STRAY_REQUESTS = 2;

    private ServerCacheRule() {}

    static List<Validity> judge(LoadPlan plan, Candidate candidate) {
        ServerView server = candidate.server();
        OptionalDouble queries = server.growth(RawMetric.CACHE_QUERIES);
        OptionalDouble hits = server.growth(RawMetric.CACHE_HITS);
        if (plan.load().workload().cache() != Workload.Cache.UNIQUE
                || hits.isEmpty()
                || queries.isEmpty()
                || queries.getAsDouble() <= 0
                || !isAlone(plan, candidate)) {
            return List.of();
        }
        int requests = candidate.run().records().size() + STRAY_REQUESTS;
        double explained = ValidityRule.shared(plan.load().workload()) * requests;
        double unexplained = hits.getAsDouble() - explained;
        return unexplained <= ValidityRule.MOST_CACHED * queries.getAsDouble()
                ? List.of()
                : List.of(ValidityRule.broken(new Cause.CacheHits(
                        hits.getAsDouble(),
                        queries.getAsDouble(),
                        explained,
                        ValidityRule.shared(plan.load().workload()),
                        ValidityRule.MOST_CACHED)));
    }

    private static boolean isAlone(LoadPlan plan, Candidate candidate) {
        boolean converses = plan.load().arrival() instanceof Arrival.ClosedLoop closed && closed.turns() > 1;
        boolean preempted = candidate.server().growth(RawMetric.PREEMPTIONS).orElse(0) > 0;
        OptionalDouble answered = candidate.server().growth(RawMetric.REQUESTS);
        return !converses
                && !preempted
                && plan.load().pairing() == null
                && candidate.trials().size() == 1
                && answered.isPresent()
                && answered.getAsDouble() <= candidate.run().records().size() + STRAY_REQUESTS;
    }
}
