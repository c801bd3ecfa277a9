package io.github.llmperf;

import static io.github.llmperf.LlmPerfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;

/** A search beside those that were stored. */
@Tag("slow")
class StoredCapacityTests {

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
    void failsACapacityThatWasLargerBefore() throws Exception {
        GuardedTestCase.server.slowTo(10);
        String[] record = {"llmperf.baseline", "record"};
        LoadTestKit first = run(GuardedTestCase.class, record);
        first.passes();
        assertThat(first.written("baseline.jsonl"))
                .contains("\"capacity\":", "2 to 64 users", "serverTpot.mean < 85 ms")
                .doesNotContain("\"users\":");
        GuardedTestCase.server.slowTo(30);
        LoadTestKit worse = run(GuardedTestCase.class);
        assertThat(worse.fails())
                .isInstanceOf(AssertionFailedError.class)
                .message()
                .startsWith("REGRESSION: StoredCapacityTests.GuardedTestCase.search: capacity ")
                .contains(" users against ", "1 stored run", "carries 2 users (serverTpot.mean < 85 ms)")
                .doesNotContain("errorRate (baseline)");
    }

    @Test
    void saysFirstThatASmallerCapacityWasAccepted() throws Exception {
        GuardedTestCase.server.slowTo(10);
        run(GuardedTestCase.class, "llmperf.baseline", "record").passes();
        GuardedTestCase.server.slowTo(30);
        LoadTestKit accepted =
                run(GuardedTestCase.class, "llmperf.baseline", "record", "llmperf.baseline.accept", "smaller card");
        accepted.passes();
        assertThat(json(accepted).path("reason").asText())
                .startsWith("carries 2 users (serverTpot.mean < 85 ms)")
                .endsWith("; accepted (smaller card): 1 regression");
    }

    @Test
    void comparesNoSearchWithOtherLimits() throws Exception {
        GuardedTestCase.server.slowTo(10);
        run(GuardedTestCase.class, "llmperf.baseline", "record").passes();
        LoadTestKit wider = run(GuardedTestCase.class, "llmperf.capacity.users", "2..65");
        wider.passes();
        assertThat(json(wider).path("reason").asText())
                .contains("capacity changed from 2 to 64 users to 2 to 65 users");
    }

    @Sla(require = "serverTpot < 85ms")
    static class GuardedTestCase {
        static CrowdedLlm server = CrowdedLlm.start(10);

        @LlmTarget(model = "crowded")
        static String target = server.url();

        @LlmLoad(requests = 24, maxNewTokens = 8)
        @LlmCapacity(users = "2..64")
        void search() {}
    }
}
