package io.github.llmperf.client.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StampedSocketsTests {

    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private final StampedSockets sockets = new StampedSockets(() -> 7);

    @AfterEach
    void endTheThread() {
        sockets.close();
    }

    @Test
    void neverHoldsBackTheLastPartOfARequest() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, HERE);
                Socket later = sockets.createSocket();
                Socket now = sockets.createSocket(HERE, server.getLocalPort())) {
            assertThat(later.getTcpNoDelay()).isTrue();
            assertThat(now.getTcpNoDelay()).isTrue();
        }
    }

    @Test
    void notesWhenASocketIsReadFrom() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, HERE);
                Socket client = sockets.createSocket(HERE, server.getLocalPort());
                Socket served = server.accept()) {
            sockets.stamp().begin();
            assertThat(sockets.stamp().sawBytes()).isFalse();
            served.getOutputStream().write('a');
            assertThat(client.getInputStream().read()).isEqualTo('a');
            assertThat(sockets.stamp().lastBytes()).isEqualTo(7);
        }
    }
}
