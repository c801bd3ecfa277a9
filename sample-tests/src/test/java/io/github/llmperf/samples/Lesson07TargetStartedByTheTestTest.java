package io.github.llmperf.samples;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmTarget;
import io.github.llmperf.Sla;
import io.github.llmperf.Toggle;
import io.github.llmperf.plan.Target;
import io.github.llmperf.simulator.SimulatedServer;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/**
 * Lesson 7: a target started by the test.
 *
 * <p>Containers and random ports are known only when the test runs. {@code @LlmTarget} on a field or on a method without
 * parameters says that its value is the target: a {@code String} or {@code URI}, or a {@code Target} that also names model
 * and labels. It is read after {@code @BeforeEach}. The attributes of the annotation complete it.
 *
 * <p>{@code SimulatedServer} stands for anything that can be started. Labels say what the server runs on and with; they
 * are part of a baseline's identity, so that runs on other hardware are never compared.
 */
@Baseline(Toggle.OFF)
@Sla(ttftP90 = "500ms")
class Lesson07TargetStartedByTheTestTest {

    @Nested
    class StartedOnceForAllTests {

        private static SimulatedServer server;

        @BeforeAll
        static void start() {
            server = SimulatedServer.builder().slots(16).start();
        }

        @AfterAll
        static void stop() {
            server.close();
        }

        @LlmTarget
        Target target() {
            return Target.at(server.url()).withModel(server.model()).withLabel("gpu", "none");
        }

        @LlmLoad(users = 8, requests = 60, maxNewTokens = 16)
        void answersInTime() {}
    }

    @Nested
    class StartedForEachTest {

        private SimulatedServer server;

        @LlmTarget(model = "simulated-7b", labels = "gpu=none")
        URI target;

        @BeforeEach
        void start() {
            server = SimulatedServer.builder().slots(16).start();
            target = URI.create(server.url());
        }

        @AfterEach
        void stop() {
            server.close();
        }

        @LlmLoad(users = 8, requests = 60, maxNewTokens = 16)
        void answersInTime() {}
    }
}
