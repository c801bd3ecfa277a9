package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.github.llmperf.TwoStartsLlm.TwoStarts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;

/** Two targets of one source, started anew for each pair: starts are compared, and not two servers that happen to run. */
@Tag("slow")
class StartedPairsTests {

    /** Starts of one server: they differ by a tenth, for no reason but luck. */
    private static final double[] LUCK = {236, 186, 224, 190, 182, 218, 196, 208};

    private static final double[] OTHER_LUCK = {198, 188, 212, 184, 230, 194, 222, 206};

    @TempDir
    Path directory;

    private LoadTestKit run(Class<?> testCase, String... parameters) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            all.put(parameters[i], parameters[i + 1]);
        }
        return LoadTestKit.run(directory, testCase, all, TwoStartsLlm::again);
    }

    private static JsonNode result(LoadTestKit run) throws IOException {
        return new ObjectMapper().readTree(run.written("result.json"));
    }

    /** The second target is started once before its turns, to know where it is. */
    private static void production(double... starts) {
        double[] all = new double[starts.length + 1];
        all[0] = 1;
        System.arraycopy(starts, 0, all, 1, starts.length);
        TwoStartsLlm.willTake("production", all);
    }

    private static double[] times(double factor, double... starts) {
        double[] slower = new double[starts.length];
        for (int i = 0; i < starts.length; i++) {
            slower[i] = factor * starts[i];
        }
        return slower;
    }

    private static void nothingIsLeftRunning() {
        assertThat(TwoStartsLlm.running())
                .as("servers that run after the class")
                .isZero();
        assertThat(TwoStartsLlm.mostRunning()).as("servers at once").isLessThan(2);
    }

    // --- what is compared ---------------------------------------------------------------------------------------

    @Test
    void startsBothAnewForEachPairAndOneAtATime() throws IOException {
        TwoStartsLlm.willTake("candidate", 200, 200);
        production(200, 200);

        JsonNode result = result(run(TwoPairsTestCase.class).passes());

        assertThat(TwoStartsLlm.EVENTS)
                .containsExactly(
                        "start production",
                        "close production",
                        "start candidate",
                        "close candidate",
                        "start production",
                        "close production",
                        "start production",
                        "close production",
                        "start candidate",
                        "close candidate");
        nothingIsLeftRunning();
        JsonNode compare = result.path("compare");
        assertThat(compare.path("unit").asText()).isEqualTo("starts");
        assertThat(compare.path("with").asText()).isEqualTo("production");
        assertThat(compare.path("target").path("labels").path("release").asText())
                .isEqualTo("production");
        assertThat(compare.path("pairs")).hasSize(2);
        assertThat(result.path("requests").path("attempted").asInt()).isEqualTo(40);
    }

    @Test
    void doesNotTakeTheLuckOfAStartForAChange() throws IOException {
        TwoStartsLlm.willTake("candidate", LUCK);
        production(OTHER_LUCK);

        LoadTestKit run = run(EightPairsTestCase.class).passes();

        assertThat(result(run).path("verdict").asText()).isEqualTo("PASS");
        assertThat(run.written("report.html"))
                .containsOnlyOnce(
                        "both targets were started anew for each pair: what starts differ by is in how much pairs differ");
    }

    @Test
    void takesTheLuckOfAStartForAChangeWhereBothKeepRunningAndSaysSo() throws IOException {
        LoadTestKit run = run(RunningTestCase.class);

        assertThat(run.fails())
                .isInstanceOf(AssertionFailedError.class)
                .message()
                .startsWith(
                        "REGRESSION: StartedPairsTests.RunningTestCase.load: serverTtft.p50 236 ms against 198 ms of ")
                .contains(
                        "- one start of each target was compared: unchanged servers differ by the luck of their starts,"
                                + " too, and that counts as a change\n");
        assertThat(result(run).path("compare").path("unit").asText()).isEqualTo("loads");
    }

    @Test
    void findsAChangeThatIsMoreThanLuck() {
        TwoStartsLlm.willTake("candidate", times(1.3, LUCK));
        production(OTHER_LUCK);

        assertThat(run(EightPairsTestCase.class).fails())
                .isInstanceOf(AssertionFailedError.class)
                .message()
                .startsWith("REGRESSION: StartedPairsTests.EightPairsTestCase.load: serverTtft.p50 ")
                .contains(" of production, +30 % ", "mean of 8 pairs", "both targets were started anew for each pair");
    }

    @Test
    void comparesAnyTestOfTheSourceOnceAKeySaysSo() throws IOException {
        TwoStartsLlm.willTake("candidate", 200, 200);
        production(200, 200);

        LoadTestKit run = run(PlainTestCase.class, "llmperf.compare.with", "production", "llmperf.compare.pairs", "2");

        assertThat(result(run.passes()).path("compare").path("unit").asText()).isEqualTo("starts");
        assertThat(run.displayNames()).singleElement().asString().startsWith("target=candidate, ");
    }

    @Test
    void startsAnewWhatATestOfTheEnclosingClassLeftRunning() throws IOException {
        TwoStartsLlm.willTake("candidate", 200, 200, 200);
        production(200, 200);

        LoadTestKit run = run(EnclosingTestCase.class);

        assertThat(run.count("result.json")).isEqualTo(2);
        assertThat(TwoStartsLlm.EVENTS)
                .startsWith("start candidate", "close candidate", "start production", "close production")
                .hasSize(12);
        nothingIsLeftRunning();
    }

    // --- failures -----------------------------------------------------------------------------------------------

    @Test
    void isAnErrorWhenTheSecondTargetCannotBeStartedForTheThirdPair() throws IOException {
        TwoStartsLlm.willTake("candidate", 200, 200, 200);
        production(200, 200, RestartedLlm.FAILS);

        LoadTestKit run = run(EightPairsTestCase.class);

        assertThat(run.fails())
                .isInstanceOf(LoadTestException.class)
                .hasMessageStartingWith("ERROR: StartedPairsTests.EightPairsTestCase.load: second"
                        + " target production: no new start for pair 3 of 8: @LlmTarget(from) on @TwoStarts (on"
                        + " EightPairsTestCase): target \"production\" cannot be started by "
                        + TwoStartsLlm.class.getName() + ": java.lang.IllegalStateException: no GPU is left")
                .hasMessageContaining("next:   check that both targets start, each while the other does not run, and"
                        + " answer a single request");
        assertThat(result(run).path("compare").path("pairs"))
                .as("what was measured")
                .hasSize(2);
        nothingIsLeftRunning();
        assertThat(TwoStartsLlm.EVENTS).endsWith("close candidate", "start production", "close production");
    }

    @Test
    void isAnErrorWhenTheOwnTargetCannotBeStartedForTheSecondPair() throws IOException {
        TwoStartsLlm.willTake("candidate", 200, RestartedLlm.FAILS);
        production(200, 200);

        LoadTestKit run = run(EightPairsTestCase.class);

        assertThat(run.fails())
                .isInstanceOf(LoadTestException.class)
                .hasMessageStartingWith(
                        "ERROR: StartedPairsTests.EightPairsTestCase.load: no new start" + " for pair 2 of 8: ")
                .hasMessageContaining("target \"candidate\" cannot be started by ");
        assertThat(result(run).path("compare").path("pairs")).hasSize(1);
        nothingIsLeftRunning();
    }

    @Test
    void failsBeforeAnyLoadWhenTheSecondTargetCannotBeStartedAtAll() {
        TwoStartsLlm.willTake("candidate", 200);
        TwoStartsLlm.willTake("production", RestartedLlm.FAILS);

        assertThat(run(EightPairsTestCase.class).fails())
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessageContaining("target \"production\" cannot be started by ");
        assertThat(TwoStartsLlm.EVENTS).containsExactly("start production", "close production");
    }

    @Test
    void isAnErrorWhenAStartAnswersNothing() throws IOException {
        TwoStartsLlm.willTake("candidate", 200, 200);
        production(200, RestartedLlm.BROKEN);

        assertThat(run(EightPairsTestCase.class).fails())
                .isInstanceOf(LoadTestException.class)
                .hasMessageContaining("second target production: nothing succeeded: ");
        nothingIsLeftRunning();

        TwoStartsLlm.willTake("candidate", TwoStartsLlm.UNREACHABLE);
        assertThat(run(EightPairsTestCase.class).fails())
                .isInstanceOf(LoadTestException.class)
                .hasMessageStartingWith("ERROR: StartedPairsTests.EightPairsTestCase.load: nothing" + " answers at ");
        assertThat(TwoStartsLlm.EVENTS).as("no further start").hasSize(4);
        nothingIsLeftRunning();
    }

    @Test
    void isInvalidWhenAStartIsInterrupted() {
        TwoStartsLlm.willTake("candidate", 200, RestartedLlm.INTERRUPTED);
        production(200, 200);

        assertThat(run(EightPairsTestCase.class).aborts()).hasMessageContaining("run was interrupted");
        nothingIsLeftRunning();
    }

    // --- what is skipped or refused ------------------------------------------------------------------------------

    @Test
    void refusesAUrlForATargetThatTheSourceStarts() {
        assertThat(run(EightPairsTestCase.class, "llmperf.target.production.url", "http://localhost:1")
                        .refuses())
                .hasMessage("llmperf.target.production.url: url must not be set for \"production\", which the source of"
                        + " the test's own target starts; remove it, or give the second target another name");
        assertThat(TwoStartsLlm.EVENTS).isEmpty();
    }

    @Test
    void refusesToCompareATargetWithItself() {
        assertThat(run(ItselfTestCase.class).refuses())
                .hasMessage("@LlmCompare(with) on ItselfTestCase: second target must differ from the test's own, but"
                        + " both are \"production\"; name another target of the source, which starts candidate,"
                        + " production");
        assertThat(TwoStartsLlm.EVENTS).isEmpty();
    }

    @Test
    void skipsWhereTheSourceDoesNotKnowTheNameAndSaysWhichItKnows() {
        assertThat(run(PlainTestCase.class, "llmperf.compare.with", "prodution").skipReason())
                .isEqualTo("second target \"prodution\" is not set up here: give its url in"
                        + " -Dllmperf.target.prodution.url=http://…; the source of the test's own target starts"
                        + " candidate, production");
    }

    // --- fixtures -----------------------------------------------------------------------------------------------

    @TwoStarts
    @LlmCompare(with = "production", pairs = 2)
    @Baseline(gated = "serverTtft.p50")
    static class TwoPairsTestCase {
        @LlmLoad(requests = 20, thinkTime = "5ms", stream = Toggle.OFF)
        void load() {}
    }

    @TwoStarts
    @LlmCompare(with = "production")
    @Baseline(gated = "serverTtft.p50")
    static class EightPairsTestCase {
        @LlmLoad(requests = 20, thinkTime = "5ms", stream = Toggle.OFF)
        void load() {}
    }

    @TwoStarts
    @Baseline(gated = "serverTtft.p50")
    static class PlainTestCase {
        @LlmLoad(requests = 20, thinkTime = "5ms", stream = Toggle.OFF)
        void load() {}
    }

    @LlmTarget(from = TwoStartsLlm.class, name = "production")
    @LlmCompare(with = "production")
    static class ItselfTestCase {
        @LlmLoad
        void load() {}
    }

    @LlmTarget(from = TwoStartsLlm.class, name = "candidate", model = "restarted")
    static class EnclosingTestCase {
        @LlmLoad(requests = 20, thinkTime = "5ms", stream = Toggle.OFF)
        @Baseline(Toggle.OFF)
        void load() {}

        @Nested
        @LlmCompare(with = "production", pairs = 2)
        @Baseline(gated = "serverTtft.p50")
        class InnerTestCase {
            @LlmLoad(requests = 20, thinkTime = "5ms", stream = Toggle.OFF)
            void load() {}
        }
    }

    /** The first starts of both, which keep running. */
    @Baseline(gated = "serverTtft.p50")
    static class RunningTestCase {
        private static List<HttpServer> servers;

        @BeforeAll
        static void serve() throws IOException {
            servers = List.of(RestartedLlm.serve(LUCK[0]), RestartedLlm.serve(OTHER_LUCK[0]));
        }

        @AfterAll
        static void stop() {
            servers.forEach(server -> server.stop(0));
        }

        @LlmTarget(model = "restarted")
        String candidate() {
            return LoopbackServer.url(servers.get(0));
        }

        @LlmCompare
        String production() {
            return LoopbackServer.url(servers.get(1));
        }

        @LlmLoad(requests = 20, thinkTime = "5ms", stream = Toggle.OFF)
        void load() {}
    }
}
