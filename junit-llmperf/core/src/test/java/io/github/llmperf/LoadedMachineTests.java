package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The machine is loaded from outside while a load test runs in a process of its own. Time decides here, so that this is no
 * part of the build: {@code mvn -pl junit-llmperf/core -Ploaded-machine test}, on a machine that does nothing else.
 */
@EnabledIfSystemProperty(named = "llmperf-loaded-machine", matches = "true")
@EnabledOnOs(OS.LINUX)
class LoadedMachineTests {

    private static final int TIMES = 10;
    private static final long STOPPED_MILLIS = 60;
    private static final long GOING_MILLIS = 190;

    @TempDir
    private Path directory;

    /** Taken off the processors for 60 ms four times a second: of the canary's steps more than one in a hundred is late. */
    @RepeatedTest(TIMES)
    void makesTheRunInvalidWhenItTakesTheProcessorsFromTheLoad() throws Exception {
        Process load = load();
        while (!load.waitFor(GOING_MILLIS, TimeUnit.MILLISECONDS)) {
            signal("-STOP", load);
            Thread.sleep(STOPPED_MILLIS);
            signal("-CONT", load);
        }

        assertThat(said(load)).startsWith("ABORTED INVALID: ").contains("load generator saturated: the client added ");
    }

    /** An engine that takes what is left: more busy processes than processors, all of them behind the load. */
    @RepeatedTest(TIMES)
    void leavesTheRunValidWhenItTakesTheRestOfTheProcessors() throws Exception {
        List<Process> engine = new ArrayList<>();
        try {
            for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
                engine.add(new ProcessBuilder("nice", "-n", "19", "sh", "-c", "while :; do :; done").start());
            }
            Process load = load();
            load.waitFor();

            assertThat(said(load)).isEqualTo("SUCCESSFUL ");
        } finally {
            engine.forEach(Process::destroyForcibly);
        }
    }

    private Process load() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + directory,
                        "-cp",
                        System.getProperty("java.class.path"),
                        LoadOfItsOwn.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void signal(String name, Process process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", name, Long.toString(process.pid())).start().waitFor();
    }

    /** The last line; the report's own stand before it. */
    private static String said(Process process) throws IOException {
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        return lines.get(lines.size() - 1);
    }
}
