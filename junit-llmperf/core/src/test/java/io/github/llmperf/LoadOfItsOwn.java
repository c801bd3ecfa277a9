package io.github.llmperf;

import java.nio.file.Path;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineTestKit;

/** A load test in a process of its own, so that it can be treated badly from outside. */
public final class LoadOfItsOwn {

    private LoadOfItsOwn() {}

    /** Runs it once and prints how it ended, with the first line of why. */
    @SuppressWarnings("SystemOut") // read by the process that started this one
    public static void main(String[] args) {
        Path directory = Path.of(args[0]);
        TestExecutionResult result = EngineTestKit.engine("junit-jupiter")
                .selectors(DiscoverySelectors.selectClass(QuietTestCase.class))
                .outputDirectoryProvider(new OutputBelow(directory.resolve("published")))
                .configurationParameter("llmperf.rehearsal", "off")
                .configurationParameter(
                        "llmperf.output", directory.resolve("results").toString())
                .execute()
                .testEvents()
                .finished()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .findFirst()
                .orElseThrow();
        System.out.println(result.getStatus() + " "
                + result.getThrowable()
                        .map(failure -> String.valueOf(failure.getMessage())
                                .lines()
                                .findFirst()
                                .orElse(""))
                        .orElse(""));
    }

    /** A latency of 400 ms may be spoilt by 20 ms. */
    @ScriptedLlm.Scripted
    @Baseline(Toggle.OFF)
    static class QuietTestCase {
        @LlmLoad(users = 2, duration = "4s", thinkTime = "20ms")
        @Sla(ttft = "400ms")
        void load() {}
    }
}
