package io.github.llmperf.client.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
    @Timeout(30)
    void canBeClosedByTlsThoughTheServerHasEndedTheConnection() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, HERE);
                Socket client = sockets.createSocket(HERE, server.getLocalPort())) {
            try (Socket served = server.accept()) {
                client.getOutputStream().write('?');
                assertThat(served.getInputStream().read()).isEqualTo('?');
                served.getOutputStream().write('!');
                assertThat(client.getInputStream().read()).isEqualTo('!');
            }
            while (!client.isClosed()) {
                Thread.onSpinWait();
            }

            client.setSoTimeout(5);
            assertThat(client.getSoTimeout()).isEqualTo(5);
            assertThat(client.getSoLinger()).isEqualTo(-1);
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
