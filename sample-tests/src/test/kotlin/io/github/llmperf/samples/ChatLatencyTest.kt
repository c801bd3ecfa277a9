package io.github.llmperf.samples

import io.github.llmperf.Baseline
import io.github.llmperf.LlmLoad
import io.github.llmperf.LlmPerfAssertions.assertThat
import io.github.llmperf.LlmTarget
import io.github.llmperf.LoadResult
import io.github.llmperf.Sla
import io.github.llmperf.Toggle
import io.github.llmperf.simulator.SimulatedServer
import java.net.URI
import org.junit.jupiter.api.AfterAll

@Baseline(Toggle.OFF)
class ChatLatencyTest {

    @LlmLoad(users = [8], requests = 60, maxNewTokens = [16])
    @Sla(ttftP90 = "500ms", tpot = "100ms")
    fun `answers in time`(result: LoadResult) {
        assertThat(result).outputTokenRate().isGreaterThan(1.0)
    }

    companion object {
        private val server = SimulatedServer.builder().slots(16).start()

        @LlmTarget(model = "simulated-7b", labels = ["gpu=none"])
        val target: URI = URI.create(server.url())

        @AfterAll
        @JvmStatic
        fun stop() = server.close()
    }
}
