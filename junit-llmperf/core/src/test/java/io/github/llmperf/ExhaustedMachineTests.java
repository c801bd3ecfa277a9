package io.github.llmperf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A child that is given too little fails the load test that wanted more, says why, and runs all others. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class ExhaustedMachineTests {

    @TempDir
    Path directory;

    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class UncappedTestCase {
        @LlmLoad(requestRate = "500/s", duration = "3s", maxNewTokens = 16)
        @Sla(errorRate = "1%")
        void aLoad() {}

        @Test
        void theNext() {}
    }

    @Test
    void isInvalidWhenItsFilesRunOut() throws Exception {
        try (HoldingServer server = new HoldingServer(0)) {
            String said = LimitedChild.run(
                    UncappedTestCase.class, directory, server.url(), "ulimit -n 96", "-XX:TieredStopAtLevel=1");

            assertThat(said)
                    .containsPattern(
                            "ENDED requestRate=500/s.* ABORTED .*INVALID: ExhaustedMachineTests.UncappedTestCase.aLoad: this machine"
                                    + " failed [0-9]+ requests, which are no errors of the server: no file was free for a"
                                    + " connection to 127.0.0.1:[0-9]+: this process may open 96, and each request in flight"
                                    + " takes one: raise the limit")
                    .contains("ENDED theNext() SUCCESSFUL");
        }
    }

    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class LongAnswersTestCase {
        @LlmLoad(users = 4, requests = 100, maxNewTokens = 32768)
        void aLoad() {}

        @Test
        void theNext() {}
    }

    @Test
    void failsTheTestWhenTheHeapRunsOut() throws Exception {
        try (EndlessServer server = new EndlessServer()) {
            String said = LimitedChild.run(LongAnswersTestCase.class, directory, server.url(), "true", "-Xmx64m");

            assertThat(said)
                    .containsPattern("ENDED users=4.* FAILED io.github.llmperf.LoadTestException:"
                            + " ExhaustedMachineTests.LongAnswersTestCase.aLoad: the load could not be carried out, since it exhausted the"
                            + " memory of this process \\(.*; 64 MB of heap\\): it says nothing about the server; raise"
                            + " -Xmx")
                    .contains("ENDED theNext() SUCCESSFUL");
        }
    }

    /** Answers with text that does not end. */
    private static final class EndlessServer implements AutoCloseable {

        private static final String HEAD =
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";

        private final ServerSocket server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());

        EndlessServer() throws IOException {
            start(this::accept);
        }

        String url() {
            return "http://127.0.0.1:" + server.getLocalPort();
        }

        private void accept() {
            try {
                while (true) {
                    Socket socket = server.accept();
                    start(() -> serve(socket));
                }
            } catch (IOException e) {
                // Closed: the test is over.
            }
        }

        private static void serve(Socket socket) {
            byte[] event = ("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + "moss ".repeat(1600)
                            + "\"}}]}\n\n")
                    .getBytes(StandardCharsets.UTF_8);
            try (socket) {
                OutputStream out = socket.getOutputStream();
                out.write(HEAD.getBytes(StandardCharsets.UTF_8));
                while (true) {
                    out.write(event);
                }
            } catch (IOException e) {
                // The client has what it can carry.
            }
        }

        private static void start(Runnable work) {
            Thread thread = new Thread(work, "endless-server");
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
