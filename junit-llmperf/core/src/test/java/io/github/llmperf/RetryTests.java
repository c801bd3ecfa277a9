package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.github.llmperf.RestartedLlm.Restarted;
import io.github.llmperf.plan.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;

/** Runs on a machine that is too busy to measure, and is calm again after some tries. */
@Tag("slow")
class RetryTests {

    private static final String RETRIES = "llmperf.invalid.retries";
    private static final String SATURATED = "load generator saturated: the client added ";

    @TempDir
    Path directory;

    private LoadTestKit run(Class<?> testCase, String... parameters) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            all.put(parameters[i], parameters[i + 1]);
        }
        return LoadTestKit.runOnce(directory, testCase, all);
    }

    private static JsonNode result(LoadTestKit run) throws IOException {
        return new ObjectMapper().readTree(run.written("result.json"));
    }

    private static void willStart(int times) {
        double[] millis = new double[times];
        Arrays.fill(millis, 200);
        RestartedLlm.willTake(millis);
    }

    @Test
    void triesAgainOnceTheMachineIsCalmAndSaysSo() throws IOException {
        willStart(2);
        LoadTestKit run = run(PlainTestCase.class, BusyMachine.BUSY, "1", "llmperf.probe", "false")
                .passes();

        assertThat(RestartedLlm.EVENTS).containsExactly("start", "close", "start", "close");
        assertThat(RestartedLlm.ASKED).as("two loads, each with its warm-up").hasSize(2 * 31);
        JsonNode result = result(run);
        assertThat(result.path("verdict").asText()).isEqualTo("NO_BASELINE");
        assertThat(result.path("requests").path("attempted").asInt())
                .as("the last try alone counts")
                .isEqualTo(30);
        assertThat(result.path("trials")).hasSize(1);
        assertThat(run.written("result.json"))
                .contains("try 2: the one before was INVALID and counts for nothing (" + SATURATED);
        assertThat(run.written("report.html")).contains("try 2: the one before was INVALID and counts for nothing");
    }

    @Test
    void isInvalidWhereTheMachineIsStillBusyAndStoresNothing() throws IOException {
        willStart(2);
        LoadTestKit run = run(PlainTestCase.class, BusyMachine.BUSY, "1,2", "llmperf.baseline", "record");

        assertThat(run.aborts())
                .hasMessageStartingWith("INVALID: RetryTests.PlainTestCase.plain: " + SATURATED)
                .hasMessageContaining("; after 1 retry");
        assertThat(RestartedLlm.starts()).isEqualTo(2);
        assertThat(directory.resolve("baselines")).doesNotExist();
    }

    @Test
    void storesTheTryThatCounts() throws IOException {
        willStart(2);
        run(GuardedTestCase.class, BusyMachine.BUSY, "1", "llmperf.baseline", "record")
                .passes();
        assertThat(Files.readAllLines(directory.resolve(
                        "baselines/default/" + GuardedTestCase.class.getName() + "/guarded/single.jsonl")))
                .hasSize(1)
                .first()
                .asString()
                .contains("\"attempted\":30");
    }

    @Test
    void failsTheGateAfterItsRetries() {
        willStart(3);
        assertThat(run(PlainTestCase.class, BusyMachine.BUSY, "1,2,3", RETRIES, "2", "llmperf.gate", "true")
                        .fails())
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageStartingWith("INVALID: RetryTests.PlainTestCase.plain: " + SATURATED)
                .hasMessageContaining("; after 2 retries");
    }

    @Test
    void triesAsOftenAsAllowed() {
        willStart(3);
        LoadTestKit run =
                run(PlainTestCase.class, BusyMachine.BUSY, "1,2", RETRIES, "2").passes();
        assertThat(RestartedLlm.starts()).isEqualTo(3);
        assertThat(run.written("result.json")).contains("try 3: the 2 before were INVALID and count for nothing (");
    }

    @Test
    void doesNotTryAgainWhereThatIsOff() {
        willStart(1);
        assertThat(run(PlainTestCase.class, BusyMachine.BUSY, "1", RETRIES, "0").aborts())
                .hasMessageContaining(SATURATED)
                .message()
                .doesNotContain("; after ");
        assertThat(RestartedLlm.starts()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1"})
    void doesNotTryAgainWhatComesAgain(String busy) {
        willStart(1);
        assertThat(run(TooFewTestCase.class, BusyMachine.BUSY, busy).aborts())
                .hasMessageContaining("does not exist below")
                .message()
                .doesNotContain("; after ");
        assertThat(RestartedLlm.starts()).isEqualTo(1);
    }

    @Test
    void repeatsTheTrialThatWasDisturbedAndKeepsTheOneBefore() throws IOException {
        willStart(1);
        run(GuardedTestCase.class, "llmperf.baseline", "record").passes();
        RestartedLlm.willTake(230, 235, 240, 250);
        LoadTestKit run = run(GuardedTestCase.class, BusyMachine.BUSY, "2", "llmperf.trials", "3");

        assertThat(RestartedLlm.starts()).isEqualTo(4);
        assertThat(result(run).path("trials"))
                .extracting(trial ->
                        Math.round(trial.path("values").path("serverTtft.p50").asDouble()))
                .containsExactly(230L, 240L, 250L);
    }

    @Test
    void repeatsAllStages() {
        willStart(2);
        LoadTestKit run = run(StagedTestCase.class, BusyMachine.BUSY, "1").passes();
        assertThat(RestartedLlm.starts()).isEqualTo(2);
        assertThat(run.written("stage=1/result.json")).contains("try 2: ");
        assertThat(run.written("stage=2/result.json")).contains("try 2: ");
    }

    @Test
    void repeatsAllPairsOnTheSameServers() throws IOException {
        HttpServer canary = RestartedLlm.serve(200);
        try {
            RestartedLlm.willTake();
            LoadTestKit run = run(
                            GivenTargetTestCase.class,
                            BusyMachine.BUSY,
                            "0",
                            BusyMachine.CALM,
                            "1",
                            "llmperf.compare.with",
                            LoopbackServer.url(canary),
                            "llmperf.compare.pairs",
                            "2")
                    .passes();
            assertThat(run.written("result.json")).contains("try 2: the one before was INVALID");
        } finally {
            canary.stop(0);
        }
    }

    @Test
    void sendsOtherPromptsToAServerThatIsNotStartedAnew() {
        RestartedLlm.willTake();
        run(GivenTargetTestCase.class, BusyMachine.BUSY, "0", BusyMachine.CALM, "1", "llmperf.probe", "false")
                .passes();
        assertThat(RestartedLlm.ASKED).hasSize(2 * 31);
    }

    @ParameterizedTest
    @CsvSource({"llmperf.cache, SHARED", "llmperf.promptChars, 200"})
    void doesNotAskAServerTheSameASecondTime(String key, String value) {
        RestartedLlm.willTake();
        LoadTestKit run = run(GivenTargetTestCase.class, BusyMachine.BUSY, "0", BusyMachine.CALM, "1", key, value);
        assertThat(run.aborts()).hasMessageContaining(SATURATED);
        assertThat(run.written("result.json")).contains("not tried again: its prompts come again in each try");
    }

    @Test
    void spendsNoMoreThanTheBudget() {
        willStart(1);
        LoadTestKit run = run(PlainTestCase.class, BusyMachine.BUSY, "1", "llmperf.maxTokens", "7500");
        assertThat(run.aborts()).hasMessageContaining(SATURATED);
        assertThat(run.written("result.json")).contains("not tried again: another try may spend more than maxTokens");
        assertThat(RestartedLlm.starts()).isEqualTo(1);

        willStart(2);
        run(PlainTestCase.class, BusyMachine.BUSY, "1", "llmperf.maxTokens", "15000")
                .passes();
    }

    @Test
    void failsWhereTheTargetCannotBeStartedForIt() {
        RestartedLlm.willTake(200, RestartedLlm.FAILS);
        assertThat(run(PlainTestCase.class, BusyMachine.BUSY, "1").fails())
                .hasMessageStartingWith("retry 1 of RetryTests.PlainTestCase.plain: ")
                .hasMessageContaining("no GPU is left");
    }

    @Test
    void isInterruptedWhileItStartsTheTargetForIt() {
        RestartedLlm.willTake(200, RestartedLlm.INTERRUPTED);
        assertThat(run(PlainTestCase.class, BusyMachine.BUSY, "1").aborts())
                .hasMessageContaining("run was interrupted");
    }

    @Test
    void waitsBeforeASearchRunsANumberASecondTime() throws IOException {
        RestartedLlm.willTake();
        LoadTestKit run = run(SearchTestCase.class, BusyMachine.BUSY, "0", BusyMachine.CALM, "1", RETRIES, "0")
                .passes();
        JsonNode capacity =
                new ObjectMapper().readTree(run.written("single/result.json")).path("capacity");
        assertThat(capacity.path("runs").asInt()).isEqualTo(3);
        assertThat(capacity.path("carried").asInt()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "6"})
    void refusesANumberOutOfRange(String value) {
        assertThat(run(PlainTestCase.class, RETRIES, value).refuses())
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessage(RETRIES + ": value must be from 0 to 5, but is " + value);
    }

    @Test
    void refusesWhatIsNoNumber() {
        assertThat(run(PlainTestCase.class, RETRIES, "often").refuses())
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessage(RETRIES + ": value must be a whole number, but is \"often\"");
    }

    /** A limit that bears what the true machine adds, and not what the busy one does. */
    @Restarted
    @ExtendWith(BusyMachine.class)
    static class PlainTestCase {
        @LlmLoad(requests = 30, stream = Toggle.OFF)
        @Baseline(gated = "serverTtft.p50")
        @Sla(e2e = "20s")
        void plain() {}
    }

    @Restarted
    @ExtendWith(BusyMachine.class)
    static class GuardedTestCase {
        @LlmLoad(requests = 30, stream = Toggle.OFF)
        @Baseline(gated = "serverTtft.p50")
        @Sla(e2e = "20s")
        void guarded() {}
    }

    @Restarted
    @ExtendWith(BusyMachine.class)
    static class TooFewTestCase {
        @LlmLoad(duration = "300ms", thinkTime = "5ms", stream = Toggle.OFF)
        @Baseline(Toggle.OFF)
        @Sla(e2e = "20s", require = "e2e.p99.99 < 60s")
        void few() {}
    }

    @Restarted
    @ExtendWith(BusyMachine.class)
    static class StagedTestCase {
        @LlmLoad(
                stages = {"1 users for 300ms", "2 users for 300ms"},
                thinkTime = "5ms",
                stream = Toggle.OFF)
        @Baseline(Toggle.OFF)
        @Sla(e2e = "20s")
        void staged() {}
    }

    static class SearchTestCase extends OwnServer {
        @LlmLoad(requests = 30, stream = Toggle.OFF)
        @LlmCapacity(users = "1..2")
        @Sla(e2e = "20s")
        void search() {}
    }

    @ExtendWith(BusyMachine.class)
    static class OwnServer {
        private static HttpServer server;

        @BeforeAll
        static void serve() throws IOException {
            server = RestartedLlm.serve(200);
        }

        @AfterAll
        static void stop() {
            server.stop(0);
        }

        @LlmTarget
        Target target() {
            return Target.at(LoopbackServer.url(server));
        }
    }

    static class GivenTargetTestCase extends OwnServer {
        @LlmLoad(requests = 30, stream = Toggle.OFF)
        @Baseline(gated = "serverTtft.p50")
        @Sla(e2e = "20s")
        void given() {}
    }
}
