package io.github.llmperf.client;

import java.security.cert.X509Certificate;
import java.util.function.Consumer;
import javax.net.ssl.SSLServerSocket;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/** Scripted servers that speak TLS. */
final class TlsServer {

    private TlsServer() {}

    static ScriptedServer of(HeldCertificate held, ScriptedServer.Script script) {
        return start(handshake(held), socket -> {}, script);
    }

    /** A server that shows those above it too. */
    static ScriptedServer of(HeldCertificate held, HeldCertificate above, ScriptedServer.Script script) {
        HandshakeCertificates handshake = new HandshakeCertificates.Builder()
                .heldCertificate(held, above.certificate())
                .build();
        return start(handshake, socket -> {}, script);
    }

    static ScriptedServer speaking(String version, HeldCertificate held, ScriptedServer.Script script) {
        return start(handshake(held), socket -> socket.setEnabledProtocols(new String[] {version}), script);
    }

    /** A server that wants a client certificate of a CA. */
    static ScriptedServer asking(
            String version, HeldCertificate held, HeldCertificate clientCa, ScriptedServer.Script script) {
        HandshakeCertificates handshake = new HandshakeCertificates.Builder()
                .heldCertificate(held)
                .addTrustedCertificate(clientCa.certificate())
                .build();
        return start(
                handshake,
                socket -> {
                    socket.setNeedClientAuth(true);
                    socket.setEnabledProtocols(new String[] {version});
                },
                script);
    }

    private static HandshakeCertificates handshake(HeldCertificate held) {
        return new HandshakeCertificates.Builder()
                .heldCertificate(held, new X509Certificate[0])
                .build();
    }

    private static ScriptedServer start(
            HandshakeCertificates handshake, Consumer<SSLServerSocket> setUp, ScriptedServer.Script script) {
        return new ScriptedServer(
                handshake.sslContext().getServerSocketFactory(),
                socket -> setUp.accept((SSLServerSocket) socket),
                script);
    }
}
