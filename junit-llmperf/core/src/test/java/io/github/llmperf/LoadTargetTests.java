package io.github.llmperf;

import static io.github.llmperf.LlmPerfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.LlmLoadExtensionTests.FineTestCase;
import io.github.llmperf.ScriptedLlm.Scripted;
import io.github.llmperf.ScriptedLlm.Way;
import io.github.llmperf.plan.Target;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a load goes, and what is said of a target that is no good. */
class LoadTargetTests {

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

    @Test
    void startsASourceOncePerClassAndClosesIt() {
        LoadTestKit.run(directory, CountedTestCase.class, Map.of(), CountingSource.events::clear)
                .results()
                .testEvents()
                .assertStatistics(stats -> stats.succeeded(2));
        assertThat(CountingSource.events).containsExactly("start", "close");
    }

    @Test
    void namesTheUrlThatDoesNotAnswer() {
        Throwable failure = run(UnreachableTestCase.class).fails();
        assertThat(failure).isInstanceOf(LoadTestException.class);
        assertThat(failure.getMessage())
                .startsWith("ERROR: LoadTargetTests.UnreachableTestCase.load: nothing answers at")
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
    void skipsANamedTargetThatIsNotSetUp() {
        assertThat(run(NamedTestCase.class).skipReason())
                .isEqualTo("target \"staging\" is not set up here: give its url in"
                        + " -Dllmperf.target.staging.url=http://…");
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
