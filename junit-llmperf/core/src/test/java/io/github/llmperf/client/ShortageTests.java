package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.protocol.FailureCause;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Trouble;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class ShortageTests {

    private static final URI URL = URI.create("http://llm:8000/v1/chat/completions?key=secret");

    @Test
    void isOfFilesWhenNoneIsLeft() {
        assertThat(Shortage.behind(new SocketException("Too many open files"))).contains(Shortage.FILES);
        assertThat(Shortage.behind(new IOException("Too many open files"))).contains(Shortage.FILES);
    }

    @Test
    void isOfPortsWhenNoneCanBeBound() {
        ConnectException outer = new ConnectException("Failed to connect to /127.0.0.1:8000");
        outer.initCause(new BindException("Cannot assign requested address"));

        assertThat(Shortage.behind(outer)).contains(Shortage.PORTS);
    }

    @Test
    void isNotWhatAServerSays() {
        assertThat(Shortage.behind(new ConnectException("Connection refused"))).isEmpty();
        assertThat(Shortage.behind(new SocketException("Connection reset"))).isEmpty();
        assertThat(Shortage.behind(new SocketTimeoutException("Connect timed out")))
                .isEmpty();
        assertThat(Shortage.behind(new UnknownHostException("llm"))).isEmpty();
        assertThat(Shortage.behind(new NoRouteToHostException("No route to host")))
                .isEmpty();
        assertThat(Shortage.behind(new IOException())).isEmpty();
    }

    /** On a machine without IPv6 the second address of localhost fails so, though the first says all: nothing listens. */
    @Test
    void isNotWhatOneOfSeveralAddressesMet() {
        ConnectException refused = new ConnectException("Connection refused");
        refused.addSuppressed(new BindException("Cannot assign requested address"));
        assertThat(Shortage.behind(refused)).isEmpty();

        BindException unreachable = new BindException("Cannot assign requested address");
        unreachable.addSuppressed(new ConnectException("Connection refused"));
        assertThat(Shortage.behind(unreachable)).isEmpty();
    }

    @Test
    void isWhatAllAddressesMet() {
        SocketException first = new SocketException("Too many open files");
        first.addSuppressed(new SocketException("Too many open files"));

        assertThat(Shortage.behind(first)).contains(Shortage.FILES);
    }

    @Test
    void isAFailureOfThisMachine() {
        assertThat(Shortage.FILES.trouble(URL))
                .isEqualTo(
                        new Trouble(FailureKind.GENERATOR, FailureCause.OUT_OF_FILES, Shortage.FILES.words(URL), null));
        assertThat(Shortage.PORTS.trouble(URL).cause()).isEqualTo(FailureCause.OUT_OF_PORTS);
    }

    @Test
    void saysTheLimitAndTheWayOut() {
        assertThat(Shortage.FILES.words(URL))
                .startsWith("no file was free for a connection to llm:8000")
                .contains("ulimit -n 65536")
                .doesNotContain("secret")
                .hasSizeLessThan(300);
        assertThat(Shortage.PORTS.words(URL))
                .startsWith("no local port was free for a connection to llm:8000")
                .contains("net.ipv4.ip_local_port_range")
                .hasSizeLessThan(300);
    }
}
