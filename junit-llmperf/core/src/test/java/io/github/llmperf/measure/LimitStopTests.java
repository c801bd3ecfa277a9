package io.github.llmperf.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.load.EarlyEnd;
import io.github.llmperf.load.EarlyEnd.LimitLost;
import io.github.llmperf.load.EarlyEnd.Seen;
import io.github.llmperf.load.EarlyEnd.Seen.Counted;
import io.github.llmperf.load.EarlyEnd.Seen.Counted.What;
import io.github.llmperf.load.StopRule;
import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.TestRecord;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.protocol.FailureKind;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitStopTests {

    /** Feeds requests one after the other, each sent when the one before ended. */
    private static final class Course {
        private final StopRule rule;
        private long now;
        private Optional<EarlyEnd> end = Optional.empty();

        Course(TestPlan plan) {
            rule = EarlyStop.of(plan.abort().build()).nextRun();
        }

        private Course add(TestRecord record) {
            end = rule.ended(record.build());
            return this;
        }

        Course took(int requests, long millis) {
            for (int i = 0; i < requests && end.isEmpty(); i++) {
                TestRecord record = TestRecord.sentAt(now).tokensAt(now + millis);
                now += millis;
                add(record);
            }
            return this;
        }

        Course failed(int requests) {
            for (int i = 0; i < requests && end.isEmpty(); i++) {
                add(TestRecord.sentAt(now).failed(FailureKind.SERVER_ERROR));
            }
            return this;
        }

        Optional<EarlyEnd> end() {
            return end;
        }
    }

    @ParameterizedTest
    @CsvSource({"10s, true", "exp(10s), false"})
    void countsOnNoThinkTimeThatMayBeShorter(String think, boolean isLost) {
        TestPlan plan =
                TestPlan.users(1).think(think).duration(Duration.ofSeconds(60)).limits("ttft.p50 <= 1s");

        assertThat(new Course(plan).took(8, 2000).end().isEmpty()).isNotEqualTo(isLost);
    }

    private static EarlyEnd lost(String limit, Seen seen, int toCome) {
        return new LimitLost(Limit.parse(limit), seen, OptionalLong.of(toCome));
    }

    private static Seen outside(long part, long all) {
        return new Counted(What.OUTSIDE, part, all);
    }

    private static Course hundred(String... limits) {
        return new Course(TestPlan.users(1).requests(100).limits(limits));
    }

    @Test
    void letsRunsGoOnUnlessThePlanSaysAbort() {
        assertThat(EarlyStop.of(TestPlan.users(1).requests(1).build()).nextRun())
                .isSameAs(StopRule.NEVER);
    }

    @Test
    void knowsHowManySlowRequestsAPercentileBears() {
        assertThat(hundred("ttft.p90 <= 1s").took(10, 2000).end()).isEmpty();
        assertThat(hundred("ttft.p90 <= 1s").took(11, 2000).end())
                .contains(lost("ttft.p90 <= 1s", outside(11, 11), 89));
    }

    @Test
    void countsFailedRequestsAsSlowOnes() {
        assertThat(hundred("ttft.p90 <= 1s", "errorRate <= 50%")
                        .took(1, 10)
                        .failed(10)
                        .end())
                .isEmpty();
        assertThat(hundred("ttft.p90 <= 1s", "errorRate <= 50%")
                        .took(1, 10)
                        .failed(11)
                        .end())
                .contains(lost("ttft.p90 <= 1s", outside(11, 12), 88));
    }

    @Test
    void waitsUntilAllPercentilesExist() {
        assertThat(hundred("ttft.p50 <= 1s", "ttft.p99 <= 9s").took(99, 2000).end())
                .isEmpty();
        assertThat(hundred("ttft.p50 <= 1s", "ttft.p95 <= 9s").took(99, 2000).end())
                .contains(lost("ttft.p50 <= 1s", outside(51, 51), 49));
    }

    @Test
    void waitsForOneSuccessSinceARunWithoutIsAnError() {
        assertThat(hundred().failed(19).end()).isEmpty();
        assertThat(hundred().failed(19).took(1, 10).end())
                .contains(lost("errorRate <= 1%", new Counted(What.FAILED, 19, 20), 80));
    }

    @Test
    void boundsAMeanByRequestsThatTakeNoTime() {
        assertThat(hundred("ttft <= 100ms").took(10, 1000).end()).isEmpty();
        assertThat(hundred("ttft <= 100ms").took(11, 1000).end())
                .contains(lost("ttft <= 100ms", new Seen.Mean(1000, 11), 89));
    }

    @Test
    void boundsTheAttainmentByRequestsThatMeetTheirLimits() {
        TestPlan plan = TestPlan.users(1)
                .requests(100)
                .each(OptionalDouble.of(1000), OptionalDouble.empty(), OptionalDouble.empty())
                .limits("attainment >= 80%");

        assertThat(new Course(plan).took(20, 2000).end()).isEmpty();
        assertThat(new Course(plan).took(21, 2000).end())
                .contains(lost("attainment >= 80%", new Counted(What.GOOD, 0, 21), 79));
    }

    @Test
    void boundsARateByAllRequestsThereAre() {
        assertThat(hundred("requestRate >= 10/s").took(11, 1000).end()).isEmpty();
        assertThat(hundred("requestRate >= 10/s").took(12, 1000).end())
                .contains(lost("requestRate >= 10/s", new Seen.Rate(101, 11), 88));
    }

    @ParameterizedTest
    @CsvSource({
        "e2e.max <= 1s, 1",
        "itl.max <= 1s, 0",
        "ttft.stddev <= 1ms, 0",
        "outputTokenRate >= 1000/s, 0",
        "ttft.p50 >= 1s, 0",
        "userTokenRate.p10 >= 5/s, 10"
    })
    void endsOnlyOnWhatIsCertain(String limit, int slowOnes) {
        int until = slowOnes == 0 ? 100 : slowOnes - 1;
        assertThat(hundred(limit).took(until, 2000).end()).isEmpty();
        if (slowOnes > 0) {
            assertThat(hundred(limit).took(slowOnes, 2000).end()).isPresent();
        }
    }

    @Test
    void countsInFavourOfGoingOnWhatOtherUsersHaveInFlight() {
        assertThat(new Course(TestPlan.users(20).limits("ttft.p90 <= 1s"))
                        .took(11, 2000)
                        .end())
                .isEmpty();
        assertThat(new Course(TestPlan.users(20).limits("ttft.p90 <= 1s"))
                        .took(12, 2000)
                        .end())
                .contains(lost("ttft.p90 <= 1s", outside(12, 12), 107));
    }

    @Test
    void takesTheScheduleOfAnOpenLoopForItsNumber() {
        TestPlan plan = TestPlan.rate(2).duration(Duration.ofSeconds(50)).limits("ttft.p90 <= 1s");
        assertThat(new Course(plan).took(11, 2000).end()).contains(lost("ttft.p90 <= 1s", outside(11, 11), 89));
    }

    @Test
    void allowsUsersThatGoOnForATimeToBecomeTenTimesAsFast() {
        TestPlan plan = TestPlan.users(1).duration(Duration.ofSeconds(100)).limits("ttft.p50 <= 1s");
        // One request of 2 s after the other: after 45 of them, 10 s leave room for 50 of 200 ms, and two more.
        assertThat(new Course(plan).took(45, 2000).end()).isEmpty();
        assertThat(new Course(plan).took(50, 2000).end()).contains(lost("ttft.p50 <= 1s", outside(46, 46), 42));
    }

    @Test
    void knowsNoBoundForATimeInWhichRequestsMayFailAtOnce() {
        TestPlan plan = TestPlan.users(1).duration(Duration.ofSeconds(100)).limits("responseTime.p50 <= 1s");
        assertThat(new Course(plan).took(50, 2000).end()).isEmpty();
    }
}
