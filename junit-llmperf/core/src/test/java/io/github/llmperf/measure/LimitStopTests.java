package io.github.llmperf.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.StopRule;
import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.TestRecord;
import io.github.llmperf.protocol.FailureKind;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitStopTests {

    /** Feeds requests one after the other, each sent when the one before ended. */
    private static final class Course {
        private final StopRule rule;
        private long now;
        private String because = "";

        Course(TestPlan plan) {
            rule = EarlyStop.of(plan.abort().build()).nextRun();
        }

        private Course add(TestRecord record) {
            Optional<StopRule.EarlyEnd> end = rule.ended(record.build());
            end.ifPresent(early -> {
                assertThat(early.end()).isEqualTo(LoadRun.End.LIMIT_BROKEN);
                because = early.because();
            });
            return this;
        }

        Course took(int requests, long millis) {
            for (int i = 0; i < requests && because.isEmpty(); i++) {
                TestRecord record = TestRecord.sentAt(now).tokensAt(now + millis);
                now += millis;
                add(record);
            }
            return this;
        }

        Course failed(int requests) {
            for (int i = 0; i < requests && because.isEmpty(); i++) {
                add(TestRecord.sentAt(now).failed(FailureKind.SERVER_ERROR));
            }
            return this;
        }

        String because() {
            return because;
        }
    }

    @ParameterizedTest
    @CsvSource({"10s, true", "exp(10s), false"})
    void countsOnNoThinkTimeThatMayBeShorter(String think, boolean isLost) {
        TestPlan plan =
                TestPlan.users(1).think(think).duration(Duration.ofSeconds(60)).limits("ttft.p50 <= 1s");

        assertThat(new Course(plan).took(8, 2000).because().isEmpty()).isNotEqualTo(isLost);
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
        assertThat(hundred("ttft.p90 <= 1s").took(10, 2000).because()).isEmpty();
        assertThat(hundred("ttft.p90 <= 1s").took(11, 2000).because())
                .isEqualTo("ttft.p90 ≤ 1000 ms can no longer be met: 11 of 11 samples are outside, and at most 89 more"
                        + " come");
    }

    @Test
    void countsFailedRequestsAsSlowOnes() {
        assertThat(hundred("ttft.p90 <= 1s", "errorRate <= 50%")
                        .took(1, 10)
                        .failed(10)
                        .because())
                .isEmpty();
        assertThat(hundred("ttft.p90 <= 1s", "errorRate <= 50%")
                        .took(1, 10)
                        .failed(11)
                        .because())
                .isEqualTo("ttft.p90 ≤ 1000 ms can no longer be met: 11 of 12 samples are outside, and at most 88 more"
                        + " come");
    }

    @Test
    void waitsUntilAllPercentilesExist() {
        assertThat(hundred("ttft.p50 <= 1s", "ttft.p99 <= 9s").took(99, 2000).because())
                .isEmpty();
        assertThat(hundred("ttft.p50 <= 1s", "ttft.p95 <= 9s").took(99, 2000).because())
                .startsWith("ttft.p50 ≤ 1000 ms can no longer be met: 51 of 51");
    }

    @Test
    void waitsForOneSuccessSinceARunWithoutIsAnError() {
        assertThat(hundred().failed(19).because()).isEmpty();
        assertThat(hundred().failed(19).took(1, 10).because())
                .isEqualTo("errorRate ≤ 1 % can no longer be met: 19 of 20 requests failed, and at most 80 more come");
    }

    @Test
    void boundsAMeanByRequestsThatTakeNoTime() {
        assertThat(hundred("ttft <= 100ms").took(10, 1000).because()).isEmpty();
        assertThat(hundred("ttft <= 100ms").took(11, 1000).because())
                .isEqualTo("ttft.mean ≤ 100 ms can no longer be met: ttft.mean is 1000 ms after 11 samples, and at most"
                        + " 89 more come");
    }

    @Test
    void boundsTheAttainmentByRequestsThatMeetTheirLimits() {
        TestPlan plan = TestPlan.users(1)
                .requests(100)
                .each(OptionalDouble.of(1000), OptionalDouble.empty(), OptionalDouble.empty())
                .limits("attainment >= 80%");

        assertThat(new Course(plan).took(20, 2000).because()).isEmpty();
        assertThat(new Course(plan).took(21, 2000).because())
                .isEqualTo(
                        "attainment ≥ 80 % can no longer be met: 0 of 21 requests met the limits on each, and at most"
                                + " 79 more come");
    }

    @Test
    void boundsARateByAllRequestsThereAre() {
        assertThat(hundred("requestRate >= 10/s").took(11, 1000).because()).isEmpty();
        assertThat(hundred("requestRate >= 10/s").took(12, 1000).because())
                .isEqualTo("requestRate ≥ 10 requests/s can no longer be met: at most 101 requests can end, and the"
                        + " measurement has taken 11 s so far");
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
        assertThat(hundred(limit).took(until, 2000).because()).isEmpty();
        if (slowOnes > 0) {
            assertThat(hundred(limit).took(slowOnes, 2000).because()).contains("can no longer be met");
        }
    }

    @Test
    void countsInFavourOfGoingOnWhatOtherUsersHaveInFlight() {
        assertThat(new Course(TestPlan.users(20).limits("ttft.p90 <= 1s"))
                        .took(11, 2000)
                        .because())
                .isEmpty();
        assertThat(new Course(TestPlan.users(20).limits("ttft.p90 <= 1s"))
                        .took(12, 2000)
                        .because())
                .endsWith("12 of 12 samples are outside, and at most 107 more come");
    }

    @Test
    void takesTheScheduleOfAnOpenLoopForItsNumber() {
        TestPlan plan = TestPlan.rate(2).duration(Duration.ofSeconds(50)).limits("ttft.p90 <= 1s");
        assertThat(new Course(plan).took(11, 2000).because()).endsWith("and at most 89 more come");
    }

    @Test
    void allowsUsersThatGoOnForATimeToBecomeTenTimesAsFast() {
        TestPlan plan = TestPlan.users(1).duration(Duration.ofSeconds(100)).limits("ttft.p50 <= 1s");
        // One request of 2 s after the other: after 45 of them, 10 s leave room for 50 of 200 ms, and two more.
        assertThat(new Course(plan).took(45, 2000).because()).isEmpty();
        assertThat(new Course(plan).took(50, 2000).because())
                .isEqualTo("ttft.p50 ≤ 1000 ms can no longer be met: 46 of 46 samples are outside, and at most 42 more"
                        + " come");
    }

    @Test
    void knowsNoBoundForATimeInWhichRequestsMayFailAtOnce() {
        TestPlan plan = TestPlan.users(1).duration(Duration.ofSeconds(100)).limits("responseTime.p50 <= 1s");
        assertThat(new Course(plan).took(50, 2000).because()).isEmpty();
    }
}
