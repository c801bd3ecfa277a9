package io.github.llmperf.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.github.llmperf.LlmLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class LauncherKeysTests {

    private static final String MISTYPED = "llmperf.usres";

    @Test
    void keepsAMistypedKeyOutOfTheNextLaunch() {
        assertThat(launch(Map.of(MISTYPED, "3")))
                .singleElement()
                .asString()
                .startsWith("configuration parameter \"" + MISTYPED + "\" does not exist");

        assertThat(launch(Map.of())).singleElement().asString().startsWith("target must be set for SomeTestCase");
    }

    /** Returns the messages of all failures. */
    private static List<String> launch(Map<String, String> parameters) {
        List<String> messages = new ArrayList<>();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(SomeTestCase.class))
                                .configurationParameters(parameters)
                                .build(),
                        new TestExecutionListener() {
                            @Override
                            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                                result.getThrowable().map(Throwable::getMessage).ifPresent(messages::add);
                            }
                        });
        return messages;
    }

    static class SomeTestCase {
        @LlmLoad(requests = 10)
        void load() {}
    }
}
