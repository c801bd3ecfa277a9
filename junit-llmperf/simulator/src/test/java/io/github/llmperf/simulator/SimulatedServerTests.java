package io.github.llmperf.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SimulatedServerTests {

    private static List<Thread> ownThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().startsWith("llmperf-simulator"))
                .toList();
    }

    @Test
    void completesTwoHundredStreamsAtOnce() {
        try (SimulatedServer server = SimulatedServer.builder()
                .arrivalMillis(1)
                .stepMillis(0.2)
                .decodeMillis(0)
                .start()) {
            HttpClient client =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            List<CompletableFuture<String>> answers = IntStream.rangeClosed(1, 200)
                    .mapToObj(tokens -> HttpRequest.newBuilder(URI.create(server.url() + "/v1/chat/completions"))
                            .POST(HttpRequest.BodyPublishers.ofString(
                                    "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"ignore_eos\":true,"
                                            + "\"max_tokens\":" + tokens
                                            + ",\"stream\":true,\"stream_options\":{\"include_usage\":true}}"))
                            .build())
                    .map(request -> client.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                            .thenApply(HttpResponse::body))
                    .toList();

            for (int tokens = 1; tokens <= 200; tokens++) {
                assertThat(answers.get(tokens - 1).join().split("\n\n"))
                        .hasSize(tokens + 3)
                        .endsWith("data: [DONE]")
                        .anyMatch(event -> event.contains("\"choices\":[]"));
            }
            assertThat(server.running() + server.waiting()).isZero();
        }
    }

    @Test
    void leavesNothingBehindWhenClosed() throws Exception {
        SimulatedServer server =
                SimulatedServer.builder().clock(new ManualClock()).start();
        List<Thread> threads = ownThreads();
        RawConnection streaming = new RawConnection(server);
        streaming.post("/v1/completions", "{\"prompt\":\"x\",\"stream\":true}").head();
        RawConnection idle = new RawConnection(server);
        idle.get("/health").answer();

        server.close();
        server.close();

        assertThat(threads).hasSizeGreaterThanOrEqualTo(2).allMatch(Thread::isDaemon);
        for (Thread thread : threads) {
            thread.join(30_000);
            assertThat(thread.isAlive()).as(thread.getName()).isFalse();
        }
        assertThat(streaming.rest()).isEmpty();
        assertThat(idle.rest()).isEmpty();
        assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> new RawConnection(server));
        streaming.close();
        idle.close();
    }

    @Test
    void chooseAFreePortOnThisMachineOnly() {
        try (SimulatedServer one = SimulatedServer.builder().start();
                SimulatedServer two = SimulatedServer.builder().model("m").start()) {
            assertThat(one.url()).matches("http://127\\.0\\.0\\.1:\\d+").isNotEqualTo(two.url());
            assertThat(two.toString()).isEqualTo("m simulated at " + two.url());
        }
    }

    @Test
    void sayThatAPortIsTaken() {
        try (SimulatedServer one = SimulatedServer.builder().start()) {
            int port = URI.create(one.url()).getPort();

            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> SimulatedServer.builder().port(port).start())
                    .withMessage("port must be free, but " + port + " cannot be opened; 0 has a free one chosen");
        }
    }

    @Test
    void areReachableOnAPortThatWasFreed() throws IOException {
        int port;
        try (SimulatedServer one = SimulatedServer.builder().start()) {
            port = URI.create(one.url()).getPort();
        }
        try (SimulatedServer again = SimulatedServer.builder().port(port).start();
                RawConnection connection = new RawConnection(again)) {
            assertThat(connection.get("/health").answer().status()).isEqualTo(200);
        }
    }

    @Test
    void refuseSettingsOutOfRangeBeforeOpeningAnything() {
        int before = ownThreads().size();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulatedServer.builder().port(70_000).start())
                .withMessage("port must be between 0 and 65535, but is 70000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulatedServer.builder().model(" ").start())
                .withMessage("model must have a name, but it is blank");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulatedServer.builder().maxModelLen(1).start())
                .withMessage("maxModelLen must be 2 or more, but is 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulatedServer.builder().apiKey("").start())
                .withMessage("apiKey must not be blank; leave it out to ask for none");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulatedServer.builder().slots(0).start())
                .withMessage("slots must be 1 or more, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimulatedServer.builder().slowFactor(-2).start())
                .withMessageStartingWith("slowFactor must be above 0");
        assertThat(ownThreads()).hasSizeLessThanOrEqualTo(before);
    }

    @Test
    void refuseASlowFactorThatMakesNoSenseWhileRunning() {
        try (SimulatedServer server = SimulatedServer.builder().start()) {
            assertThatIllegalArgumentException().isThrownBy(() -> server.slowFactor(0));
        }
    }
}
