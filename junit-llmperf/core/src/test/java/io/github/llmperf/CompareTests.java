package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.StatedLlm.Asked;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.AssertionFailedError;

/** Tests that are judged by a second target, as their users see them. Times are stated by the servers, not measured. */
@Tag("slow")
class CompareTests {

    private static final String CANARY = "llmperf.target.canary.url";

    @TempDir
    Path directory;

    private LoadTestKit run(Class<?> testCase, String... parameters) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            map.put(parameters[i], parameters[i + 1]);
        }
        return LoadTestKit.run(directory, testCase, map);
    }

    // --- verdicts -----------------------------------------------------------------------------------------------

    @Test
    void failsATargetThatIsSlowerThanTheOther() {
        try (StatedLlm canary = StatedLlm.start(20)) {
            LoadTestKit run = run(NamedTestCase.class, CANARY, canary.url());
            assertThat(run.fails())
                    .isInstanceOf(AssertionFailedError.class)
                    .message()
                    .startsWith(
                            "REGRESSION: CompareTests.NamedTestCase.load: serverTpot.p50 40 ms against 20 ms of canary,"
                                    + " +100 % (90 % interval +98 % to +102 %; n=36, mean of 3 pairs)")
                    .contains("measured  canary")
                    .contains("\nnext:   ");
            assertThat(run.written("result.json"))
                    .contains("\"with\" : \"canary\"", "\"pairsPlanned\" : 3", "\"serverTpot.p50\" : 20")
                    .doesNotContain("\"compare\" : null");
            assertThat(run.written("report.html"))
                    .contains("Both targets side by side", "canary, 3 pairs", "scale ±105 %")
                    .contains("compared with no stored run, and not stored: canary took their place in this run");
        }
    }

    @Test
    void passesATargetThatIsAsFastAsTheOther() {
        try (StatedLlm canary = StatedLlm.start(40)) {
            LoadTestKit run = run(NamedTestCase.class, CANARY, canary.url()).passes();
            assertThat(run.written("result.json")).contains("\"verdict\" : \"PASS\"");
        }
    }

    @Test
    void noticesATargetThatIsFasterThanTheOther() {
        try (StatedLlm canary = StatedLlm.start(80)) {
            LoadTestKit run = run(NamedTestCase.class, CANARY, canary.url()).passes();
            assertThat(run.written("result.json")).contains("\"verdict\" : \"IMPROVED\"");
        }
    }

    @Test
    void showsTheBodyTheOtherTargetsNumbers() {
        run(SuppliedTestCase.class).passes();
        assertThat(SuppliedTestCase.seen).containsExactly("40.0 against 40.0");
    }

    // --- the course of a run ------------------------------------------------------------------------------------

    @Test
    void sendsTheSameTextsInTurnsWithNoncesOfTheirOwn() {
        run(SuppliedTestCase.class, "llmperf.compare.pairs", "4").passes();

        Map<String, List<Asked>> loads = new java.util.LinkedHashMap<>();
        SuppliedTestCase.asked.forEach(one ->
                loads.computeIfAbsent(one.nonce(), nonce -> new ArrayList<>()).add(one));
        assertThat(loads.values().stream().map(load -> load.get(0).server()).collect(Collectors.joining(" ")))
                .isEqualTo("A B B A A B B A");
        List<List<String>> texts = loads.values().stream()
                .map(load -> load.stream().map(Asked::text).toList())
                .toList();
        assertThat(texts.get(0)).isEqualTo(texts.get(1)).hasSize(13);
        assertThat(texts.get(2)).isEqualTo(texts.get(3)).isNotEqualTo(texts.get(0));
        assertThat(loads.values()).allSatisfy(load -> assertThat(load)
                .extracting(Asked::server)
                .containsOnly(load.get(0).server()));
    }

    @ParameterizedTest
    @CsvSource({"record", "compare", "off"})
    void neitherReadsNorStoresRuns(String mode) {
        LoadTestKit run = run(SuppliedTestCase.class, "llmperf.baseline", mode).passes();
        assertThat(directory.resolve("baselines")).doesNotExist();
        assertThat(run.find("baseline.jsonl")).isEmpty();
        assertThat(run.written("result.json")).contains("\"verdict\" : \"PASS\"");
    }

    @ParameterizedTest
    @CsvSource({"llmperf.trials, 3", "llmperf.baseline, calibrate"})
    void saysThatPairsTakeThePlaceOfTrials(String key, String value) {
        assertThat(run(SuppliedTestCase.class, key, value).passes().written("result.json"))
                .contains("trials and calibration have no effect beside @LlmCompare: its pairs are what is repeated");
    }

    @Test
    void namesTheSecondTargetWhenItDoesNotAnswer() {
        String url;
        try (StatedLlm gone = StatedLlm.start(20)) {
            url = gone.url();
        }
        assertThat(run(NamedTestCase.class, CANARY, url).fails())
                .isInstanceOf(LoadTestException.class)
                .hasMessageStartingWith(
                        "ERROR: CompareTests.NamedTestCase.load: second target canary: nothing answers at " + url);
    }

    @Test
    void saysWhenTheSecondTargetBreaksDownOnTheWay() {
        // The probe, and two of three loads of 13 requests with the warm-up.
        try (StatedLlm canary = StatedLlm.start(40).failingAfter(1 + 2 * 13)) {
            assertThat(run(NamedTestCase.class, CANARY, canary.url()).fails())
                    .isInstanceOf(LoadTestException.class)
                    .hasMessageStartingWith("ERROR: CompareTests.NamedTestCase.load: second target canary: nothing"
                            + " succeeded: all 13 requests (1 of them in the warm-up) failed with SERVER_ERROR");
        }
    }

    @Test
    void keepsThePairsMeasuredBeforeAnInterrupt() throws Exception {
        LoadTestKit[] run = new LoadTestKit[1];
        // Two loads of the second target are answered, and the first request of the third is held.
        try (HoldingServer canary = new HoldingServer(24)) {
            Thread thread = new Thread(
                    () -> run[0] = run(InterruptedTestCase.class, CANARY, canary.url(), "llmperf.probe", "false"));
            thread.start();
            assertThat(canary.awaitHeld(1)).isTrue();
            thread.interrupt();
            assertThat(canary.awaitGivenUp(1)).isTrue();
            thread.join();
        }
        assertThat(run[0].aborts())
                .hasMessageStartingWith("INVALID: CompareTests.InterruptedTestCase.load: ")
                .hasMessageContaining("second target canary: run was interrupted after");
        JsonNode result = new ObjectMapper().readTree(run[0].written("result.json"));
        assertThat(result.path("end").asText()).isEqualTo("INTERRUPTED");
        assertThat(result.path("compare").path("pairs")).hasSize(2);
        assertThat(result.path("requests").path("succeeded").asInt()).isEqualTo(36);
    }

    @Test
    void comparesAnyTestOnceAKeySaysSo() {
        try (StatedLlm canary = StatedLlm.start(20)) {
            assertThat(run(
                                    PlainTestCase.class,
                                    "llmperf.compare.with",
                                    canary.url() + "/v1",
                                    "llmperf.compare.pairs",
                                    "2")
                            .fails())
                    .hasMessageStartingWith(
                            "REGRESSION: CompareTests.PlainTestCase.load: serverTpot.p50 40 ms against 20 ms of "
                                    + canary.url() + ", +100 %");
        }
    }

    @Test
    void asksTheSecondTargetAsTheFirstUnlessToldOtherwise() {
        try (StatedLlm canary = StatedLlm.start(40)) {
            LoadTestKit run = run(NamedTestCase.class, CANARY, canary.url(), "llmperf.target.canary.labels", "gpu=H100")
                    .passes();
            String compare = run.written("result.json");
            compare = compare.substring(compare.indexOf("\"compare\" : {"));
            assertThat(compare)
                    .contains("\"model\" : \"stated\"", "\"x-team\" : \"search\"", "\"gpu\" : \"H100\"")
                    .doesNotContain("L4");
        }
    }

    // --- what is skipped or refused ------------------------------------------------------------------------------

    @Test
    void skipsTestsWhoseSecondTargetIsNotSetUp() {
        assertThat(run(NamedTestCase.class).skipReason())
                .isEqualTo("second target \"canary\" is not set up here: give its url in"
                        + " -Dllmperf.target.canary.url=http://…");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "llmperf.compare.pairs|1|llmperf.compare.pairs: pairs must be between 2 and 100, but is 1",
                "llmperf.compare.pairs|101|llmperf.compare.pairs: pairs must be between 2 and 100, but is 101",
                "llmperf.compare.pairs|two|llmperf.compare.pairs: value must be a whole number, but is \"two\"",
                "llmperf.compare.with|' '|llmperf.compare.with: with must be the name of a target or a url, as in"
                        + " \"production\" or \"http://localhost:8001\", but is blank",
                "llmperf.compare.with|localhost:8001|llmperf.compare.with: url must be absolute, as in"
                        + " \"http://localhost:8000\", but is \"localhost:8001\"",
                "llmperf.compare.with|http://user:12/planted@h|llmperf.compare.with: url must not carry a login, which is"
                        + " what stands before an @; name an environment variable in apiKeyEnv instead, and write %40"
                        + " for an @ in the path. It is \"http://***@h\"",
                "llmperf.repetitions|2|llmperf.repetitions: repetitions must be 1 beside @LlmCompare, but is 2: each pair"
                        + " is a repetition; set pairs instead",
                "llmperf.stages|1 user for 1s|llmperf.stages: stages must not stand beside @LlmCompare, which runs one load"
                        + " on both targets in turns; write a test for each stage"
            })
    void refusesBeforeAnythingIsSent(String key, String value, String message) {
        assertThat(run(SuppliedTestCase.class, key, value).refuses())
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessage(message);
        assertThat(SuppliedTestCase.asked).isEmpty();
    }

    @Test
    void refusesAComparisonWithNothing() {
        assertThat(run(NothingTestCase.class).refuses())
                .hasMessage("@LlmCompare on NothingTestCase: with must be set to the name of a target or a url, as in"
                        + " \"production\" or \"http://localhost:8001\", or @LlmCompare must be on a field or method that"
                        + " says it");
    }

    @Test
    void refusesAMemberThatAlsoNamesATarget() {
        assertThat(run(TwofoldTestCase.class).refuses())
                .hasMessage(
                        "@LlmCompare(with) on TwofoldTestCase.second: with must not be set on a field or method, whose"
                                + " value is the second target; remove it");
    }

    @Test
    void refusesToCompareATargetWithItself() {
        assertThat(run(PlainTestCase.class, "llmperf.compare.with", PlainTestCase.OWN.url() + "/")
                        .fails())
                .hasMessage("llmperf.compare.with: second target must differ from the test's own, but both are "
                        + PlainTestCase.OWN.url() + " (openai-chat, stated); name another url or model");
    }

    @Test
    void countsAllLoadsAgainstTheBudget() {
        assertThat(run(SuppliedTestCase.class, "llmperf.maxTokens", "200").fails())
                .message()
                .startsWith("llmperf.maxTokens: maxTokens must be at least ")
                .contains(
                        "(13 requests with warm-up, up to 8 output tokens each, in each of 6 loads), but is 200; raise"
                                + " maxTokens, or lower requests, pairs or maxNewTokens");
    }

    @Test
    void letsTheNearestAnnotationDecide() {
        try (StatedLlm canary = StatedLlm.start(40)) {
            LoadTestKit run = run(NearestTestCase.class, CANARY, canary.url()).passes();
            assertThat(run.written("result.json")).contains("\"with\" : \"canary\"", "\"pairsPlanned\" : 2");
        }
    }

    // --- fixtures -----------------------------------------------------------------------------------------------

    /** A server of its own for all test cases, which each of them starts and stops. */
    abstract static class OwnServer {
        static StatedLlm own;

        @LlmTarget(model = "stated", labels = "gpu=L4", headers = "x-team: search")
        static URI target;

        @BeforeAll
        static void start() {
            own = StatedLlm.start(40);
            target = URI.create(own.url());
        }

        @AfterAll
        static void stop() {
            own.close();
        }
    }

    @LlmCompare(with = "canary", pairs = 3)
    @Baseline(gated = "serverTpot.p50")
    static class NamedTestCase extends OwnServer {
        @LlmLoad(requests = 12, maxNewTokens = 8)
        void load() {}
    }

    @LlmCompare(with = "canary")
    static class InterruptedTestCase extends OwnServer {
        @LlmLoad(requests = 12, warmup = "0", timeout = "10m", maxDuration = "20m")
        void load() {}
    }

    @Retention(RetentionPolicy.RUNTIME)
    @LlmCompare(pairs = 2)
    @interface InHaste {}

    @LlmCompare(with = "nobody", pairs = 50)
    @Baseline(gated = "serverTpot.p50")
    static class NearestTestCase extends OwnServer {
        @LlmLoad(requests = 12, maxNewTokens = 8)
        @LlmCompare(with = "canary")
        @InHaste
        void load() {}
    }

    @Baseline(gated = "serverTpot.p50")
    static class SuppliedTestCase {
        static final List<Asked> asked = new CopyOnWriteArrayList<>();
        static final List<String> seen = new ArrayList<>();
        static StatedLlm own;
        static StatedLlm other;

        @BeforeAll
        static void start() {
            asked.clear();
            seen.clear();
            own = StatedLlm.start("A", 40, asked);
            other = StatedLlm.start("B", 40, asked);
        }

        @AfterAll
        static void stop() {
            own.close();
            other.close();
        }

        @LlmTarget(model = "stated")
        String own() {
            return own.url();
        }

        @LlmCompare(pairs = 3)
        String second() {
            return other.url();
        }

        @LlmLoad(requests = 12, maxNewTokens = 8)
        void load(LoadResult result) {
            seen.add(result.value("serverTpot.p50").orElseThrow() + " against "
                    + result.comparedWith()
                            .orElseThrow()
                            .value(io.github.llmperf.metric.Measure.parse("serverTpot.p50"))
                            .orElseThrow());
        }
    }

    @Baseline(gated = "serverTpot.p50")
    static class PlainTestCase {
        static final StatedLlm OWN = StatedLlm.start(40);

        @LlmTarget(model = "stated")
        String own = OWN.url();

        @LlmLoad(requests = 12, maxNewTokens = 8)
        void load() {}
    }

    @LlmTarget(url = "http://localhost:1")
    @LlmCompare(pairs = 4)
    static class NothingTestCase {
        @LlmLoad
        void load() {}
    }

    @LlmTarget(url = "http://localhost:1")
    static class TwofoldTestCase {
        @LlmCompare(with = "canary")
        String second = "http://localhost:2";

        @LlmLoad
        void load() {}
    }
}
