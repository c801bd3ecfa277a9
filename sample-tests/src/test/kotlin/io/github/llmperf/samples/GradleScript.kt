package io.github.llmperf.samples

import io.github.llmperf.samples.GradleModel.Test
import io.github.llmperf.samples.GradleModel.TestExceptionFormat

/** The script of the guide, word for word. */
fun GradleModel.script() {
    plugins {
        kotlin("jvm") version "2.1.21"
    }

    repositories {
        mavenLocal()
        mavenCentral()
    }

    dependencies {
        testImplementation("io.github.llmperf:junit-llmperf:0.1.0-SNAPSHOT")
        testImplementation("io.github.llmperf:junit-llmperf-simulator:0.1.0-SNAPSHOT")
        testImplementation("org.junit.jupiter:junit-jupiter:5.12.2")
        testRuntimeOnly("org.junit.platform:junit-platform-launcher:1.12.2")
        testRuntimeOnly("io.qameta.allure:allure-jupiter:2.35.3")
    }

    kotlin {
        jvmToolchain(17)
    }

    tasks.test {
        useJUnitPlatform {
            excludeTags("llmperf")
        }
    }

    tasks.register<Test>("loadTest") {
        description = "Runs the load tests."
        group = "verification"
        testClassesDirs = sourceSets.test.get().output.classesDirs
        classpath = sourceSets.test.get().runtimeClasspath
        useJUnitPlatform {
            includeTags("llmperf")
        }
        systemProperty("llmperf.output", layout.buildDirectory.dir("llmperf").get().asFile.path)
        systemProperty("allure.results.directory", layout.buildDirectory.dir("allure-results").get().asFile.path)
        systemProperty("junit.jupiter.extensions.autodetection.enabled", "true")
        systemProperties(providers.systemPropertiesPrefixedBy("llmperf").get())
        doNotTrackState("the server under test is no input that Gradle knows")
        testLogging {
            showStandardStreams = true
            exceptionFormat = TestExceptionFormat.FULL
        }
    }
}
