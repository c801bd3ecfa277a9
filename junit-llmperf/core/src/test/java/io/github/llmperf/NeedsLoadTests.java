package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What only says something of a load is refused on a test without one. */
class NeedsLoadTests {

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "io.github.llmperf.NeedsLoadTests$LimitedTestCase, Sla",
        "io.github.llmperf.NeedsLoadTests$SearchTestCase, LlmCapacity",
        "io.github.llmperf.NeedsLoadTests$ComparedTestCase, LlmCompare",
        "io.github.llmperf.NeedsLoadTests$GuardedTestCase, Baseline",
        "io.github.llmperf.NeedsLoadTests$WithDefaultsTestCase, LlmDefaults"
    })
    void refusesAnAnnotationOfALoadOnAnotherTest(Class<?> testCase, String annotation) {
        Throwable refusal = LoadTestKit.run(directory, testCase, Map.of()).fails();
        assertThat(refusal)
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessage(
                        "@" + annotation + " on plain() must stand beside @LlmLoad, which sends the load, but there is"
                                + " none; make the method an @LlmLoad instead of its test annotation, or remove it");
    }

    @Test
    void leavesOtherTestsOfAClassWithLimitsAlone() {
        LoadTestKit.run(directory, MixedTestCase.class, Map.of()).passes();
    }

    static class LimitedTestCase {

        @Test
        @Sla(ttft = "3s")
        void plain() {}
    }

    static class SearchTestCase {

        @Test
        @LlmCapacity(users = "1..10")
        void plain() {}
    }

    static class ComparedTestCase {

        @RepeatedTest(1)
        @LlmCompare(pairs = 4)
        void plain() {}
    }

    static class GuardedTestCase {

        @Test
        @Baseline(tolerance = "5%")
        void plain() {}
    }

    static class WithDefaultsTestCase {

        @Test
        @LlmDefaults(users = 20)
        void plain() {}
    }

    @Sla(ttft = "3s")
    @LlmDefaults(users = 20)
    static class MixedTestCase {

        @Test
        void plain() {}
    }
}
