package io.github.llmperf;

import static io.github.llmperf.LlmPerfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.ScriptedLlm.Scripted;
import io.github.llmperf.ScriptedLlm.Way;
import io.github.llmperf.plan.Target;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class LlmLoadExtensionTests {

    private static final String PLANTED_KEY = "sk-planted-0815";

    @TempDir
    Path directory;

    private LoadTestKit run(Class<?> testCase, String... parameters) {
        Map<String, String> map = new java.util.HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            map.put(parameters[i], parameters[i + 1]);
        }
        return LoadTestKit.run(directory, testCase, map);
    }

    // --- the life of a test -------------------------------------------------------------------------------------

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
    void startsASourceOncePerClassAndClosesIt() {
        LoadTestKit.run(directory, CountedTestCase.class, Map.of(), CountingSource.events::clear)
                .results()
                .testEvents()
                .assertStatistics(stats -> stats.succeeded(2));
        assertThat(CountingSource.events).containsExactly("start", "close");
    }

    @Test
    void inheritsEverythingInANestedClass() {
        LoadTestKit run = run(OuterTestCase.class).passes();
        assertThat(run.find("OuterTestCase$InnerTestCase/inner/single/result.json"))
                .isPresent();
    }

    // --- verdicts -----------------------------------------------------------------------------------------------

    @Test
    void failsWithAllBrokenLimitsInOneMessage() {
        Throwable failure = run(BrokenTestCase.class).fails();
        assertThat(failure).isInstanceOf(AssertionFailedError.class);
        assertThat(failure.getMessage()).startsWith("SLA VIOLATED: LlmLoadExtensionTests.BrokenTestCase.broken: ");
        assertThat(failure.getMessage()).contains("requestRate", "outputTokenRate", "outputTokens.mean");
        assertThat(failure.getMessage().lines().skip(1).filter(line -> line.contains("≥")))
                .as("rows of the table")
                .isNotEmpty()
                .allMatch(line -> line.length() <= 100);
    }

    @Test
    void runsTheBodyBeforeAFailedVerdictFails() {
        BrokenTestCase.bodies = 0;
        run(BrokenTestCase.class).fails();
        assertThat(BrokenTestCase.bodies).isPositive();
    }

    @Test
    void makesTheVerdictTheFailureAndSuppressesTheBodys() {
        Throwable failure = run(BothFailTestCase.class).fails();
        assertThat(failure.getMessage()).startsWith("SLA VIOLATED");
        assertThat(failure.getSuppressed()).singleElement().satisfies(body -> assertThat(body)
                .hasMessage("the body fails as well"));
    }

    @Test
    void failsWithTheBodysFailureWhenTheVerdictIsGood() {
        assertThat(run(BodyFailsTestCase.class).fails().getMessage())
                .contains("errorRate in % of LlmLoadExtensionTests.BodyFailsTestCase.body");
    }

    @Test
    void countsServerErrorsAsFailures() {
        Throwable failure = run(ShakyTestCase.class).fails();
        assertThat(failure.getMessage()).contains("errorRate", "SLA VIOLATED");
    }

    @Test
    void abortsAnInvalidRunBeforeTheBody() {
        TooFewTestCase.bodies = 0;
        Throwable aborted = run(TooFewTestCase.class).aborts();
        assertThat(aborted)
                .isInstanceOf(TestAbortedException.class)
                .hasMessageStartingWith("INVALID: LlmLoadExtensionTests.TooFewTestCase.few: ");
        assertThat(TooFewTestCase.bodies).isZero();
    }

    @Test
    void failsAnInvalidRunWhenStrict() {
        assertThat(run(TooFewTestCase.class, "llmperf.strict", "true").fails())
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageStartingWith("INVALID: LlmLoadExtensionTests.TooFewTestCase.few: ");
    }

    @ParameterizedTest
    @CsvSource({"llmperf.baseline.tag, v1.2", "llmperf.baseline.accept, larger model"})
    void failsARunThatCannotCarryItsMark(String key, String value) {
        Throwable failure = run(TooFewToStoreTestCase.class, "llmperf.baseline", "record", key, value)
                .fails();

        assertThat(failure)
                .isInstanceOf(LoadTestException.class)
                .hasMessageStartingWith(key + "=" + value
                        + " was asked for, but this run is INVALID and is not stored; run it again\n\nINVALID: ");
        run(TooFewToStoreTestCase.class, "llmperf.baseline", "record").aborts();
    }

    @Test
    void failsWithoutABaselineWhenOneIsRequired() {
        assertThat(run(FineTestCase.class, "llmperf.baseline.required", "true")
                        .fails()
                        .getMessage())
                .startsWith("NO BASELINE: LlmLoadExtensionTests.FineTestCase.fine: ")
                .contains("-Dllmperf.baseline=record");
    }

    @Test
    void recordsARunAndComparesTheNextWithIt() throws Exception {
        run(FineTestCase.class, "llmperf.baseline", "record").passes();
        Path file = directory.resolve("baselines/default/" + FineTestCase.class.getName() + "/fine/single.jsonl");
        assertThat(Files.readAllLines(file)).hasSize(1);
        assertThat(run(FineTestCase.class).written("single/baseline.jsonl"))
                .startsWith("{\"schema\":1,")
                .endsWith("}\n");
        LoadTestKit next = run(FineTestCase.class);
        assertThat(next.written("result.json"))
                .doesNotContain("\"NO_BASELINE\"")
                .contains("\"runs\"");
    }

    @Test
    void readsAndWritesNoBaselineWhenSwitchedOff() {
        LoadTestKit run = run(FineTestCase.class, "llmperf.baseline", "off").passes();
        assertThat(run.written("result.json")).contains("\"PASS\"");
        assertThat(directory.resolve("baselines")).doesNotExist();
    }

    @Test
    void saysThatABaselineCannotBeStored() throws Exception {
        Files.writeString(directory.resolve("baselines"), "a file where a directory should be");
        Throwable failure =
                run(FineTestCase.class, "llmperf.baseline", "record").fails();
        assertThat(failure).isInstanceOf(LoadTestException.class);
        assertThat(failure.getMessage()).startsWith("the run could not be stored as a baseline: ");
    }

    @Test
    void keepsTheVerdictWhenResultsCannotBeWritten() throws Exception {
        Files.writeString(directory.resolve("results"), "a file where a directory should be");
        assertThat(run(BrokenTestCase.class).fails().getMessage()).startsWith("SLA VIOLATED");
    }

    // --- targets that are no good -------------------------------------------------------------------------------

    @Test
    void namesTheUrlThatDoesNotAnswer() {
        Throwable failure = run(UnreachableTestCase.class).fails();
        assertThat(failure).isInstanceOf(LoadTestException.class);
        assertThat(failure.getMessage())
                .startsWith("ERROR: LlmLoadExtensionTests.UnreachableTestCase.load: nothing answers at")
                .contains("http://127.0.0.1:", "llmperf.target.url");
    }

    @Test
    void isNeverGreenWhenEverythingFails() {
        Throwable failure = run(AllFailTestCase.class, "llmperf.probe", "false").fails();
        assertThat(failure.getMessage()).startsWith("ERROR: ").contains("SERVER_ERROR", "the GPU fell over");
    }

    @Test
    void saysWhatCameInsteadOfAnAnswer() {
        assertThat(run(HtmlTestCase.class).fails().getMessage())
                .startsWith("ERROR: ")
                .contains("/v1/chat/completions");
        assertThat(run(OtherJsonTestCase.class).fails().getMessage()).startsWith("ERROR: ");
    }

    @Test
    void namesTheModelThatDoesNotExist() {
        assertThat(run(UnknownModelTestCase.class).fails().getMessage()).contains("\"scripted\"");
    }

    @Test
    void writesAKeyNowhere() throws Exception {
        LoadTestKit run = run(KeyTestCase.class);
        String failure = run.fails().toString();
        assertThat(failure).doesNotContain(PLANTED_KEY);
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> written = files.filter(Files::isRegularFile).toList();
            assertThat(written).isNotEmpty().allSatisfy(file -> assertThat(LoadTestKit.read(file))
                    .doesNotContain(PLANTED_KEY));
        }
    }

    // --- settings -----------------------------------------------------------------------------------------------

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
    void keepsAFailedVerdictWhenTheBaselineCannotBeStored() throws Exception {
        Files.writeString(directory.resolve("baselines"), "a file where a directory should be");
        Throwable failure =
                run(GuardedBrokenTestCase.class, "llmperf.baseline", "record").fails();
        assertThat(failure.getMessage()).startsWith("SLA VIOLATED");
        assertThat(failure.getSuppressed()).singleElement().isInstanceOf(LoadTestException.class);
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
    void refusesATargetThatIsNotSaid() {
        assertThat(run(NoTargetTestCase.class).fails())
                .hasMessage(
                        "target must be set for NoTargetTestCase: add @LlmTarget(url = \"http://localhost:8000\") to"
                                + " the class, or @SimulatedLlm, or pass -Dllmperf.target.url=http://localhost:8000");
    }

    @Test
    void refusesADialectThatDoesNotExist() {
        assertThat(run(NoSuchApiTestCase.class).fails().getMessage())
                .contains("\"no-such-api\"", "openai-chat", "openai-completions");
    }

    @Test
    void refusesAnExtraBodyThatIsNoObject() {
        assertThat(run(BadBodyTestCase.class).fails().getMessage())
                .startsWith("@LlmLoad(extraBody) on BadBodyTestCase.load: ");
    }

    @Test
    void skipsANamedTargetThatIsNotSetUp() {
        assertThat(run(NamedTestCase.class).skipReason())
                .isEqualTo("target \"staging\" is not set up here: give its url in"
                        + " -Dllmperf.target.staging.url=http://…");
    }

    @Test
    void skipsLoadTestsThatAreSwitchedOff() {
        assertThat(run(FineTestCase.class, "llmperf.enabled", "false").skipReason())
                .isEqualTo("load tests are switched off by llmperf.enabled=false");
    }

    @Test
    void readsTheTargetOfAFieldOrMethodAfterBeforeEach() {
        run(FieldTestCase.class).passes();
        run(MethodTestCase.class).passes();
    }

    @Test
    void neverRedirectsATargetThatASourceStarts() {
        run(FineTestCase.class, "llmperf.target.url", "http://127.0.0.1:1", "llmperf.baseline", "off")
                .passes();
    }

    @Test
    void redirectsATargetThatIsOnlyNamed() {
        assertThat(run(ElsewhereTestCase.class, "llmperf.target.url", "http://127.0.0.1:1")
                        .fails()
                        .getMessage())
                .contains("nothing answers at http://127.0.0.1:1/v1/chat/completions");
    }

    @Test
    void saysThatATargetFieldIsNull() {
        assertThat(run(NullFieldTestCase.class).fails())
                .hasMessage(
                        "@LlmTarget on NullFieldTestCase.url: value must not be null when the load starts; set it in"
                                + " @BeforeAll or @BeforeEach");
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

    // --- test cases ---------------------------------------------------------------------------------------------

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

    public static class CountingSource implements TargetSource {
        static final List<String> events = new ArrayList<>();
        private final ScriptedLlm scripted = new ScriptedLlm();

        @Override
        public Target start(TargetContext context) throws Exception {
            events.add("start");
            return scripted.start(context);
        }

        @Override
        public void close() {
            events.add("close");
            scripted.close();
        }
    }

    @LlmTarget(from = CountingSource.class)
    @Scripted
    static class CountedTestCase {
        @LlmLoad(requests = 20)
        @Baseline(Toggle.OFF)
        void one() {}

        @LlmLoad(requests = 20)
        @Baseline(Toggle.OFF)
        void two() {}
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
    @Baseline(Toggle.OFF)
    static class BrokenTestCase {
        static int bodies;

        @LlmLoad(requests = 20)
        @Sla(requestRate = "1000000/s", outputTokenRate = "10000000/s", require = "outputTokens < 2")
        void broken() {
            bodies++;
        }
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class BothFailTestCase {
        @LlmLoad(requests = 20)
        @Sla(requestRate = "1000000/s")
        void both() {
            throw new IllegalStateException("the body fails as well");
        }
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class BodyFailsTestCase {
        @LlmLoad(requests = 20)
        void body(LoadResult result) {
            assertThat(result).errorRate().isGreaterThan(50);
        }
    }

    @Scripted(Way.SHAKY)
    @Baseline(Toggle.OFF)
    static class ShakyTestCase {
        @LlmLoad(requests = 40)
        void shaky() {}
    }

    @Scripted
    static class TooFewToStoreTestCase {
        @LlmLoad(duration = "300ms")
        @Sla(require = "e2e.p99.99 < 60s")
        void few() {}
    }

    @Scripted
    @Baseline(Toggle.OFF)
    static class TooFewTestCase {
        static int bodies;

        @LlmLoad(duration = "300ms")
        @Sla(require = "e2e.p99.99 < 60s")
        void few() {
            bodies++;
        }
    }

    @Scripted(Way.UNREACHABLE)
    static class UnreachableTestCase {
        @LlmLoad(requests = 20)
        void load() {}
    }

    @Scripted(Way.BROKEN)
    static class AllFailTestCase {
        @LlmLoad(requests = 40)
        void load() {}
    }

    @Scripted(Way.HTML)
    static class HtmlTestCase {
        @LlmLoad(requests = 20)
        void load() {}
    }

    @Scripted(Way.OTHER_JSON)
    static class OtherJsonTestCase {
        @LlmLoad(requests = 20)
        void load() {}
    }

    @Scripted(Way.UNKNOWN_MODEL)
    static class UnknownModelTestCase {
        @LlmLoad(requests = 20)
        void load() {}
    }

    @Scripted(Way.UNAUTHORIZED)
    @LlmTarget(from = ScriptedLlm.class, headers = "Authorization: Bearer " + PLANTED_KEY)
    static class KeyTestCase {
        @LlmLoad(requests = 40)
        void load() {}
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
    static class GuardedBrokenTestCase {
        @LlmLoad(requests = 20)
        @Sla(requestRate = "1000000/s")
        @Baseline(gated = "outputTokenRate")
        void broken() {}
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

    static class NoTargetTestCase {
        @LlmLoad
        void load() {}
    }

    @Scripted
    @LlmTarget(api = "no-such-api")
    static class NoSuchApiTestCase {
        @LlmLoad
        void load() {}
    }

    @Scripted
    static class BadBodyTestCase {
        @LlmLoad(extraBody = "[1, 2]")
        void load() {}
    }

    @LlmTarget(name = "staging")
    static class NamedTestCase {
        @LlmLoad
        void load() {}
    }

    /** Borrows a scripted server, to hand its url out by a field or method. */
    abstract static class Borrowing {
        final ScriptedLlm scripted = new ScriptedLlm();

        URI start() throws Exception {
            return scripted.start(new TargetContext() {
                        @Override
                        public Class<?> testClass() {
                            return FineTestCase.class;
                        }

                        @Override
                        public <A extends java.lang.annotation.Annotation> java.util.Optional<A> annotation(
                                Class<A> type) {
                            return java.util.Optional.ofNullable(FineTestCase.class.getAnnotation(type));
                        }

                        @Override
                        public java.util.Optional<String> configurationParameter(String key) {
                            return java.util.Optional.empty();
                        }
                    })
                    .url();
        }

        @AfterEach
        void stop() {
            scripted.close();
        }
    }

    @Baseline(Toggle.OFF)
    static class FieldTestCase extends Borrowing {
        @LlmTarget(model = "m")
        @SuppressWarnings("unused") // read by the extension
        private URI url;

        @BeforeEach
        void startIt() throws Exception {
            url = start();
        }

        @LlmLoad(requests = 20)
        void load() {}
    }

    @Baseline(Toggle.OFF)
    static class MethodTestCase extends Borrowing {
        private URI url;

        @BeforeEach
        void startIt() throws Exception {
            url = start();
        }

        @LlmTarget
        Target target() {
            return Target.at(url).withModel("m");
        }

        @LlmLoad(requests = 20)
        void load() {}
    }

    @LlmTarget(url = "http://127.0.0.1:2")
    static class ElsewhereTestCase {
        @LlmLoad
        void load() {}
    }

    static class NullFieldTestCase {
        @LlmTarget
        @SuppressWarnings("unused") // read by the extension
        private String url;

        @LlmLoad(requests = 20)
        void load() {}
    }
}
