package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.prometheus.RawMetric;
import io.github.llmperf.load.ServerLog.Profiled;
import io.github.llmperf.measure.server.Logs;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Observation;
import io.github.llmperf.plan.Profiler;
import io.github.llmperf.plan.Ramp;
import io.github.llmperf.plan.ThinkTime;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.wording.FindingText;
import io.github.llmperf.wording.ReasonText;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Contamination as the server's counters tell it. The run has ten requests, and 768 tokens may rightly be shared. */
class ServerCacheRuleTests {

    private static final String CONTAMINATED =
            "cache contaminated: by the server's own counters 8,000 of 10,000 prompt tokens (80 %) were found in its prefix"
                    + " cache during the run, where 768 can be told by what prompts share (64 a request, for chat template,"
                    + " system prompt and extra body) and 20 % more are let pass, though prompts are unique per run; empty"
                    + " the cache, or set cache = SHARED if repeated prompts are meant";

    private final RunFixture run = new RunFixture();
    private double hits = 8000;
    private double answered = 10;
    private double preemptions;

    ServerCacheRuleTests() {
        while (run.records.size() < 10) {
            run.request(null);
        }
    }

    /** What the counters grow by falls between the second reading and the last but one. */
    private static double grown(int second, double by) {
        return second < 2 ? 100 : 100 + by;
    }

    private Logs logs() {
        return Logs.of(8)
                .with(RawMetric.CACHE_QUERIES, i -> grown(i, 10_000))
                .with(RawMetric.CACHE_HITS, i -> grown(i, hits))
                .with(RawMetric.REQUESTS, i -> grown(i, answered))
                .with(RawMetric.PREEMPTIONS, i -> grown(i, preemptions));
    }

    private List<String> judge() {
        return ServerCacheRule.judge(run.plan.build(), run.candidate().with(logs().view())).stream()
                .map(FindingText::of)
                .toList();
    }

    @Test
    void findsPromptsThatWereInTheCacheAlready() {
        assertThat(judge()).containsExactly(CONTAMINATED);
        assertThat(Judge.judge(run.plan.build(), run.candidate().with(logs().view()), run.lookup())
                        .verdict())
                .isEqualTo(Verdict.INVALID);
    }

    @Test
    void letsPassAFifthMoreThanWhatPromptsShare() {
        hits = 2768;
        assertThat(judge()).isEmpty();

        hits = 2769;
        assertThat(judge()).hasSize(1);
    }

    @Test
    void countsASystemPromptAsShared() {
        run.plan.systemPrompt = "x".repeat(450);

        assertThat(judge()).isEmpty();
    }

    @Test
    void looksOnlyWherePromptsAreToBeUnique() {
        run.plan.cache = Workload.Cache.SHARED;

        assertThat(judge()).isEmpty();
    }

    @Test
    void doesNotCryWolfInConversations() {
        run.plan.arrival = new Arrival.ClosedLoop(2, Ramp.AT_ONCE, ThinkTime.NONE, 4);

        assertThat(judge()).isEmpty();
    }

    @Test
    void doesNotCryWolfWhereOthersUseTheServer() {
        answered = 12;
        assertThat(judge()).as("two may be those of the first moment").hasSize(1);

        answered = 13;
        assertThat(judge()).isEmpty();
    }

    @Test
    void doesNotCryWolfWhereRequestsWerePutBack() {
        preemptions = 1;

        assertThat(judge()).isEmpty();
    }

    @Test
    void doesNotJudgeSeveralStartsOfTheServer() {
        run.trial(m -> {});

        assertThat(judge()).isEmpty();
    }

    @Test
    void saysItOnceWhereTheAnswersSayItToo() {
        run.measurement.cached = 60_000;

        assertThat(ValidityRule.judge(run.plan.build(), run.candidate().with(logs().view()), false))
                .extracting(FindingText::of)
                .filteredOn(text -> text.startsWith("cache contaminated"))
                .hasSize(1)
                .noneMatch(text -> text.contains("counters"));
    }

    @Test
    void judgesNoRunBesideAProfiler() {
        run.plan.observation = new Observation(Duration.ofSeconds(1), Profiler.VLLM, true);
        LoadPlan plan = run.plan.build();
        Candidate candidate = run.candidate()
                .with(Logs.of(3).profiled(new Profiled(true, List.of())).view());

        Judgement judgement = Judge.judge(plan, candidate, run.lookup());

        assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(ReasonText.of(judgement))
                .isEqualTo(
                        "profiled: the profiler of vLLM was on, which makes a server slower, so this run is neither judged"
                                + " nor stored; read its traces, and measure without llmperf.profiler");
        assertThat(ProfilerRule.judge(plan, Logs.of(3).view())).isEmpty();
    }
}
