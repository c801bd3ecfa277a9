package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.run.BuildStop;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class BuildStopTests {

    private static final int ANSWERED = 30;
    private static final int USERS = 5;
    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    Path directory;

    @LlmTarget(model = "held")
    static class HeldTestCase {
        static final AtomicBoolean INTERRUPTED = new AtomicBoolean();

        @LlmLoad(users = USERS, requests = 1000, warmup = "0", timeout = "10m", maxDuration = "20m")
        void isHeld() {}

        @AfterEach
        void seesTheInterrupt() {
            INTERRUPTED.set(Thread.currentThread().isInterrupted());
        }
    }

    @LlmTarget(model = "held")
    static class ManyUsersTestCase {
        @LlmLoad(users = 200, requests = 1000, warmup = "0", timeout = "10m", maxDuration = "20m")
        void isHeld() {}
    }

    @LlmTarget(model = "held")
    static class RepeatedTestCase {
        @LlmLoad(users = USERS, requests = 20, repetitions = 3, warmup = "0", timeout = "10m", maxDuration = "20m")
        void isHeld() {}
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there a process can only be killed")
    void writesTheResultsSoFarWhenTheVirtualMachineIsEnded() throws Exception {
        try (HoldingServer server = new HoldingServer(ANSWERED)) {
            Process child = LoadInChild.start(HeldTestCase.class, directory, server.url());
            try {
                assertThat(server.awaitHeld(USERS)).isTrue();
                child.destroy();
                assertThat(child.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            } finally {
                child.destroyForcibly();
            }
            assertThat(child.exitValue()).as("as the signal wants it").isEqualTo(128 + 15);
            assertThat(server.awaitGivenUp(USERS)).isTrue();
        }
        LoadTestKit written = new LoadTestKit(null, directory.resolve("results"));
        isMarkedInterrupted(written, USERS);
        assertThat(written.written("summary.md")).contains("INVALID", "run was interrupted after");
    }

    @Test
    void writesTheResultsSoFarWhenItsThreadIsInterrupted() throws Exception {
        LoadTestKit run = interrupted(HeldTestCase.class, ANSWERED, USERS);
        assertThat(run.aborts()).hasMessageContaining("run was interrupted after");
        assertThat(HeldTestCase.INTERRUPTED)
                .as("the thread's interrupt is given back")
                .isTrue();
        isMarkedInterrupted(run, USERS);
    }

    @Test
    void cancelsTheRequestsOfManyUsers() throws Exception {
        LoadTestKit run = interrupted(ManyUsersTestCase.class, ANSWERED, 200);
        isMarkedInterrupted(run, 200);
    }

    @Test
    void startsNoFurtherRepetition() throws Exception {
        LoadTestKit run = interrupted(RepeatedTestCase.class, 30, USERS);
        isMarkedInterrupted(run, USERS);
    }

    @Test
    void givesBackAnInterruptAndStartsNoLoadAfterIt() throws Exception {
        assertThat(onItsOwnThread(() -> {
                    try (BuildStop stop = BuildStop.watch()) {
                        Thread.currentThread().interrupt();
                        String result = stop.during(() -> "so far");
                        assertThat(Thread.currentThread().isInterrupted())
                                .as("while files are written")
                                .isFalse();
                        assertThat(result).isEqualTo("so far");
                        try {
                            stop.during(() -> "again");
                            throw new AssertionError("a load was started");
                        } catch (InterruptedException e) {
                            assertThat(e).hasMessage("the build is ending: no load is started any more");
                        }
                    }
                    assertThat(Thread.currentThread().isInterrupted()).isTrue();
                }))
                .isNull();
    }

    private interface Work {
        void run() throws Exception;
    }

    private static Throwable onItsOwnThread(Work work) throws InterruptedException {
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                thrown[0] = e;
            }
        });
        thread.start();
        thread.join();
        return thrown[0];
    }

    private LoadTestKit interrupted(Class<?> testCase, int answered, int users) throws Exception {
        LoadTestKit[] run = new LoadTestKit[1];
        try (HoldingServer server = new HoldingServer(answered)) {
            Map<String, String> parameters =
                    Map.of("llmperf.target.url", server.url(), "llmperf.probe", "false", "llmperf.records", "full");
            Thread thread = new Thread(() -> run[0] = LoadTestKit.run(directory, testCase, parameters));
            thread.start();
            assertThat(server.awaitHeld(users)).isTrue();
            thread.interrupt();
            assertThat(server.awaitGivenUp(users)).isTrue();
            thread.join();
        }
        return run[0];
    }

    private static void isMarkedInterrupted(LoadTestKit run, int inFlight) throws Exception {
        JsonNode result = new ObjectMapper().readTree(run.written("result.json"));
        assertThat(result.path("end").asText()).isEqualTo("INTERRUPTED");
        assertThat(result.path("verdict").asText()).isEqualTo("INVALID");
        assertThat(result.path("requests").path("succeeded").asInt()).isEqualTo(ANSWERED);
        assertThat(result.path("requests").path("inFlightAtEnd").asInt()).isEqualTo(inFlight);
        assertThat(run.written("report.html")).contains("run was interrupted after");
    }
}
