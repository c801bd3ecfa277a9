package io.github.llmperf.samples

import io.github.llmperf.Baseline
import io.github.llmperf.LlmDefaults
import io.github.llmperf.LlmLoad
import io.github.llmperf.LlmTarget
import io.github.llmperf.LoadResult
import io.github.llmperf.Toggle
import io.github.llmperf.simulator.SimulatedServer
import java.nio.file.Files
import java.nio.file.Path
import kotlin.io.path.name
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.BeforeAll
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Nested
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestInstance
import org.junit.jupiter.api.io.TempDir
import org.junit.platform.engine.TestExecutionResult
import org.junit.platform.engine.discovery.DiscoverySelectors.selectClass
import org.junit.platform.testkit.engine.EngineExecutionResults
import org.junit.platform.testkit.engine.EngineTestKit

/** What is written otherwise in Kotlin than in Java: places of targets, names with blanks, functions that are no tests. */
class KotlinTests {

    @TempDir lateinit var directory: Path

    private fun run(testCase: Class<*>): EngineExecutionResults =
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectClass(testCase))
            .configurationParameter("llmperf.output", directory.resolve("results").toString())
            .configurationParameter("llmperf.baseline.dir", directory.resolve("baselines").toString())
            .configurationParameter("llmperf.baseline", "record")
            .execute()

    private fun passes(testCase: Class<*>, tests: Long = 1) {
        run(testCase).testEvents().assertStatistics { it.started(tests).succeeded(tests) }
    }

    private fun failures(testCase: Class<*>): List<String> =
        run(testCase)
            .allEvents()
            .finished()
            .stream()
            .flatMap { it.getPayload(TestExecutionResult::class.java).stream() }
            .flatMap { it.throwable.stream() }
            .map { it.message.orEmpty() }
            .toList()

    /** JUnit 5 passes over it. */
    private fun junitFindsWhatSuspends() =
        runCatching { Class.forName("org.junit.platform.commons.util.KotlinReflectionUtils").methods }
            .getOrDefault(emptyArray())
            .any { it.name == "isKotlinSuspendingFunction" }

    private fun directoriesBelow(place: String): List<String> =
        Files.walk(directory.resolve(place)).use { all -> all.filter(Files::isDirectory).map { it.name }.toList() }

    @Test
    fun `a target stands in the companion object, in a property or in a function`() {
        passes(InCompanion::class.java)
        passes(InLateProperty::class.java)
        passes(InProperty::class.java)
        passes(InFunction::class.java)
        passes(InStaticFunction::class.java)
    }

    @Test
    fun `a function of the companion that JUnit cannot see is named with the way out`() {
        assertThat(failures(InUnseenFunction::class.java).first())
            .endsWith(
                "@LlmTarget is on InUnseenFunction.Companion.target(), a function of an instance;" +
                    " add @JvmStatic to it, or put it on a property"
            )
    }

    @Test
    fun `a name with blanks has directories of its own`() {
        passes(WithBlanks::class.java, 2)

        val place = Regex("stays_below_3_s,_even_at_p99_-[0-9a-f]{8}")
        assertThat(directoriesBelow("results").filter(place::matches)).hasSize(2).doesNotHaveDuplicates()
        assertThat(directoriesBelow("baselines").filter { it.startsWith("stays") }).hasSize(2).doesNotHaveDuplicates()
    }

    @Test
    fun `arrays, defaults and nested classes are as in Java`() {
        passes(Outer.Inner::class.java, 2)
    }

    @Test
    fun `what returns something is no test, and what suspends is none or is refused`() {
        assertThat(failures(Returning::class.java)).isEmpty()
        run(Returning::class.java).testEvents().assertStatistics { it.started(0) }
        run(Suspending::class.java).testEvents().assertStatistics { it.started(0) }
        assertThat(failures(Suspending::class.java)).hasSize(if (junitFindsWhatSuspends()) 1 else 0).allMatch {
            it.startsWith("@LlmLoad must not be on a suspend function, but is on Suspending.load; remove suspend")
        }
    }

    @Baseline(Toggle.OFF)
    class InCompanion {
        @LlmLoad(requests = 4, maxNewTokens = [2]) fun load() {}

        companion object {
            @LlmTarget(model = "simulated-7b") val target: String = server.url()
        }
    }

    @Baseline(Toggle.OFF)
    class InLateProperty {
        @LlmTarget(model = "simulated-7b") lateinit var target: String

        @BeforeEach
        fun find() {
            target = server.url()
        }

        @LlmLoad(requests = 4, maxNewTokens = [2]) fun load() {}
    }

    @Baseline(Toggle.OFF)
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class InProperty {
        @LlmTarget(model = "simulated-7b") private val target = server.url()

        @LlmLoad(requests = 4, maxNewTokens = [2]) internal fun load() {}
    }

    @Baseline(Toggle.OFF)
    class InFunction {
        @LlmTarget(model = "simulated-7b") fun target() = server.url()

        @LlmLoad(requests = 4, maxNewTokens = [2])
        fun load(result: LoadResult) {
            assertThat(result.value("errorRate")).hasValue(0.0)
        }
    }

    @Baseline(Toggle.OFF)
    class InStaticFunction {
        @LlmLoad(requests = 4, maxNewTokens = [2]) fun load() {}

        companion object {
            @LlmTarget(model = "simulated-7b") @JvmStatic fun target() = server.url()
        }
    }

    class InUnseenFunction {
        @LlmLoad(requests = 4, maxNewTokens = [2]) fun load() {}

        companion object {
            @LlmTarget fun target() = server.url()
        }
    }

    @Baseline(gated = ["errorRate"])
    class WithBlanks {
        @LlmTarget(model = "simulated-7b") val target = server.url()

        @LlmLoad(requests = 4, maxNewTokens = [2]) fun `stays below 3 s, even at p99!`() {}

        @LlmLoad(requests = 4, maxNewTokens = [2]) fun `stays below 3 s, even at p99#`() {}
    }

    @LlmDefaults(requests = 4, maxNewTokens = [2], prompt = ["classifier"])
    @Baseline(Toggle.OFF)
    class Outer {
        @Nested
        inner class Inner {
            @LlmTarget(model = "simulated-7b", labels = ["gpu=none", "tp=1"]) val target = server.url()

            @LlmLoad(users = [1, 2]) fun load() {}
        }
    }

    class Suspending {
        @LlmTarget val target = server.url()

        @LlmLoad(requests = 4, maxNewTokens = [2]) @Suppress("RedundantSuspendModifier") suspend fun load() {}
    }

    class Returning {
        @LlmTarget val target = server.url()

        @LlmLoad(requests = 4, maxNewTokens = [2]) fun load() = 1
    }

    companion object {
        private lateinit var server: SimulatedServer

        @BeforeAll
        @JvmStatic
        fun start() {
            server = SimulatedServer.builder().slots(16).start()
        }

        @AfterAll
        @JvmStatic
        fun stop() = server.close()
    }
}
