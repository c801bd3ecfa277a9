package io.github.llmperf.samples

import groovy.lang.GroovyShell
import groovy.util.DelegatingScript
import io.github.llmperf.LlmLoad
import java.nio.file.Files
import java.nio.file.Path
import javax.xml.parsers.DocumentBuilderFactory
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.codehaus.groovy.control.CompilerConfiguration
import org.junit.jupiter.api.Tag
import org.junit.jupiter.api.Test
import org.w3c.dom.Element

/** The scripts and classes of the page for Gradle and Kotlin, as far as that can be told without Gradle. */
class GradleGuideTests {

    private val page: String = Files.readString(Path.of("../docs/gradle-kotlin.md"))
    private val sources = Path.of("src/test/kotlin")

    private fun blocks(language: String) =
        Regex("^```$language\\R(.*?)^```", setOf(RegexOption.DOT_MATCHES_ALL, RegexOption.MULTILINE))
            .findAll(page)
            .map { it.groupValues[1] }
            .toList()

    private fun lines(text: String) =
        text.lines().map { it.trim() }.filter { it.isNotEmpty() }.joinToString("\n", "\n", "\n")

    private val byKotlin = GradleModel().apply { script() }.asked

    private fun byGroovy(script: String): List<String> {
        val model = GradleModel()
        val asWords = CompilerConfiguration().apply { scriptBaseClass = DelegatingScript::class.java.name }
        (GroovyShell(asWords).parse(script) as DelegatingScript).apply { delegate = GroovyGradle(model) }.run()
        return model.asked
    }

    @Test
    fun `every block in Kotlin is compiled`() {
        val compiled = Files.walk(sources).use { all ->
            all.filter { it.toString().endsWith(".kt") }.map { lines(Files.readString(it)) }.toList()
        }

        assertThat(blocks("kotlin")).hasSize(2).allMatch { block -> compiled.any { it.contains(lines(block)) } }
    }

    @Test
    fun `both scripts ask for the same`() {
        fun MutableList<String>.withoutPlugin() = filterNot { it.startsWith("plugin ") }

        assertThat(byGroovy(blocks("groovy").single()).toMutableList().withoutPlugin())
            .isEqualTo(byKotlin.withoutPlugin())
            .hasSizeGreaterThan(20)
    }

    @Test
    fun `a word that Gradle does not have is found`() {
        assertThatThrownBy { byGroovy("tasks.named('test') { useJunitPlatform { } }") }
            .hasMessageContaining("useJunitPlatform")
        assertThatThrownBy { byGroovy("dependencies { testCompile 'a:b:1' }") }.hasMessageContaining("testCompile")
    }

    @Test
    fun `versions are those that this project is built with`() {
        val pom = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(Path.of("../pom.xml").toFile())
        fun property(name: String) = pom.getElementsByTagName(name).item(0).textContent
        val own = (pom.documentElement.getElementsByTagName("version").item(0) as Element).textContent

        assertThat(byKotlin.filter { it.startsWith("test") && it.count { c -> c == ':' } == 2 })
            .containsExactly(
                "testImplementation io.github.llmperf:junit-llmperf:$own",
                "testImplementation io.github.llmperf:junit-llmperf-simulator:$own",
                "testImplementation org.junit.jupiter:junit-jupiter:${property("junit.version")}",
                "testRuntimeOnly org.junit.platform:junit-platform-launcher:1${property("junit.version").drop(1)}",
                "testRuntimeOnly io.qameta.allure:allure-jupiter:${property("allure.version")}",
            )
        assertThat(byKotlin).contains("plugin org.jetbrains.kotlin.jvm ${property("kotlin.version")}")
        assertThat(byKotlin).contains("toolchain ${property("maven.compiler.release")}")
    }

    @Test
    fun `the tag is the one that load tests carry`() {
        val tag = LlmLoad::class.java.getAnnotation(Tag::class.java).value

        assertThat(byKotlin).contains("test excludeTags $tag", "loadTest includeTags $tag")
    }

    @Test
    fun `what is set on the command line wins`() {
        val output = byKotlin.indexOf("loadTest systemProperty llmperf.output = build/llmperf")

        assertThat(output).isNotNegative()
        assertThat(byKotlin.indexOf("loadTest systemProperties those that begin with llmperf")).isGreaterThan(output)
    }
}
