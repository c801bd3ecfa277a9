package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.RefusingLlm.Refusing;
import io.github.llmperf.RefusingLlm.Way;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Targets that refuse, hang or break off, over real HTTP. With nothing stored no latency is looked at, unless limited. */
class FailingFastTests {

    @TempDir
    Path directory;

    /** The probe is a request too, and would be counted. */
    private LoadTestKit run(Class<?> testCase) {
        return LoadTestKit.run(directory, testCase, Map.of("llmperf.probe", "false"));
    }

    private static JsonNode result(LoadTestKit run) throws Exception {
        return new ObjectMapper().readTree(run.written("result.json"));
    }

    @Nested
    class RequestsThatHangToTheEnd {

        @Test
        void failATestWithoutLimitsOnLatency() throws Exception {
            LoadTestKit run = run(FifteenHangTestCase.class);

            assertThat(run.fails()).hasMessageStartingWith("SLA VIOLATED").hasMessageContaining("errorRate");
            JsonNode requests = result(run).path("requests");
            assertThat(requests.path("failures").path("TIMEOUT").path("count").asInt())
                    .isEqualTo(15);
            assertThat(run.written("report.html")).contains("15 requests hung when the run ended");
        }

        @Test
        void breakALimitThatTheyExceedThoughOthersTakeNearlyAsLong() {
            assertThat(run(FifteenAreSlowTestCase.class).fails())
                    .hasMessageStartingWith("SLA VIOLATED")
                    .hasMessageContaining("ttft.p90 at least ")
                    .hasMessageContaining(" of them cut off by the run's end)");
        }

        @Test
        void leaveALimitOpenThatTheyDoNotExceedYet() {
            assertThat(run(FifteenMayComeTestCase.class).aborts())
                    .hasMessageStartingWith("INVALID")
                    .hasMessageContaining("ttft.p90 is at least ");
        }

        @Test
        void areToldWhereTheyAreOneOfMany() throws Exception {
            LoadTestKit run = run(OneHangsTestCase.class).passes();

            assertThat(result(run).path("notes").toString()).contains("1 request hung when the run ended");
            assertThat(result(run).path("requests").path("failed").asInt()).isEqualTo(1);
        }

        @Test
        void breakALimitWhereThereAreNoOthers() {
            assertThat(run(AllHangTestCase.class).fails())
                    .hasMessageStartingWith("SLA VIOLATED")
                    .hasMessageContaining("ttft.p90 at least ");
        }

        @Refusing(value = Way.HANG, first = 15)
        static class FifteenHangTestCase {
            @LlmLoad(users = 20, duration = "1500ms", window = Window.WHOLE_RUN)
            void hangs() {}
        }

        @Refusing(value = Way.HANG, first = 15, answerMillis = 400)
        static class FifteenAreSlowTestCase {
            @LlmLoad(users = 20, duration = "1500ms", window = Window.WHOLE_RUN)
            @Sla(ttftP90 = "1s")
            void isSlow() {}
        }

        @Refusing(value = Way.HANG, first = 15, answerMillis = 400)
        static class FifteenMayComeTestCase {
            @LlmLoad(users = 20, duration = "1500ms", window = Window.WHOLE_RUN)
            @Sla(ttftP90 = "30s")
            void mayBeSlow() {}
        }

        @Refusing(value = Way.HANG, first = 1)
        static class OneHangsTestCase {
            @LlmLoad(users = 20, duration = "1500ms", window = Window.WHOLE_RUN)
            @Sla(ttftP90 = "1s", errorRate = "2%")
            void nearlyAllAreServed() {}
        }

        @Refusing(value = Way.HANG, first = Integer.MAX_VALUE)
        static class AllHangTestCase {
            @LlmLoad(users = 20, duration = "1500ms", window = Window.WHOLE_RUN)
            @Sla(ttftP90 = "1s")
            void hangs() {}
        }
    }

    @Nested
    class Refusals {

        @Test
        void ofHalfTheUsersAreJudgedWhileTheOthersAreServed() throws Exception {
            LoadTestKit run = run(HalfAreServedTestCase.class).passes();

            assertThat(result(run).path("end").asText()).isEqualTo("COMPLETED");
            assertThat(result(run).path("requests").path("succeeded").asInt()).isGreaterThanOrEqualTo(30);
            assertThat(result(run).path("notes").toString()).contains("users waited ", "after ", " of their time");
        }

        @Test
        void comeNoFasterThanUsersAskAgain() throws Exception {
            LoadTestKit run = run(FullForAWhileTestCase.class);

            assertThat(run.fails()).hasMessageStartingWith("SLA VIOLATED").hasMessageContaining("errorRate");
            assertThat(RefusingLlm.REFUSED).as("10 users, 1.2 s, 10 a second").hasValueLessThanOrEqualTo(120);
            assertThat(RefusingLlm.REQUESTS).as("some were served").hasValueGreaterThan(RefusingLlm.REFUSED.get());
        }

        @Test
        void areAsFewAsTheServerAsksFor() {
            assertThat(run(FullForASecondTestCase.class).fails()).hasMessageContaining("errorRate");
            assertThat(RefusingLlm.REFUSED).hasValue(10);
        }

        @Test
        void thatAskForADayAreObeyedForTenSeconds() {
            assertThat(run(FullForADayTestCase.class).fails())
                    .hasMessageStartingWith("ERROR")
                    .hasMessageContaining("nothing succeeded: all 10 requests failed with OVERLOAD");
            assertThat(RefusingLlm.REQUESTS).hasValue(10);
        }

        @Test
        void thatNameADateAreObeyed() {
            run(FullUntilADateTestCase.class).fails();

            assertThat(RefusingLlm.REQUESTS).hasValue(10);
        }

