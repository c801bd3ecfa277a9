package io.github.llmperf.verdict;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.measure.TokenCounts;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.verdict.Finding.Status;
import io.github.llmperf.verdict.Finding.Validity;
import java.util.ArrayList;
import java.util.List;

/** Decides whether the run itself can be judged; the outcome is neither a regression of the server nor a pass. */
final class ValidityRule {

    /**
     * Part of all prompt tokens that may come from the server's cache, beyond what legitimately does, before prompts that
     * are meant to be unique count as repeated.
     */
    static final double MOST_CACHED = .20;

    /** Tokens per request that a chat template in front of the prompt may take, rounded up to cache blocks. */
    static final int TEMPLATE_TOKENS = 64;

    private ValidityRule() {}

    /** Returns what speaks for or against judging the run; the generator's health is always among it. */
    static List<Validity> judge(LoadPlan plan, Candidate candidate, boolean compared) {
        LoadRun run = candidate.run();
        Measurement measurement = candidate.measurement();
        List<Validity> findings = new ArrayList<>();
        if (run.end() == LoadRun.End.INTERRUPTED) {
            findings.add(broken(new Cause.Interrupted(run.times().wholeRunSeconds())));
        }
        List<Validity> here = ShortageRule.judge(run, measurement);
        findings.addAll(here);
        if (measurement.requests().attempted() == 0
                && run.end() != LoadRun.End.INTERRUPTED
                && here.isEmpty()
                && FaultRule.judge(plan, run).isEmpty() // a longer run would have failed as well
                && !isBroken(plan, measurement)) {
            findings.add(broken(new Cause.NothingMeasured()));
        }
        findings.add(GeneratorRule.judge(plan, run.health(), measurement, compared));
        List<Validity> cache = cache(plan.load().workload(), measurement);
        findings.addAll(cache.isEmpty() ? ServerCacheRule.judge(plan, candidate) : cache);
        findings.addAll(ProfilerRule.judge(plan, candidate.server()));
        // The rules of an early end have looked at the trend already.
        if (!run.end().isAborted()) {
            findings.addAll(SteadinessRule.judge(plan, candidate, compared));
        }
        return findings;
    }

    /** Requests that were all cut off may have broken a limit for certain by then. */
    private static boolean isBroken(LoadPlan plan, Measurement measurement) {
        return SlaRule.judge(plan.criteria().limits(), measurement).stream()
                .anyMatch(sla -> sla.actual().isPresent() && sla.status() == Status.BROKEN);
    }

    /**
     * A chat template, a system prompt and tools stand before the nonce and are rightly cached: as many tokens per
     * request as the template may take and as the rest has characters, since no tokenizer makes more. Turns that go on with
     * a conversation are left out: their history is cached, as it should be, and begins with the nonce of the first turn,
     * so that first turns show whatever else is.
     */
    private static List<Validity> cache(Workload workload, Measurement measurement) {
        TokenCounts tokens = measurement.tokens();
        TokenCounts.Continued continued = tokens.continued();
        long prompt = tokens.prompt() - continued.prompt();
        long cached = tokens.cached() - continued.cached();
        if (workload.cache() != Workload.Cache.UNIQUE || prompt <= 0 || cached <= 0) {
            return List.of();
        }
        double unexplained = cached - shared(workload) * (measurement.requests().succeeded() - continued.requests());
        if (unexplained <= MOST_CACHED * prompt) {
            return List.of();
        }
        return List.of(broken(new Cause.CacheRepeated(cached, prompt, continued.requests() > 0)));
    }

    /** Tokens of a request that rightly are the same as in others. */
    static double shared(Workload workload) {
        return (double) TEMPLATE_TOKENS
                + workload.systemPrompt().length()
                + workload.extraBody().length();
    }

    static Validity broken(Cause cause) {
        return new Validity(Status.BROKEN, cause);
    }
}
