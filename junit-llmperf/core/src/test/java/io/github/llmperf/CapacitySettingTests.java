package io.github.llmperf;

import static io.github.llmperf.LlmPerfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.CapacityTests.NobodyTestCase;
import io.github.llmperf.CapacityTests.SearchTestCase;
import io.github.llmperf.settings.ConfigurationKeys;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search refuses before anything is sent. */
@Tag("slow")
class CapacitySettingTests {

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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "llmperf.users|5|llmperf.users: users must not stand beside @LlmCapacity, which finds out how much load there"
                        + " can be; remove it, and set the range in @LlmCapacity(users)",
                "llmperf.requestRate|5/s|llmperf.requestRate: requestRate must not stand beside @LlmCapacity, which finds out"
                        + " how much load there can be; remove it, and set the range in @LlmCapacity(requestRate)",
                "llmperf.stages|1 user for 1s|llmperf.stages: stages must not stand beside @LlmCapacity, which finds out how"
                        + " much load there can be; remove it",
                "llmperf.repetitions|2|llmperf.repetitions: repetitions must be 1 beside @LlmCapacity, but is 2: what is"
                        + " close to a limit is run again anyway; remove repetitions",
                "llmperf.compare.with|http://localhost:1|llmperf.compare.with: a second target must not stand beside"
                        + " @LlmCapacity, which runs many loads on one; write a test for each",
                "llmperf.capacity.users|50|llmperf.capacity.users: users of a search must be a range, as in \"1..1000\", but"
                        + " is \"50\"; write the fewest and the most with two dots in between",
                "llmperf.capacity.users|9..3|llmperf.capacity.users: range must go from above 0 to a larger number, but is \"9..3\"; put"
                        + " the smaller one first",
                "llmperf.capacity.users|0..3|llmperf.capacity.users: users must be 1 or more, but is 0",
                "llmperf.capacity.headroom|100%|llmperf.capacity.headroom: headroom must be from 0% to 99%, but is 100%",
                "llmperf.capacity.certainty|40%|llmperf.capacity.certainty: certainty must be from 50% to 99.9%, but is 40%",
                "llmperf.capacity.resolution|0.1%|llmperf.capacity.resolution: resolution must be from 0.5% to 100%, but is"
                        + " 0.1%",
                "llmperf.capacity.maxRuns|2|llmperf.capacity.maxRuns: maxRuns must be between 3 and 100, but is 2",
                "llmperf.capacity.planned|-1|llmperf.capacity.planned: planned must be above 0, but is -1",
                "llmperf.capacity.planed|1|configuration parameter \"llmperf.capacity.planed\" does not exist; did you mean"
                        + " \"llmperf.capacity.planned\"?"
            })
    void refusesBeforeAnythingIsSent(String key, String value, String message) {
        if (key.endsWith("planed")) {
            assertThat(ConfigurationKeys.isKnown(key)).isFalse();
            return;
        }
        assertThat(run(NobodyTestCase.class, key, value).refuses())
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessage(message);
    }

    @Test
    void refusesASearchWithoutLimits() {
        assertThat(run(UnlimitedTestCase.class).refuses())
                .hasMessage("@LlmCapacity must stand beside an @Sla that says what the largest load must meet, as in"
                        + " @Sla(ttft = \"3s\", tpot = \"100ms\"), but there is none; add one with a latency, attainment or"
                        + " errorRate");
    }

    @Test
    void refusesALimitThatSmallLoadsBreak() {
        assertThat(run(RateLimitTestCase.class).refuses())
                .hasMessage(
                        "@Sla: limit requestRate ≥ 5 requests/s must not stand beside @LlmCapacity: a small load breaks"
                                + " it and a large one need not, so it says nothing of how much is too much; remove it, and assert"
                                + " it of a point of the CapacityResult");
    }

    @Test
    void refusesALimitOnWhatASearchFinds() {
        assertThat(run(CapacityLimitTestCase.class).refuses())
                .hasMessage(
                        "@Sla(require) on CapacityLimitTestCase.load: a limit on capacity must rest on what a single load"
                                + " measures, but capacity is found by a search over many. Add @LlmCapacity and assert it there:"
                                + " assertThat(capacity).atLeast(90)");
    }

    @Test
    void refusesTheResultOfASingleLoad() {
        assertThat(run(WrongParameterTestCase.class).refuses())
                .hasMessage(
                        "parameter of WrongParameterTestCase.search must be CapacityResult, but is LoadResult: a search"
                                + " runs many loads; take CapacityResult, whose points have a LoadResult each");
        assertThat(run(NoSearchTestCase.class).refuses())
                .hasMessage(
                        "parameter of NoSearchTestCase.load must be LoadResult, but is CapacityResult: the load is no"
                                + " search; take LoadResult, or add @LlmCapacity");
    }

    @Test
    void countsTheLargestLoadAgainstTheBudget() {
        assertThat(run(SearchTestCase.class, "llmperf.maxTokens", "200").fails())
                .message()
                .startsWith("llmperf.maxTokens: maxTokens must be at least ")
                .contains(
                        "in each of 12 loads), but is 200; raise maxTokens, or lower requests, maxRuns or maxNewTokens");
    }

    @Test
    void saysThatSearchesAreRunOnce() {
        assertThat(run(SearchTestCase.class, "llmperf.trials", "3", "llmperf.capacity.users", "1..2")
                        .passes()
                        .written("single/result.json"))
                .contains("trials and calibration have no effect beside @LlmCapacity: a search is run once");
    }

    @LlmTarget(url = "http://127.0.0.1:1")
    static class UnlimitedTestCase {
        @LlmLoad
        @LlmCapacity
        void search() {}
    }

    @LlmTarget(url = "http://127.0.0.1:1")
    @Sla(ttft = "3s", requestRate = "5/s")
    static class RateLimitTestCase {
        @LlmLoad
        @LlmCapacity
        void search() {}
    }

    @LlmTarget(url = "http://127.0.0.1:1")
    static class CapacityLimitTestCase {
        @LlmLoad
        @Sla(require = "capacity >= 90")
        void load() {}
    }

    @LlmTarget(url = "http://127.0.0.1:1")
    @Sla(ttft = "3s")
    static class WrongParameterTestCase {
        @LlmLoad
        @LlmCapacity
        void search(LoadResult result) {}
    }

    @LlmTarget(url = "http://127.0.0.1:1")
    static class NoSearchTestCase {
        @LlmLoad
        void load(CapacityResult result) {}
    }
}
