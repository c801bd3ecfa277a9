package io.github.llmperf;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.qameta.allure.Allure;
import io.qameta.allure.model.TestResult;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.FileEntry;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs load tests of all kinds in a virtual machine of their own, whose environment has secrets, and tells all it hears. */
public final class PlantedKeyChild {

    static final String KEY = "PLANTED_KEY";
    static final String TOKEN = "PLANTED_TOKEN";
    static final String COOKIE = "PLANTED_COOKIE";
    static final String QUERY = "PLANTED_QUERY";
    static final String SECOND = "PLANTED_SECOND";

    private PlantedKeyChild() {}

    /** The child's main. */
    public static void main(String[] args) {
        run(
                Map.of(
                        "llmperf.baseline",
                        "record",
                        "llmperf.baseline.accept",
                        "new key " + System.getenv(KEY) + ", larger model"),
                MatrixTestCase.class,
                ShakyTestCase.class,
                RefusingTestCase.class,
                CompareTestCase.class,
                SearchTestCase.class,
                StudyTestCase.class,
                LoginTestCase.class);
        run(Map.of(), MatrixTestCase.class);
        run(Map.of("llmperf.baseline", "calibrate", "llmperf.trials", "2"), MatrixTestCase.class);
        System.exit(0); // servers would keep it alive
    }

    private static void run(Map<String, String> parameters, Class<?>... testCases) {
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(Arrays.stream(testCases)
                                        .map(testCase -> selectClass(testCase))
                                        .toList())
                                .configurationParameters(parameters)
                                .build(),
                        new Loud());
    }

    /** As build tools: every failure with its stack trace, every entry. */
    private static final class Loud implements TestExecutionListener {
        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            System.out.println(test.getDisplayName() + ": " + result);
            result.getThrowable().ifPresent(thrown -> thrown.printStackTrace(System.out));
        }

        @Override
        public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
            System.out.println(entry);
        }

        @Override
        public void fileEntryPublished(TestIdentifier test, FileEntry entry) {
            System.out.println(entry);
        }
    }

    /** Stands in for Allure's own extension, which is not on this class path. */
    abstract static class UnderAllure {
        private final String uuid = UUID.randomUUID().toString();

        @BeforeEach
        void begin(TestInfo test) {
            Allure.getLifecycle()
                    .scheduleTestCase(new TestResult().setUuid(uuid).setName(test.getDisplayName()));
            Allure.getLifecycle().startTestCase(uuid);
        }

        @AfterEach
        void end() {
            Allure.getLifecycle().stopTestCase(uuid);
            Allure.getLifecycle().writeTestCase(uuid);
        }
    }

    private static String route(EchoingLlm server) {
        return server.url() + "/v1/chat/completions?api_key=" + System.getenv(QUERY);
    }

    @Baseline(gated = "serverTpot")
    static class MatrixTestCase extends UnderAllure {
        static EchoingLlm server = EchoingLlm.failingEach(0);

        @LlmTarget(
                model = "echo",
                apiKeyEnv = KEY,
                headers = {"X-Team-Token: ${" + TOKEN + "}", "Cookie: sid=${" + COOKIE + "}"},
                metricsUrl = "/metrics?api_key=${" + QUERY + "}")
        static String target = route(server);

        @LlmLoad(
                users = {1, 2},
                requests = 6,
                warmup = "0",
                extraBody = "{\"user\": \"somebody\"}")
        void holds() {}
    }

    @Sla(errorRate = "1%")
    static class ShakyTestCase extends UnderAllure {
        static EchoingLlm server = EchoingLlm.failingEach(3);

        @LlmTarget(
                model = "echo",
                apiKeyEnv = KEY,
                headers = {"X-Team-Token: ${" + TOKEN + "}", "Cookie: sid=${" + COOKIE + "}"})
        static String target = route(server);

        @LlmLoad(requests = 24, warmup = "0")
        void fails() {}
    }

    static class RefusingTestCase extends UnderAllure {
        static EchoingLlm server = EchoingLlm.failingEach(1);

        @LlmTarget(
                model = "echo",
                apiKeyEnv = KEY,
                headers = {"X-Team-Token: ${" + TOKEN + "}", "Cookie: sid=${" + COOKIE + "}"})
        static String target = route(server);

        @LlmLoad(requests = 24, warmup = "0")
        void isRefused() {}
    }

    @Baseline(gated = "serverTpot")
    static class CompareTestCase extends UnderAllure {
        static EchoingLlm server = EchoingLlm.failingEach(0);

        @LlmTarget(model = "echo", apiKeyEnv = KEY)
        static String target = route(server);

        @LlmCompare(pairs = 2)
        io.github.llmperf.plan.Target second() {
            return io.github.llmperf.plan.Target.at(server.url())
                    .withModel("echo")
                    .withHeader("X-Team-Token", System.getenv(SECOND));
        }

        @LlmLoad(requests = 6, warmup = "0")
        void isNoWorse() {}
    }

    @Sla(require = "serverTpot < 85ms")
    static class SearchTestCase extends UnderAllure {
        static EchoingLlm server = EchoingLlm.failingEach(0);

        @LlmTarget(model = "echo", apiKeyEnv = KEY)
        static String target = route(server);

        @LlmLoad(requests = 6, warmup = "0")
        @LlmCapacity(users = "1..2")
        void carries() {}
    }

    @LlmStudy("planted")
    @Baseline(Toggle.OFF)
    static class StudyTestCase extends UnderAllure {
        static EchoingLlm server = EchoingLlm.failingEach(3);

        @LlmTarget(model = "echo", apiKeyEnv = KEY)
        static String target = route(server);

        @LlmLoad(requests = 6, warmup = "0")
        void row() {}
    }

    @LlmTarget(url = "http://user:${" + KEY + "}@localhost")
    static class LoginTestCase {
        @LlmLoad(requests = 6)
        void isRefused() {}
    }
}
