package io.github.llmperf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.ScriptedLlm.Scripted;
import io.github.llmperf.publish.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.platform.testkit.engine.EngineTestKit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

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

        assertThat(lines)
                .filteredOn(line -> line.startsWith(NAME))
                .hasSize(4)
                .satisfiesExactly(
                        line -> assertThat(line).contains(": about 22 requests with "),
                        line -> assertThat(line).isEqualTo(NAME + " 0 s: warm-up of 2 users, 1 request each"),
                        line -> assertThat(line)
                                .isEqualTo(NAME + " 0 s: measuring 2 users until 20 requests are sent, at most 5m"),
                        line -> assertThat(line).startsWith(NAME + ": PASS: "));
    }

    @Test
    void tellsOnlyWhatALoadWillCostWhenOff() {
        assertThat(printed(Map.of("llmperf.progress", "off")))
                .filteredOn(line -> line.startsWith(NAME))
                .singleElement()
                .asString()
                .contains(": about 22 requests with ");
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
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, UTF_8));
        try {
            LoadTestKit.run(directory, QuickTestCase.class, parameters, bytes::reset)
                    .passes();
        } finally {
            System.setOut(before);
        }
        return bytes.toString(UTF_8).lines().toList();
    }
}