        @Test
        void thatAskForNonsenseAreOrdinaryOnes() {
            run(FullForABananaTestCase.class).fails();

            assertThat(RefusingLlm.REQUESTS).hasValueBetween(20, 100);
        }

        @Test
        void atTheStartAreNoDeadTarget() throws Exception {
            LoadTestKit run = run(UnavailableAtFirstTestCase.class);

            assertThat(run.fails()).hasMessageStartingWith("SLA VIOLATED");
            assertThat(result(run).path("end").asText()).isEqualTo("COMPLETED");
        }

        @Test
        void shiftNoScheduleOfAnOpenLoop() throws Exception {
            LoadTestKit run = run(OpenLoopTestCase.class);

            assertThat(run.fails()).hasMessageContaining("errorRate");
            assertThat(RefusingLlm.REQUESTS).hasValue(100);
            assertThat(result(run).path("notes").toString()).doesNotContain("users waited");
        }

        @Test
        void loseALimitThatAbortWatches() throws Exception {
            LoadTestKit run = run(AbortTestCase.class);

            assertThat(run.fails()).hasMessageContaining("ended early after");
            assertThat(result(run).path("end").asText()).isEqualTo("LIMIT_BROKEN");
            assertThat(result(run).path("notes").toString()).contains("users waited ");
        }

        @Refusing(value = Way.FULL, room = 30, answerMillis = 300, retryAfter = "1")
        static class HalfAreServedTestCase {
            @LlmLoad(users = 60, duration = "2s", warmup = "0")
            @Sla(errorRate = "60%")
            void isHalfServed() {}
        }

        @Refusing(value = Way.FULL, firstMillis = 1200)
        static class FullForAWhileTestCase {
            @LlmLoad(users = 10, duration = "2s", warmup = "0")
            void waits() {}
        }

        @Refusing(value = Way.FULL, first = 10, retryAfter = "1")
        static class FullForASecondTestCase {
            @LlmLoad(users = 10, duration = "1500ms", warmup = "0")
            void waits() {}
        }

        @Refusing(value = Way.FULL, first = Integer.MAX_VALUE, retryAfter = "86400")
        static class FullForADayTestCase {
            @LlmLoad(users = 10, duration = "1500ms", warmup = "0")
            void waits() {}
        }

        @Refusing(value = Way.FULL, first = Integer.MAX_VALUE, retryAfter = "date")
        static class FullUntilADateTestCase {
            @LlmLoad(users = 10, duration = "1s", warmup = "0")
            void waits() {}
        }

        @Refusing(value = Way.FULL, first = Integer.MAX_VALUE, retryAfter = "banana")
        static class FullForABananaTestCase {
            @LlmLoad(users = 10, duration = "1s", warmup = "0")
            void waits() {}
        }

        @Refusing(value = Way.UNAVAILABLE, firstMillis = 1000)
        static class UnavailableAtFirstTestCase {
            @LlmLoad(users = 20, duration = "2s", warmup = "0")
            void starts() {}
        }

        @Refusing(value = Way.FULL, first = 50, retryAfter = "5")
        static class OpenLoopTestCase {
            @LlmLoad(requestRate = "100/s", requests = 100)
            void keepsItsSchedule() {}
        }

        @Refusing(value = Way.FULL, each = 4)
        static class AbortTestCase {
            @LlmLoad(users = 4, requests = 500, warmup = "0", abort = Toggle.ON)
            void loses() {}
        }
    }

    @Nested
    class DeadTargets {

        @Test
        void areNotSeenInPromptsThatDoNotFit() throws Exception {
            LoadTestKit run = run(HalfTooLongTestCase.class).passes();

            assertThat(result(run).path("end").asText()).isEqualTo("COMPLETED");
            assertThat(result(run).path("requests").path("attempted").asInt()).isEqualTo(80);
            assertThat(result(run)
                            .path("requests")
                            .path("failures")
                            .path("LENGTH")
                            .path("count")
                            .asInt())
                    .isGreaterThanOrEqualTo(30);
        }

        @Test
        void areNotSeenInAnOpenLoopOfPromptsThatDoNotFit() throws Exception {
            LoadTestKit run = run(AllTooLongTestCase.class);

            assertThat(run.fails()).hasMessageContaining("nothing succeeded: all 60 requests failed with LENGTH");
            assertThat(result(run).path("end").asText()).isEqualTo("COMPLETED");
        }

        @Test
        void areThoseThatBreakOffAfterTheHead() throws Exception {
            LoadTestKit run = run(BreaksOffTestCase.class);

            assertThat(run.fails()).hasMessageStartingWith("ERROR").hasMessageContaining("nothing succeeded");
            assertThat(result(run).path("end").asText()).isEqualTo("NOTHING_SUCCEEDED");
            assertThat(RefusingLlm.REQUESTS).hasValueLessThanOrEqualTo(40);
        }

        @Refusing(value = Way.TOO_LONG, first = 30, each = 2)
        static class HalfTooLongTestCase {
            @LlmLoad(users = 20, requests = 80, warmup = "0")
            @Sla(errorRate = "90%")
            void hasLongPrompts() {}
        }

        @Refusing(value = Way.TOO_LONG, first = Integer.MAX_VALUE)
        static class AllTooLongTestCase {
            @LlmLoad(requestRate = "100/s", requests = 60)
            void hasLongPrompts() {}
        }

        @Refusing(value = Way.BREAK_OFF, first = Integer.MAX_VALUE)
        static class BreaksOffTestCase {
            @LlmLoad(users = 10, requests = 1000)
            void breaksOff() {}
        }
    }
}
