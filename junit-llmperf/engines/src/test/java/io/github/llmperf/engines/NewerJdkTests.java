package io.github.llmperf.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewerJdkTests {

    @TempDir
    private Path jvms;

    private Path running;

    @BeforeEach
    void installJdk17() throws IOException {
        running = install("jdk-17");
    }

    @Test
    void theNamedDirectoryComesFirst() throws IOException {
        Path named = install("elsewhere");
        install("jdk-25");

        assertThat(find(Map.of(NewerJdk.PROPERTY, named.toString()), Map.of(), 25))
                .hasValue(named.resolve("bin/java"));
        assertThat(find(Map.of(), Map.of(NewerJdk.VARIABLE, named.toString()), 25))
                .hasValue(named.resolve("bin/java"));
    }

    @Test
    void aNamedDirectoryWithoutJavaIsRefused() {
        assertThatThrownBy(() -> find(Map.of(NewerJdk.PROPERTY, "/nowhere"), Map.of(), 17))
                .hasMessage("llmperf-engines.jdk25 must be the directory of a JDK 25, but is \"/nowhere\", which has no"
                        + " bin/java");
        assertThatThrownBy(() -> find(Map.of(), Map.of(NewerJdk.VARIABLE, "/nowhere"), 17))
                .hasMessage(
                        "JAVA25_HOME must be the directory of a JDK 25, but is \"/nowhere\", which has no bin/java");
    }

    @Test
    void aRunningJdk25IsTaken() throws IOException {
        assertThat(find(Map.of(), Map.of(), 25)).hasValue(running.resolve("bin/java"));
    }

    @Test
    void aJdk25BesideTheRunningOneIsTaken() throws IOException {
        Path newer = install("temurin-25-jdk");

        assertThat(find(Map.of(), Map.of(), 17)).hasValue(newer.resolve("bin/java"));
    }

    @Test
    void withoutOneThereIsNone() throws IOException {
        install("jdk-21");
        Files.createDirectories(jvms.resolve("remains-of-25"));

        assertThat(find(Map.of(), Map.of(), 17)).isEmpty();
    }

    private Optional<Path> find(Map<String, String> properties, Map<String, String> environment, int feature)
            throws IOException {
        return NewerJdk.java(properties::get, environment::get, feature, running);
    }

    private Path install(String name) throws IOException {
        Path java = Files.createDirectories(jvms.resolve(name).resolve("bin")).resolve("java");
        Files.writeString(java, "");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return jvms.resolve(name);
    }
}
