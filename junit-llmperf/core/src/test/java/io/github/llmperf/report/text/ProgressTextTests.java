package io.github.llmperf.report.text;

import static io.github.llmperf.report.text.TimeLeft.NOT_YET;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.load.TestPlan;
import io.github.llmperf.measure.RunningCounts.Snapshot;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.report.text.TimeLeft.Moments;
import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ProgressTextTests {

    private static final String NAME = "RagLatencyTest.staysResponsive";
    private static final Snapshot KNOWN = new Snapshot(20, 20, 0, 412, 3, OptionalDouble.of(131.07), 25_400);
    private static final Snapshot NOTHING = new Snapshot(20, 5, 1, 0, 0, OptionalDouble.empty(), 0);

    @Test
    void tellsHowFarALoadIs() {
        LoadPlan plan = TestPlan.users(20).duration(Duration.ofSeconds(58)).build();

        assertThat(tick(plan, measuring(20, 2), KNOWN))
                .isEqualTo(
                        NAME + " 20 s: 412 done, 20 in flight, ttft p90 131 ms, 1,411 tokens/s, 3 failed, 40 s left");
    }

    @Test
    void tellsOfHowManyAndWhatTheRatePromises() {
        LoadPlan plan = TestPlan.users(20).requests(2060).build();

        assertThat(tick(plan, measuring(20, 0), KNOWN))
                .isEqualTo(NAME + " 20 s: 412 of 2060 done, 20 in flight, ttft p90 131 ms, 1,411 tokens/s, 3 failed,"
                        + " about 80 s left");
    }

    @Test
    void saysAtMostWhereTheJudgementDecides() {
        assertThat(tick(TestPlan.users(100).build(), measuring(20, 0), KNOWN)).endsWith(", at most 280 s left");
        assertThat(tick(TestPlan.users(100).build(), measuring(20, 0), KNOWN)).contains(": 412 of 500 done, ");
    }

    @Test
    void saysAtMostWhereSomethingElseMayComeFirst() {
        LoadPlan slow = TestPlan.users(20).requests(100_000).build();
        LoadPlan both = TestPlan.users(20)
                .requests(100_000)
                .duration(Duration.ofSeconds(60))
                .build();
        LoadPlan capped = TestPlan.users(20)
                .duration(Duration.ofSeconds(60))
                .maxDuration(Duration.ofSeconds(30))
                .build();

        assertThat(tick(slow, measuring(20, 0), KNOWN)).endsWith(", at most 280 s left");
        assertThat(tick(both, measuring(20, 0), KNOWN)).endsWith(", at most 40 s left");
        assertThat(tick(capped, measuring(20, 0), KNOWN)).endsWith(", at most 10 s left");
    }

    @Test
    void leavesOutWhatNobodyKnowsYet() {
        LoadPlan plan = TestPlan.users(20).duration(Duration.ofSeconds(60)).build();

        assertThat(tick(plan, measuring(10, 1), NOTHING))
                .isEqualTo(NAME + " 10 s: 0 done, 20 in flight, 0 failed, 51 s left");
    }

    @Test
    void tellsNoPercentileOfTooFewRequests() {
        LoadPlan plan = TestPlan.users(20).duration(Duration.ofSeconds(60)).build();

        assertThat(tick(plan, measuring(10, 1), new Snapshot(20, 5, 0, 12, 3, OptionalDouble.of(131), 0)))
                .isEqualTo(NAME + " 10 s: 12 done, 20 in flight, 3 failed, 51 s left");
    }

    @Test
    void tellsE2eOfWhatIsNotStreamed() {
        LoadPlan plan = TestPlan.users(20)
                .notStreamed()
                .duration(Duration.ofSeconds(60))
                .build();

        assertThat(tick(plan, measuring(10, 0), new Snapshot(1, 0, 0, 10, 0, OptionalDouble.of(2512), 100)))
                .isEqualTo(NAME + " 10 s: 10 done, 1 in flight, e2e p90 2.51 s, 1,411 tokens/s, 0 failed, 50 s left");
    }

    @Test
    void tellsOfWarmUpCooldownAndWaiting() {
        LoadPlan plan = TestPlan.users(20)
                .duration(Duration.ofSeconds(60))
                .cooldown(Duration.ofSeconds(15))
                .build();

        assertThat(tick(plan, new Moments(10_000_000_000L, NOT_YET, NOT_YET, NOT_YET), NOTHING))
                .isEqualTo(NAME + " 10 s: warm-up, 5 done, 20 in flight, 1 failed, at most 290 s left");
        assertThat(tick(plan, moments(70, 2, 62, NOT_YET), KNOWN))
                .isEqualTo(NAME + " 70 s: cooldown, 20 in flight, 7 s left");
        assertThat(tick(plan, moments(80, 2, 62, 77_000_000_000L), KNOWN))
                .isEqualTo(NAME + " 80 s: waiting for 20 in flight, at most 57 s left");
    }

    @Test
    void beginsEachPhaseWithALine() {
        LoadPlan users = TestPlan.users(20)
                .warmup("1")
                .duration(Duration.ofSeconds(60))
                .cooldown(Duration.ofSeconds(15))
                .build();
        ProgressText text = new ProgressText(NAME, users);

        assertThat(text.warmup(0)).isEqualTo(NAME + " 0 s: warm-up of 20 users, 1 request each");
        assertThat(text.measuring(2_100_000_000L)).isEqualTo(NAME + " 2 s: measuring 20 users for 1m");
        assertThat(text.cooldown(62_000_000_000L)).isEqualTo(NAME + " 62 s: measured, cooldown of 15s");
        assertThat(text.drain(77_000_000_000L, 3))
                .isEqualTo(NAME + " 77 s: all sent, waiting for 3 requests in flight");
    }

    @Test
    void namesRampsRatesAndGoals() {
        assertThat(measuring(TestPlan.users(1).requests(400)))
                .isEqualTo(NAME + " 0 s: measuring 1 user until 400 requests are sent, at most 5m");
        assertThat(measuring(TestPlan.users(4)))
                .isEqualTo(NAME + " 0 s: measuring 4 users until 100 requests have ended, at most 5m");
        assertThat(measuring(TestPlan.rate(32).requests(400).duration(Duration.ofSeconds(10))))
                .isEqualTo(NAME + " 0 s: measuring 32 requests/s until 400 requests are sent, at most 10s");
        assertThat(measuring(TestPlan.rate(Double.POSITIVE_INFINITY).requests(1)))
                .isEqualTo(NAME + " 0 s: measuring all requests at once until 1 request is sent, at most 5m");
        assertThat(warmup(TestPlan.users(20).spawnRate(2)))
                .isEqualTo(NAME + " 0 s: ramp of 20 users, 2 more each second");
        assertThat(warmup(TestPlan.users(20).ramp("10 every 30s").warmup("30s")))
                .isEqualTo(NAME + " 0 s: ramp and warm-up of 20 users, 10 more every 30s, for 30s");
        assertThat(warmup(TestPlan.rate(32).warmup("30s"))).isEqualTo(NAME + " 0 s: warm-up of 32 requests/s, for 30s");
    }

    @Test
    void drawsABarInTheWidthOfTheTerminal() {
        LoadPlan plan = TestPlan.users(20).duration(Duration.ofSeconds(58)).build();
        ProgressText text = new ProgressText(NAME, plan);

        String bar = text.bar(measuring(20, 2), KNOWN, 1411.2, new TimeLeft(plan), 120);
        String narrow = text.bar(measuring(20, 2), KNOWN, 1411.2, new TimeLeft(plan), 79);

        assertThat(bar)
                .isEqualTo("RagLatencyTe…ysResponsive ███░░░░░░░  31 %, 412 done, 20 in flight, ttft p90 131 ms, 1,411"
                        + " tokens/s, 3 failed, 40 s left");
        assertThat(narrow)
                .isEqualTo("RagLaten…sponsive ███░░░░░░░  31 %, 412 done, 20 in flight, 3 failed, 40 s left")
                .hasSizeLessThanOrEqualTo(79);
    }

    @Test
    void tellsTheVerdictOnOneLineWithoutSecrets() {
        Report report = Reports.violated()
                .failed("says " + Reports.PLANTED_KEY + "\n::error::")
                .build();

        assertThat(ProgressText.judged(report))
                .isEqualTo("RagLatencyTest.staysResponsive[users=20]: ERROR: says ***\\n::error::");
    }

    private static String measuring(TestPlan plan) {
        return new ProgressText(NAME, plan.build()).measuring(0);
    }

    private static String warmup(TestPlan plan) {
        return new ProgressText(NAME, plan.build()).warmup(0);
    }

    private static String tick(LoadPlan plan, Moments at, Snapshot counts) {
        return new ProgressText(NAME, plan).tick(at, counts, 1411.2, new TimeLeft(plan).text(at, counts));
    }

    private static Moments measuring(long now, long since) {
        return moments(now, since, -1, NOT_YET);
    }

    private static Moments moments(long now, long measuring, long cooling, long quiet) {
        return new Moments(
                now * 1_000_000_000L,
                measuring * 1_000_000_000L,
                cooling < 0 ? NOT_YET : cooling * 1_000_000_000L,
                quiet);
    }
}
