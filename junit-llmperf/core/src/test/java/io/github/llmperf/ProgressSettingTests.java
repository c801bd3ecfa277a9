package io.github.llmperf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.github.llmperf.ScriptedLlm.Scripted;
import io.github.llmperf.ScriptedLlm.Way;
import io.github.llmperf.publish.Terminal;
import io.github.llmperf.settings.ProgressSetting;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.platform.testkit.engine.EngineTestKit;

/** What the console is told while a load runs. */
@ResourceLock(Resources.SYSTEM_OUT)
class ProgressSettingTests {

    private static final String NAME = "[llmperf] ProgressSettingTests.QuickTestCase.answers";

    @TempDir
    Path directory;

    @Scripted
    static class QuickTestCase {
        @LlmLoad(users = 2, requests = 20)
        @Baseline(Toggle.OFF)
        void answers() {}
    }

    @Test
    void tellsThePhasesAndTheVerdictOfAShortLoad() {
        List<String> lines = printed(Map.of());

        // How long it takes, and whether a request is in flight or seen by the witness at the end, is up to the
        // machine.
        assertThat(lines.stream()
                        .filter(line -> line.startsWith(NAME) && !line.contains("waiting"))
                        .filter(line -> !line.contains(": the client added "))
                        .map(line ->
                                line.replaceFirst(" [0-9]+ s: ", " 0 s: ").replaceFirst("(: about|: PASS:).*", "$1")))
                .as("a run on a busy machine is tried again")
                .endsWith(
                        NAME + ": about",
                        NAME + " 0 s: warm-up of 2 users, 1 request each",
                        NAME + " 0 s: measuring 2 users until 20 requests are sent, at most 5m",
                        NAME + ": PASS:");
    }

    @Test
    void tellsOnlyWhatALoadWillCostWhenOff() {
        assertThat(printed(Map.of("llmperf.progress", "off")))
                .filteredOn(line -> line.startsWith(NAME))
                .isNotEmpty()
                .allMatch(line -> line.contains(": about 22 requests with "));
    }

    @Scripted(Way.HOSTILE)
    static class HostileTestCase {
        @LlmLoad(requests = 20)
        @Baseline(Toggle.OFF)
        void answers() {}
    }

    @Test
    void repeatsNoCommandThatAServerSays() {
        StringBuilder log = new StringBuilder();
        List<String> lines = printed(
                () -> log.append(LoadTestKit.run(directory, HostileTestCase.class, Map.of("llmperf.probe", "false"))
                        .fails()
                        .getMessage()));

        assertThat(log.toString()).contains("planted");
        assertThat(lines).anyMatch(line -> line.contains("planted"));
        assertThat(Stream.concat(lines.stream(), log.toString().lines()))
                .noneMatch(line -> line.strip().startsWith("::"))
                .noneMatch(line -> line.contains("##["))
                .noneMatch(line -> line.contains("##vso["));
    }

    @Test
    void refusesAnotherWordBeforeAnythingIsSent() {
        Throwable refused = LoadTestKit.run(directory, QuickTestCase.class, Map.of("llmperf.progress", "quiet"))
                .refuses();

        assertThat(refused)
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessage("llmperf.progress: value must be lines, bar or off, but is \"quiet\"");
    }

    /** Looks for a terminal in each of its tests. */
    @ExtendWith(TwoTestsTestCase.Looks.class)
    static class TwoTestsTestCase {
        static final List<String> SAID = new ArrayList<>();
        static int looked;

        static final class Looks implements AfterEachCallback {
            @Override
            public void afterEach(ExtensionContext context) {
                Optional<Terminal> found = ProgressSetting.terminal(
                        context,
                        () -> {
                            looked++;
                            return Optional.empty();
                        },
                        SAID::add);
                assertThat(found).isEmpty();
            }
        }

        @Test
        void first() {}

        @Test
        void second() {}
    }

    @Test
    void saysOnceThatThereIsNoTerminalForABar() {
        TwoTestsTestCase.SAID.clear();
        TwoTestsTestCase.looked = 0;
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(TwoTestsTestCase.class))
                .execute()
                .testEvents()
                .assertStatistics(events -> events.succeeded(2));

        assertThat(TwoTestsTestCase.looked).isEqualTo(1);
        assertThat(TwoTestsTestCase.SAID)
                .containsExactly("llmperf.progress=bar needs a terminal, and this process has none: progress is told in"
                        + " lines");
    }

    private List<String> printed(Map<String, String> parameters) {
        return printed(() ->
                LoadTestKit.run(directory, QuickTestCase.class, parameters).passes());
    }

    private static List<String> printed(Runnable load) {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, UTF_8));
        try {
            load.run();
        } finally {
            System.setOut(before);
        }
        return bytes.toString(UTF_8).lines().toList();
    }
}
