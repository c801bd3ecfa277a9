package io.github.llmperf.samples;

import static io.github.llmperf.LlmPerfAssertions.assertThat;

import io.github.llmperf.Api;
import io.github.llmperf.Baseline;
import io.github.llmperf.Cache;
import io.github.llmperf.CapacityLayouts;
import io.github.llmperf.CapacityResult;
import io.github.llmperf.LlmCapacity;
import io.github.llmperf.LlmCompare;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmTarget;
import io.github.llmperf.LoadResult;
import io.github.llmperf.Sla;
import io.github.llmperf.TargetContext;
import io.github.llmperf.TargetSource;
import io.github.llmperf.Toggle;
import io.github.llmperf.Window;
import io.github.llmperf.plan.Target;
import io.github.llmperf.run.StageResults;
import io.github.llmperf.simulator.SimulatedLlm;
import io.github.llmperf.simulator.SimulatedServer;
import java.util.List;

/** Code of the guide that is compiled and never run. */
final class GuideSnippets {

    private GuideSnippets() {}

    /** Classes in here are static without saying so, as the guide's are. */
    interface AsInTheGuide {
        @LlmTarget(name = "candidate")
        @LlmCompare(with = "production")
        class NewReleaseTest {
            @LlmLoad(users = 8, requests = 100)
            void isNoSlower() {}
        }

        @LlmTarget(from = Releases.class)
        @LlmCompare(with = "production")
        class StartsOfReleasesTest {
            @LlmLoad(users = 8, requests = 100)
            void areNoSlower() {}
        }

        class Releases implements TargetSource {

            private SimulatedServer server;

            @Override
            public List<String> targets(TargetContext context) {
                return List.of("candidate", "production");
            }

            @Override
            public Target start(TargetContext context) {
                boolean candidate = context.target().orElseThrow().equals("candidate");
                server = SimulatedServer.builder().slots(candidate ? 16 : 8).start();
                return Target.at(server.url()).withModel(server.model());
            }

            @Override
            public void close() {
                if (server != null) {
                    server.close();
                }
            }
        }

        @LlmTarget(name = {"tp1", "tp2"})
        class TensorParallelTest {

            @LlmLoad(
                    users = {8, 32},
                    prompt = "rag",
                    maxNewTokens = 256)
            @Sla(ttftP90 = "3s")
            void holdsTheUsers() {}
        }
    }

    @LlmTarget(url = "http://localhost:8000", model = "qwen2.5-7b", labels = "gpu=A100")
    static class OnOneServer {

        @LlmLoad(requestRate = "32/s", duration = "2m", warmup = "10s", maxInFlight = 200)
        @Sla(ttftP90 = "2s", attainment = "95%", eachTtft = "3s", eachTpot = "80ms")
        void holdsTheRate() {}

        @LlmLoad(
                users = {4, 10, 20},
                prompt = {"chat", "classifier"},
                maxNewTokens = {512, 32},
                spawnRate = 1,
                thinkTime = "1s..5s",
                duration = "5m",
                timeout = "60s")
        @Sla(errorRate = "1%", require = "itl.p99 < 400ms")
        void holdsTheMatrix(LoadResult result) {}

        @LlmLoad(
                users = 8,
                requests = 200,
                prompt = "shared-prefix(prefixes=4, questions=50, prefixTokens=1000)",
                cache = Cache.SHARED)
        @Sla(ttftP90 = "500ms")
        void answersFromTheCache() {}

        @LlmLoad(
                users = 16,
                requests = 100,
                prompt = {"continuation(chars=100)", "continuation(chars=1000)"},
                promptChars = {500, 2000},
                maxNewTokens = 2048)
        void continuesTexts() {}

        @LlmLoad(users = 10, turns = 4, thinkTime = "1s..3s", maxNewTokens = 256, requests = 400)
        @Sla(ttftP90 = "1s")
        void talksOn() {}

        @LlmLoad(
                stages = {"5 users for 1m", "20 users for 2m", "8/s for 30s"},
                warmup = "10s",
                timeout = "30s")
        @Sla(ttftP90 = "2s", errorRate = "1%")
        void holdsEachStage(StageResults results) {
            assertThat(results.stage(2)).tpot().p50().isLessThan("60ms");
        }

        @LlmLoad(users = 50, duration = "2m", window = Window.WHOLE_RUN, spawnRate = 5)
        @Baseline(Toggle.OFF)
        void asLocustWouldCount() {}

        @LlmLoad(users = 8, stream = Toggle.OFF, cache = Cache.SHARED, promptTokens = 2000, forceLength = Toggle.ON)
        @Sla(e2eP90 = "10s")
        @Baseline(
                tolerance = "5%",
                gated = {"e2e.p50", "requestRate"})
        void answersWhole() {}
    }

    @LlmTarget(
            url = "https://${LLM_HOST}/v1",
            api = Api.OPENAI_COMPLETIONS,
            model = "qwen2.5-7b",
            apiKeyEnv = "LLM_KEY",
            headers = "X-Team: search",
            labels = {"gpu=A100", "tp=2"})
    static class BehindAKey {}

    @LlmTarget(name = "candidate")
    static class Capacity {

        @LlmLoad(prompt = "chat", maxNewTokens = 285, thinkTime = "1s..3s", requests = 250)
        @LlmCapacity(users = "1..1000", planned = 10_000)
        @Sla(ttft = "3s", tpot = "100ms")
        void carriesNinetyUsers(CapacityResult capacity) {
            assertThat(capacity).atLeast(90).needsAtMostNodes(112);
        }

        static int nodes(CapacityResult onEightCards, CapacityResult onFourCards) {
            CapacityLayouts layouts = CapacityLayouts.none()
                    .layout("1 × 8 cards", 1, 8, onEightCards)
                    .layout("2 × 4 cards", 2, 4, onFourCards);
            CapacityLayouts.Layout best = layouts.best(10_000);
            return best.nodes(10_000);
        }
    }

    @LlmTarget(url = "http://127.0.0.1:18081/openai/v1", model = "random")
    static class OnRandomWeights {}

    @LlmTarget(from = ServerOfTheTeam.class)
    static class OnAStartedServer {}

    static class ServerOfTheTeam implements TargetSource {

        private final SimulatedServer server =
                SimulatedServer.builder().slots(8).start();

        @Override
        public Target start(TargetContext context) {
            return Target.at(server.url()).withModel(server.model()).withLabel("slots", "8");
        }

        @Override
        public void close() {
            server.close();
        }
    }

    @SimulatedLlm(slots = 8, arrivalMillis = 100, stepMillis = 15, tooManyRequests = "every 50")
    static class OnABusyServer {}
}
