package io.github.llmperf;

import static io.github.llmperf.LlmPerfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.ScriptedLlm.Scripted;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.platform.commons.support.AnnotationSupport;

class LlmLoadExtensionTests {

    @TempDir
    Path directory;

    private LoadTestKit run(Class<?> testCase, String... parameters) {
        Map<String, String> map = new java.util.HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            map.put(parameters[i], parameters[i + 1]);
        }
        return LoadTestKit.run(directory, testCase, map);
    }

    @Test
    void runsTheLoadBetweenBeforeEachAndTheBody() {
        run(OrderTestCase.class).passes();
        assertThat(OrderTestCase.events)
                .containsExactly("beforeEach: 0 results", "body: 1 results", "afterEach: 1 results");
    }

    @Test
    void givesTheResultToTheBodyAndFilesToTheReader() {
        LoadTestKit run = run(FineTestCase.class).passes();
        assertThat(run.written("result.json"))
                .contains("\"verdict\"", "\"NO_BASELINE\"", "\"attempted\"", "\"outputTokenRate\"");
        assertThat(run.written("report.html")).contains("FineTestCase.fine");
        assertThat(run.find("single/result.json")).isPresent();
    }

    @Test
    void runsTheBodyInTheTestsOwnThread() {
        BodyThreadTestCase.thread = null;
        run(BodyThreadTestCase.class).passes();
        assertThat(BodyThreadTestCase.thread).isSameAs(Thread.currentThread());
    }

    @Test
    void runsOneInvocationPerCellWithAReadableName() {
        LoadTestKit run = run(MatrixTestCase.class);
        run.results().testEvents().assertStatistics(stats -> stats.succeeded(4));
        assertThat(run.displayNames())
                .containsExactly(
                        "users=1, prompt=chat, maxNewTokens=8",
                        "users=1, prompt=rag, maxNewTokens=8",
                        "users=2, prompt=chat, maxNewTokens=8",
                        "users=2, prompt=rag, maxNewTokens=8");
        assertThat(run.find("users=2,prompt=rag/result.json")).isPresent();
    }

    @Test
    void repeatsTheLoadAndPoolsIt() {
        LoadTestKit run = run(FineTestCase.class, "llmperf.repetitions", "2", "llmperf.baseline", "off");
        run.passes();
        assertThat(run.written("result.json")).contains("\"attempted\" : 120").contains("\"repetitions\" : 2");
    }

    @Test
    void inheritsEverythingInANestedClass() {
        LoadTestKit run = run(OuterTestCase.class).passes();
        assertThat(run.find("OuterTestCase$InnerTestCase/inner/single/result.json"))
                .isPresent();
    }

    @Test
    void refusesASecondTestAnnotation() {
        assertThat(run(TwiceTestCase.class).refuses())
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessage(
                        "@Test must not stand beside @LlmLoad on TwiceTestCase.twice: @LlmLoad is the test annotation"
                                + " itself, and the load would run twice. Remove @Test");
        assertThat(run(RepeatedTestCase.class).refuses().getMessage())
                .startsWith("@RepeatedTest must not stand beside @LlmLoad");
    }

    @Test
    void refusesAComposedSecondTestAnnotationAndATestFactory() {
        assertThat(run(ComposedTwiceTestCase.class).refuses().getMessage())
                .startsWith("@QuickTest must not stand beside @LlmLoad on ComposedTwiceTestCase.twice");
        assertThat(run(FactoryTestCase.class).refuses().getMessage())
                .startsWith("@TestFactory must not stand beside @LlmLoad on FactoryTestCase.twice");
    }

    @Test
    void keepsOverloadedAndInheritedTestsApart() {
        LoadTestKit run = run(OverloadedTestCase.class);
        run.results().testEvents().assertStatistics(stats -> stats.succeeded(2));
        assertThat(run.count("result.json")).isEqualTo(2);
    }

    @Test
    void keepsThePlaceOfATestThatHasAHelperOfTheSameName() {
        LoadTestKit run = run(HelperOverloadTestCase.class).passes();
        assertThat(run.find("HelperOverloadTestCase/load/single/result.json")).isPresent();
    }

    @Test
    void givesTheResultToAfterEachButNotToBeforeEach() {
        AfterEachTestCase.seen = null;
        run(AfterEachTestCase.class).passes();
        assertThat(AfterEachTestCase.seen).isNotNull();
        assertThat(run(BeforeEachTestCase.class).fails())
                .hasMessageContaining(
                        "LoadResult must be taken after the load, in the load test itself or in @AfterEach,"
                                + " but before asks for it without one");
    }

    @Test
    void readsSettingsFromAnInterfaceOfTheTestClass() {
        run(ImplementingTestCase.class).passes();
    }

    @Test
    void refusesAPromptSetThatDoesNotExistAndListsThoseThatDo() {
        assertThat(run(NoSuchPromptTestCase.class).fails().getMessage())
                .startsWith("@LlmLoad(prompt) on NoSuchPromptTestCase.load: ")
                .contains("'no-such-set'", "chat", "classifier", "continuation", "rag", "rewrite");
    }

    @Test
    void refusesAnExtraBodyThatIsNoObject() {
        assertThat(run(BadBodyTestCase.class).fails().getMessage())
                .startsWith("@LlmLoad(extraBody) on BadBodyTestCase.load: ");
    }

    @Test
    void skipsLoadTestsThatAreSwitchedOff() {
        assertThat(run(FineTestCase.class, "llmperf.enabled", "false").skipReason())
                .isEqualTo("load tests are switched off by llmperf.enabled=false");
    }

    @Test
    void isTaggedAndKeepsEverythingElseOut() throws Exception {
        assertThat(LlmLoad.class.getAnnotation(ResourceLock.class).value()).isEqualTo(Resources.GLOBAL);
        assertThat(AnnotationSupport.findAnnotation(
                                FineTestCase.class.getDeclaredMethod("fine", LoadResult.class),
                                org.junit.jupiter.api.Tag.class)
                        .orElseThrow()
                        .value())
                .isEqualTo("llmperf");
    }

    @Scripted
    static class OrderTestCase {
        static final List<String> events = new ArrayList<>();
        private int results;

        @BeforeAll
        static void forget() {
            events.clear();
        }

        @BeforeEach
        void before() {
            events.add("beforeEach: " + results + " results");
        }

        @LlmLoad(requests = 20)
        @Baseline(Toggle.OFF)
        void load(LoadResult result) {
            results = result == null ? 0 : 1;
            events.add("body: " + results + " results");
        }

        @AfterEach
        void after() {
            events.add("afterEach: " + results + " results");
        }
    }

    @Scripted
    static class FineTestCase {
        @LlmLoad(users = 2, requests = 60, maxNewTokens = 8)
        void fine(LoadResult result) {
            assertThat(result).errorRate().isZero();
            assertThat(result).hasAtLeastSuccesses(40);
            assertThat(result).ttft().p90().isLessThan("60s").isGreaterThan(0);
            assertThat(result).measure("outputTokens").isEqualTo(8);
            assertThat(result.value("outputTokenRate")).isPresent();
        }
    }

    @Scripted
    static class BodyThreadTestCase {
        static Thread thread;

        @LlmLoad(requests = 20)
        @Baseline(Toggle.OFF)
        void body() {
            thread = Thread.currentThread();
        }
    }

    @Scripted
    static class MatrixTestCase {
        @LlmLoad(
                users = {1, 2},
                prompt = {"chat", "rag"},
                maxNewTokens = 8,
                requests = 20)
        @Baseline(Toggle.OFF)
        void matrix() {}
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class OuterTestCase {
        @Nested
        @LlmDefaults(requests = 20)
        class InnerTestCase {
            @LlmLoad
            void inner() {}
        }
    }

    @Scripted
    static class TwiceTestCase {
        @Test
        @LlmLoad(requests = 20)
        void twice() {}
    }

    @Scripted
    static class RepeatedTestCase {
        @RepeatedTest(2)
        @LlmLoad(requests = 20)
        void repeated() {}
    }

    @Test
    @Retention(RetentionPolicy.RUNTIME)
    @interface QuickTest {}

    @Scripted
    static class ComposedTwiceTestCase {
        @QuickTest
        @LlmLoad(requests = 20)
        void twice() {}
    }

    @Scripted
    static class FactoryTestCase {
        @TestFactory
        @LlmLoad(requests = 20)
        List<DynamicTest> twice() {
            return List.of();
        }
    }

    @Baseline(Toggle.OFF)
    abstract static class BaseTestCase {
        @LlmLoad(requests = 20)
        void load() {}
    }

    @Scripted
    static class OverloadedTestCase extends BaseTestCase {
        @LlmLoad(requests = 20)
        void load(LoadResult result) {}
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class HelperOverloadTestCase {
        @LlmLoad(requests = 20)
        void load() {
            load(1);
        }

        private static void load(int unused) {}
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class AfterEachTestCase {
        static LoadResult seen;

        @LlmLoad(requests = 20)
        void load() {}

        @AfterEach
        void after(LoadResult result) {
            seen = result;
        }
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class BeforeEachTestCase {
        @BeforeEach
        void before(LoadResult result) {}

        @LlmLoad(requests = 20)
        void load() {}
    }

    @Scripted
    @Baseline(Toggle.OFF)
    interface Settled {}

    static class ImplementingTestCase implements Settled {
        @LlmLoad(requests = 20)
        void load() {}
    }

    @Scripted
    static class NoSuchPromptTestCase {
        @LlmLoad(prompt = "no-such-set")
        void load() {}
    }

    @Scripted
    static class BadBodyTestCase {
        @LlmLoad(extraBody = "[1, 2]")
        void load() {}
    }
}
