package io.github.llmperf.samples

import groovy.lang.Closure
import io.github.llmperf.samples.GradleModel.TestExceptionFormat

/** The same language as Groovy speaks it: blocks are closures, and what a block stands in hears its words. */
@Suppress("unused", "PropertyName")
class GroovyGradle(private val model: GradleModel) {
    val tasks = Tasks()
    val sourceSets = SourceSets()
    val layout = model.layout
    val providers = model.providers
    val Test = "Test"
    val JavaLanguageVersion = JavaVersions()

    fun plugins(block: Closure<*>) = block.on(Plugins())

    fun repositories(block: Closure<*>) = model.repositories { block.on(this) }

    fun dependencies(block: Closure<*>) = model.dependencies { block.on(this) }

    fun java(block: Closure<*>) = block.on(Java())

    inner class Plugins {
        fun id(id: String) = model.ask("plugin $id")
    }

    inner class Java {
        fun toolchain(block: Closure<*>) = block.on(Toolchain())
    }

    inner class Toolchain {
        fun setLanguageVersion(version: Int) = model.ask("toolchain $version")
    }

    class JavaVersions {
        fun of(version: Int) = version
    }

    inner class SourceSets {
        val test = model.sourceSets.test.get()
    }

    inner class Tasks {
        fun named(name: String, block: Closure<*>) = block.on(Task(model.Test(name)))

        fun register(name: String, @Suppress("UNUSED_PARAMETER") type: String, block: Closure<*>) =
            block.on(Task(model.Test(name)))
    }

    class Task(private val test: GradleModel.Test) {
        fun setDescription(text: String) = test::description.set(text)

        fun setGroup(name: String) = test::group.set(name)

        fun setTestClassesDirs(dirs: String) = test::testClassesDirs.set(dirs)

        fun setClasspath(path: String) = test::classpath.set(path)

        fun useJUnitPlatform(block: Closure<*>) = test.useJUnitPlatform { block.on(this) }

        fun systemProperty(key: String, value: String) = test.systemProperty(key, value)

        fun systemProperties(all: String) = test.systemProperties(all)

        fun doNotTrackState(reason: String) = test.doNotTrackState(reason)

        fun testLogging(block: Closure<*>) = test.testLogging { block.on(Logging(this)) }
    }

    class Logging(private val logging: GradleModel.TestLogging) {
        fun setShowStandardStreams(shown: Boolean) = logging::showStandardStreams.set(shown)

        fun setExceptionFormat(name: String) =
            logging::exceptionFormat.set(TestExceptionFormat.valueOf(name.uppercase()))
    }

    private companion object {
        fun Closure<*>.on(words: Any) {
            delegate = words
            resolveStrategy = Closure.DELEGATE_FIRST
            call()
        }
    }
}
