package io.github.llmperf;

import static io.github.llmperf.LlmPerfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;

/** Searches for the largest load, as their users see them. Times are stated by the server, by the number of users. */
@Tag("slow")
class CapacityTests {

    @TempDir
    Path directory;

    private LoadTestKit run(Class<?> testCase, String... parameters) {
        return LoadTestKit.run(directory, testCase, map(parameters));
    }

    private static Map<String, String> map(String... parameters) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            map.put(parameters[i], parameters[i + 1]);
        }
        return map;
    }

    private static JsonNode json(LoadTestKit run) throws Exception {
        return new ObjectMapper().readTree(run.written("single/result.json"));
    }

    @Test
    void findsTheMostUsersThatMeetTheLimits() throws Exception {
        LoadTestKit run = run(SearchTestCase.class).passes();
        CapacityResult found = SearchTestCase.seen.get(0);
        assertThat(found.users()).isBetween(7, 8);
        assertThat(found.estimate().orElseThrow()).isBetween(7., 10.);
        assertThat(found.bindingLimit().orElseThrow()).hasToString("serverTpot.mean < 85 ms");
        assertThat(found.nodes(10_000)).isEqualTo((int) Math.ceil(10_000. / found.users()));
        assertThat(found.points()).hasSizeGreaterThan(2).allSatisfy(point -> assertThat(
                        point.result().value("serverTpot").orElseThrow())
                .isLessThanOrEqualTo(10 * point.amount() + .01));

        JsonNode result = json(run);
        assertThat(result.path("verdict").asText()).isEqualTo("NO_BASELINE");
        assertThat(result.path("reason").asText())
                .startsWith("carries " + found.users() + " users (serverTpot.mean < 85 ms); ")
                .contains(" users break serverTpot.mean (", "-Dllmperf.baseline=record");
        JsonNode capacity = result.path("capacity");
        assertThat(capacity.path("end").asText()).isEqualTo("FOUND");
        assertThat(capacity.path("carried").asInt()).isEqualTo(found.users());
        assertThat(capacity.path("points")).hasSameSizeAs(found.points());
        assertThat(result.path("test").path("cell").has("users")).isFalse();
        assertThat(result.path("metrics").path("capacity").path("unit").asText())
                .isEqualTo("users");
    }

    @Test
    void tellsOfEachLoadInADirectoryOfItsOwn() {
        LoadTestKit run = run(SearchTestCase.class).passes();
        assertThat(run.find("single/users=2/report.html")).isPresent();
        assertThat(run.find("single/users=8/result.json")).isPresent();
        assertThat(run.written("single/report.html"))
                .contains("Capacity</h2>", "Latency against load", "href=\"users%3D8/report.html\"")
                .contains("carries ", "serverTpot.mean limit 85 ms");
        assertThat(run.written("users=8/result.json"))
                .contains("\"users\" : 8", "\"mode\" : \"off\"", "\"capacity\" : null");
    }

    @Test
    void leavesNoLoadOfAnEarlierSearch() {
        LoadTestKit run =
                run(SearchTestCase.class, "llmperf.capacity.users", "2..4").passes();
        run.again(SearchTestCase.class, map("llmperf.capacity.users", "3..4")).passes();
        assertThat(run.find("users=2/report.html")).isEmpty();
        assertThat(run.find("users=2")).isEmpty();
        assertThat(run.find("users=3/report.html")).isPresent();
    }

    @Test
    void saysWhenTheLargestLoadMeetsTheLimits() throws Exception {
        LoadTestKit run = run(SearchTestCase.class, "llmperf.capacity.users", "1..3");
        run.passes();
        assertThat(json(run).path("reason").asText())
                .startsWith(
                        "carries at least 3 users (serverTpot.mean < 85 ms), the most that were tried; raise the range to"
                                + " find where it ends");
        assertThat(json(run).path("capacity").path("end").asText()).isEqualTo("UPPER_END_MET");
    }

    @Test
    void failsWhereTheSmallestLoadBreaksALimit() {
        LoadTestKit run = run(SearchTestCase.class, "llmperf.capacity.users", "12..64");
        assertThat(run.fails())
                .isInstanceOf(AssertionFailedError.class)
                .message()
                .startsWith("SLA VIOLATED: CapacityTests.SearchTestCase.search: 12 users break serverTpot.mean (1")
                .contains(" ms, must be < 85 ms), and the range begins there")
                .contains("users", "serverTpot.mean", "refused");
        assertThat(run.find("baseline.jsonl")).isEmpty();
    }

    @Test
    void endsWhenTheRunsAreUsedUp() throws Exception {
        LoadTestKit run = run(
                SearchTestCase.class,
                "llmperf.capacity.users",
                "1..64",
                "llmperf.capacity.maxRuns",
                "3",
                "llmperf.strict",
                "true");
        assertThat(run.fails()).hasMessageStartingWith("UNDECIDED: CapacityTests.SearchTestCase.search: carries ");
        assertThat(json(run).path("reason").asText())
                .contains("all 3 runs were used up before it was known to 5 %: raise maxRuns, or the resolution");
        assertThat(run.written("single/report.html")).contains("allow more runs with maxRuns in @LlmCapacity");
    }

    @Test
    void takesABreakdownForTooMuch() {
        LoadTestKit run = run(BreakdownTestCase.class).passes();
        assertThat(BreakdownTestCase.seen.get(0).users()).isBetween(4, 5);
        assertThat(run.written("single/report.html")).contains("broke down");
    }

    @Test
    void reportsATargetThatDoesNotAnswer() {
        assertThat(run(NobodyTestCase.class).fails())
                .isInstanceOf(LoadTestException.class)
                .hasMessageStartingWith(
                        "ERROR: CapacityTests.NobodyTestCase.search: nothing answers at http://127.0.0.1:1");
    }

    @Test
    void searchesEachCellOfAMatrix() {
        LoadTestKit run = run(SearchTestCase.class, "llmperf.prompt", "chat,rag", "llmperf.capacity.users", "1..2");
        assertThat(run.find("prompt=chat/users=1/report.html")).isPresent();
        assertThat(run.find("prompt=rag/users=1/report.html")).isPresent();
        assertThat(run.displayNames()).hasSize(2);
    }

    @Test
    void searchesRatesInAnOpenLoop() throws Exception {
        LoadTestKit run = run(RateTestCase.class).passes();
        assertThat(RateTestCase.seen.get(0).requestRate()).isEqualTo(60);
        assertThat(run.find("single/requestRate=30/report.html")).isPresent();
        assertThat(json(run).path("reason").asText()).startsWith("carries at least 60 requests/s (");
        assertThat(json(run).path("metrics").path("capacityRate").path("value").asDouble())
                .isEqualTo(60);
        assertThat(run.written("baseline.jsonl"))
                .contains("30 to 60 requests/s")
                .doesNotContain("\"requestRate\":\"");
    }

    @Test
    void keepsTheLoadsBeforeAnInterrupt() throws Exception {
        LoadTestKit[] run = new LoadTestKit[1];
        // The load of one user is answered, and the first request of the next is held.
        try (HoldingServer server = new HoldingServer(13)) {
            Thread thread = new Thread(() -> run[0] =
                    run(InterruptedTestCase.class, "llmperf.target.url", server.url(), "llmperf.probe", "false"));
            thread.start();
            assertThat(server.awaitHeld(1)).isTrue();
            thread.interrupt();
            assertThat(server.awaitGivenUp(1)).isTrue();
            thread.join();
        }
        assertThat(run[0].aborts())
                .hasMessageStartingWith("INVALID: CapacityTests.InterruptedTestCase.search: run was interrupted after")
                .hasMessageContaining("carried 1 user until then");
        assertThat(json(run[0]).path("capacity").path("end").asText()).isEqualTo("INTERRUPTED");
        assertThat(run[0].find("baseline.jsonl")).isEmpty();
        assertThat(run[0].written("users=4/result.json"))
                .as("the load that was interrupted")
                .contains("\"end\" : \"INTERRUPTED\"");
        assertThat(run[0].find("users=4/report.html")).isPresent();
    }

    @Test
    void tellsTheTableInFailedAssertions() {
        assertThat(run(AssertingTestCase.class).fails())
                .isInstanceOf(AssertionError.class)
                .message()
                .contains("Expected a capacity of at least:", "  90 users", "but was:")
                .contains("accepted", "refused", "serverTpot");
    }

    @Test
    void countsNodesWithHeadroom() {
        LoadTestKit run = run(PlannedTestCase.class).passes();
        int users = PlannedTestCase.nodes.get(0);
        int nodes = PlannedTestCase.nodes.get(1);
        assertThat(nodes).isEqualTo((int) Math.ceil(10_000 / (users * .8) - 1e-9));
        assertThat(run.written("single/report.html"))
                .contains("nodes for 10,000 users", "10,000 users take ", "20 % of each kept free");
    }

    /** A server of its own for all test cases, which each of them starts and stops: ten milliseconds for each user. */
    abstract static class OwnServer {
        static CrowdedLlm server;

        @LlmTarget(model = "crowded")
        static URI target;

        @BeforeAll
        static void start() {
            server = CrowdedLlm.start(10);
            target = URI.create(server.url());
        }

        @AfterAll
        static void stop() {
            server.close();
        }
    }

    @Sla(require = "serverTpot < 85ms")
    static class SearchTestCase extends OwnServer {
        static final List<CapacityResult> seen = new ArrayList<>();

        @BeforeAll
        static void forget() {
            seen.clear();
        }

        @LlmLoad(requests = 24, maxNewTokens = 8)
        @LlmCapacity(users = "2..64")
        void search(CapacityResult capacity) {
            seen.add(capacity);
        }
    }

    @Sla(require = "serverTpot < 85ms")
    static class BreakdownTestCase extends OwnServer {
        static final List<CapacityResult> seen = new ArrayList<>();

        @BeforeAll
        static void breakDown() {
            seen.clear();
            server.breakDownAbove(5);
        }

        @LlmLoad(requests = 24, maxNewTokens = 8)
        @LlmCapacity(users = "2..64")
        void search(CapacityResult capacity) {
            seen.add(capacity);
        }
    }

    @Sla(require = "serverTpot < 85ms")
    static class AssertingTestCase extends OwnServer {
        @LlmLoad(requests = 24, maxNewTokens = 8)
        @LlmCapacity(users = "2..64")
        void search(CapacityResult capacity) {
            assertThat(capacity).atLeast(90);
        }
    }

    @Sla(require = "serverTpot < 85ms")
    static class PlannedTestCase extends OwnServer {
        static final List<Integer> nodes = new ArrayList<>();

        @BeforeAll
        static void forget() {
            nodes.clear();
        }

        @LlmLoad(requests = 24, maxNewTokens = 8)
        @LlmCapacity(users = "2..64", planned = 10_000, headroom = "20%")
        void search(CapacityResult capacity) {
            nodes.addAll(List.of(capacity.users(), capacity.nodes()));
            assertThat(capacity).needsAtMostNodes(2_000);
        }
    }

    @Sla(require = "serverTpot < 10s")
    static class RateTestCase extends OwnServer {
        static final List<CapacityResult> seen = new ArrayList<>();

        @BeforeAll
        static void forget() {
            seen.clear();
        }

        @LlmLoad(requests = 24, maxNewTokens = 8)
        @LlmCapacity(requestRate = "30/s..60/s")
        void search(CapacityResult capacity) {
            seen.add(capacity);
        }
    }

    @Sla(ttft = "1m")
    static class InterruptedTestCase {
        @LlmLoad(requests = 12, timeout = "10m", maxDuration = "20m")
        @LlmCapacity(users = "1..64")
        void search() {}
    }

    @LlmTarget(url = "http://127.0.0.1:1")
    @Sla(ttft = "3s")
    static class NobodyTestCase {
        @LlmLoad
        @LlmCapacity(users = "2..64")
        void search() {}
    }
}
