package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A class whose load tests run on several targets in turn, and the page that tells its cells side by side. */
class SeveralTargetsTests {

    private static final List<String> STARTED = new CopyOnWriteArrayList<>();

    @TempDir
    Path directory;

    @BeforeEach
    void forget() {
        STARTED.clear();
    }

    /** Servers that state how long each token took them: {@code slow} says twice as long. */
    public static final class TwoServers implements TargetSource {

        private StatedLlm server = StatedLlm.start(1);

        /** Called by the extension. */
        public TwoServers() {}

        @Override
        public List<String> targets(TargetContext context) {
            return List.of("fast", "slow");
        }

        @Override
        public Target start(TargetContext context) {
            String name = context.target().orElseThrow();
            STARTED.add("start " + name);
            server.close();
            server = StatedLlm.start(name.equals("slow") ? 20 : 10);
            return Target.at(server.url()).withLabel("gpu", name.equals("slow") ? "old" : "new");
        }

        @Override
        public void close() {
            STARTED.add("close");
            server.close();
        }
    }

    @LlmTarget(from = TwoServers.class)
    @Baseline(Toggle.OFF)
    @LlmDefaults(requests = 4, warmup = "0")
    static class SweepTestCase {
        @LlmLoad(users = {1, 2})
        void load() {}
    }

    @Test
    void runsEachCellOnEachTargetAndStartsEachOnce() throws IOException {
        LoadTestKit run = LoadTestKit.run(directory, SweepTestCase.class, Map.of());

        assertThat(run.displayNames())
                .containsExactly(
                        "target=fast, users=1, prompt=chat, maxNewTokens=128",
                        "target=fast, users=2, prompt=chat, maxNewTokens=128",
                        "target=slow, users=1, prompt=chat, maxNewTokens=128",
                        "target=slow, users=2, prompt=chat, maxNewTokens=128");
        assertThat(STARTED).endsWith("start fast", "close", "start slow", "close");
        try (var files = Files.walk(run.output())) {
            assertThat(files.filter(file -> file.endsWith("result.json"))
                            .map(file -> file.getParent().getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "target=fast,users=1", "target=fast,users=2", "target=slow,users=1", "target=slow,users=2");
        }
    }

    @LlmTarget(from = TwoServers.class, name = "fast")
    @Baseline(Toggle.OFF)
    @LlmDefaults(requests = 4, warmup = "0")
    static class EnclosingTestCase {
        @LlmLoad
        void load() {}

        @Nested
        @LlmTarget(from = TwoServers.class, name = "slow")
        class InnerTestCase {
            @LlmLoad
            void load() {}
        }
    }

    @Test
    void closesForANestedClassWhatTheEnclosingOneHasStarted() {
        LoadTestKit.run(directory, EnclosingTestCase.class, Map.of());

        assertThat(STARTED).containsExactly("start fast", "close", "start slow", "close");
    }

    @LlmTarget(name = {"first", "second"})
    @Baseline(Toggle.OFF)
    static class NamedTestCase {
        @LlmLoad(requests = 4, warmup = "0")
        void load() {}
    }

    @Test
    void skipsOnlyThoseOfTheNamedTargetsThatAreNotSetUp() {
        try (StatedLlm server = StatedLlm.start(1)) {
            LoadTestKit run =
                    LoadTestKit.run(directory, NamedTestCase.class, Map.of("llmperf.target.second.url", server.url()));

            assertThat(run.skipReason())
                    .isEqualTo("target \"first\" is not set up here: give its url in"
                            + " -Dllmperf.target.first.url=http://…");
            assertThat(run.displayNames()).containsExactly("target=second, users=1, prompt=chat, maxNewTokens=128");
        }
    }

    @Test
    void skipsAllWhereNoneIsSetUp() {
        assertThat(LoadTestKit.run(directory, NamedTestCase.class, Map.of()).skipReason())
                .isEqualTo("none of the targets first, second is set up here: give its url in"
                        + " -Dllmperf.target.first.url=http://…, and likewise for the others");
    }

    @LlmTarget(name = {"twice", "twice"})
    static class SameNameTestCase {
        @LlmLoad
        void load() {}
    }

    @Test
    void refusesANameThatStandsTwice() {
        assertThat(LoadTestKit.run(directory, SameNameTestCase.class, Map.of("llmperf.target.twice.url", "http://x"))
                        .refuses())
                .hasMessageEndingWith(
                        "@LlmTarget(name) on SameNameTestCase: names of targets must differ, but are [twice, twice]");
    }

    @LlmTarget(
            name = {"one", "two"},
            url = "http://localhost:1")
    static class OneUrlTestCase {
        @LlmLoad
        void load() {}
    }

    static class NamesOnAFieldTestCase {
        @LlmTarget(name = {"one", "two"})
        final String url = "http://localhost:1";

        @LlmLoad
        void load() {}
    }

    @Test
    void refusesOneUrlForSeveralTargets() {
        assertThat(LoadTestKit.run(directory, OneUrlTestCase.class, Map.of()).refuses())
                .hasMessage("@LlmTarget(url) on OneUrlTestCase: url must not stand beside several names ([one, two]),"
                        + " which would all be that one; give each its own in -Dllmperf.target.one.url=http://…");
        assertThat(LoadTestKit.run(directory, NamesOnAFieldTestCase.class, Map.of())
                        .refuses())
                .hasMessageContaining("name must be one on a field or method, whose value is the only target, but is"
                        + " [one, two]; put several names on the class, and remove the annotation on the member");
        assertThat(LoadTestKit.run(directory, NamedTestCase.class, Map.of("llmperf.target.url", "http://localhost:1"))
                        .skipReason())
                .startsWith("none of the targets first, second is set up here");
    }
}
