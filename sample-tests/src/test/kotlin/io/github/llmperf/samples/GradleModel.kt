package io.github.llmperf.samples

/** As much of the language of Gradle's scripts as the guide uses. It keeps what a script asks for, one line each. */
class GradleModel {
    val asked = mutableListOf<String>()

    val tasks = Tasks()
    val sourceSets = SourceSets()
    val layout = Layout()
    val providers = Providers()

    fun plugins(block: Plugins.() -> Unit) = Plugins().block()

    fun repositories(block: Repositories.() -> Unit) = Repositories().block()

    fun dependencies(block: Dependencies.() -> Unit) = Dependencies().block()

    fun kotlin(block: Kotlin.() -> Unit) = Kotlin().block()

    inner class Plugins {
        fun kotlin(module: String) = Plugin("org.jetbrains.kotlin.$module")

        infix fun Plugin.version(version: String) = ask("plugin $id $version")
    }

    class Plugin(val id: String)

    inner class Repositories {
        fun mavenLocal() = ask("repository mavenLocal")

        fun mavenCentral() = ask("repository mavenCentral")
    }

    inner class Dependencies {
        fun testImplementation(notation: String) = ask("testImplementation $notation")

        fun testRuntimeOnly(notation: String) = ask("testRuntimeOnly $notation")
    }

    inner class Kotlin {
        fun jvmToolchain(version: Int) = ask("toolchain $version")
    }

    inner class Tasks {
        val test = Test("test")

        @Suppress("UNCHECKED_CAST")
        fun <T> register(name: String, block: T.() -> Unit) = (Test(name) as T).block()
    }

    inner class Test(private val name: String) {
        var description: String by Asking("$name description")
        var group: String by Asking("$name group")
        var testClassesDirs: String by Asking("$name testClassesDirs")
        var classpath: String by Asking("$name classpath")

        operator fun invoke(block: Test.() -> Unit) = block()

        fun useJUnitPlatform(block: Tags.() -> Unit) = Tags(name).block()

        fun systemProperty(key: String, value: String) = ask("$name systemProperty $key = $value")

        fun systemProperties(all: String) = ask("$name systemProperties $all")

        fun doNotTrackState(reason: String) = ask("$name doNotTrackState $reason")

        fun testLogging(block: TestLogging.() -> Unit) = TestLogging(name).block()
    }

    inner class Tags(private val task: String) {
        fun includeTags(tag: String) = ask("$task includeTags $tag")

        fun excludeTags(tag: String) = ask("$task excludeTags $tag")
    }

    inner class TestLogging(task: String) {
        var showStandardStreams: Boolean by Asking("$task showStandardStreams")
        var exceptionFormat: TestExceptionFormat by Asking("$task exceptionFormat")
    }

    enum class TestExceptionFormat {
        FULL;

        override fun toString() = name.lowercase()
    }

    class SourceSets {
        val test = Provided(SourceSet())
    }

    class SourceSet {
        val output = Output()
        val runtimeClasspath = "sourceSets.test.runtimeClasspath"
    }

    class Output {
        val classesDirs = "sourceSets.test.output.classesDirs"
    }

    class Layout {
        val buildDirectory = Directory("build")
    }

    class Directory(path: String) {
        val asFile = java.io.File(path)

        fun dir(path: String) = Provided(Directory("${asFile.path}/$path"))
    }

    class Providers {
        fun systemPropertiesPrefixedBy(prefix: String) = Provided("those that begin with $prefix")
    }

    class Provided<T>(private val value: T) {
        fun get() = value
    }

    /** What is set is asked for. */
    inner class Asking<T>(private val what: String) {
        operator fun getValue(owner: Any, property: kotlin.reflect.KProperty<*>): T = error("$what is only set")

        operator fun setValue(owner: Any, property: kotlin.reflect.KProperty<*>, value: T) = ask("$what = $value")
    }

    fun ask(line: String) {
        asked += line
    }
}
