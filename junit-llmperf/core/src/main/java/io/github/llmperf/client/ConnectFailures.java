package io.github.llmperf.client;

import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.FailureCause;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Trouble;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Finds why TLS or a proxy let no connection come about, and says it in a sentence with the way out. */
final class ConnectFailures {

    private static final int LONGEST_NAMES = 100;

    /** What servers say when they find nothing wrong but the certificate of the client. */
    private static final Set<String> ON_CERTIFICATE = Set.of(
            "bad_certificate",
            "unsupported_certificate",
            "certificate_revoked",
            "certificate_expired",
            "certificate_unknown",
            "unknown_ca",
            "access_denied",
            "decrypt_error",
            "certificate_required",
            "handshake_failure");

    private final Target target;
    private final URI url;
    private final ClientKeys clientKeys;

    ConnectFailures(Target target, URI url, ClientKeys clientKeys) {
        this.target = target;
        this.url = url;
        this.clientKeys = clientKeys;
    }

    private Optional<Trouble> explain(IOException e) {
        return Stream.<Optional<Trouble>>of(proxy(e), otherProtocol(e), certificate(e), alert(e))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /**
     * Explains a failed handshake, even if the cause is unknown.
     *
     * @return the cause and the sentence; empty if neither TLS nor the proxy is involved
     */
    Optional<Trouble> explainHandshake(IOException e) {
        return explain(e)
                .or(() -> closedAfterAsking(e))
                .or(() -> e instanceof SSLException ? Optional.of(broken(e)) : Optional.empty());
    }

    /**
     * Explains why a new connection ended before an answer. With TLS 1.3 the server checks the client's certificate
     * after the client considers itself connected, and its alert can be lost while the request is still being sent.
     *
     * @return the cause and the sentence; empty if neither TLS nor the proxy is involved
     */
    Optional<Trouble> explainEnd(IOException e) {
        return explain(e).or(() -> closedAfterAsking(e));
    }

    private Optional<Trouble> closedAfterAsking(IOException e) {
        boolean closed = e instanceof SSLException
                || e.getCause() instanceof EOFException
                || (e instanceof SocketException && !(e instanceof ConnectException));
        return closed && TlsSettings.isHttps(url) && clientKeys.inDoubt()
                ? Optional.of(ofCertificate("connection closed"))
                : Optional.empty();
    }

    private Optional<Trouble> proxy(IOException e) {
        if (target.connection().proxy() == null) {
            return Optional.empty();
        }
        if (ForeignWords.isProxyLogin(e)) {
            return Optional.of(trouble(FailureCause.PROXY_LOGIN, refusedLogin(target)));
        }
        OptionalInt refused = ForeignWords.statusOfTunnel(e);
        return refused.isPresent() ? Optional.of(ofProxy(refused.getAsInt())) : Optional.empty();
    }

    private Trouble ofProxy(int status) {
        return trouble(
                status >= 500 ? FailureCause.PROXY_FINDS_NO_SERVER : FailureCause.PROXY_REFUSES,
                "the proxy " + target.connection().proxy() + " refuses to connect to " + url.getRawAuthority()
                        + " (HTTP " + status + "): have it allow that host, or remove proxy");
    }

    /** What to do when a proxy answers 407. */
    static String refusedLogin(Target target) {
        boolean sent = target.headers().keySet().stream().anyMatch(HttpRequests::isForProxy);
        return "the proxy "
                + target.connection().proxy()
                + (sent
                        ? " refuses the header Proxy-Authorization (HTTP 407): check its value"
                        : " wants to know who asks (HTTP 407): add \"Proxy-Authorization: Basic ${…}\" to headers, with"
                                + " user:password in base64; it is sent to the proxy only");
    }

    private Optional<Trouble> otherProtocol(IOException e) {
        if (causes(e).stream().anyMatch(ForeignWords::isAnsweredWithoutTls)) {
            return Optional.of(trouble(
                    FailureCause.SPEAKS_PLAIN_HTTP, server() + " speaks plain HTTP, not TLS: begin url with http://"));
        }
        return ForeignWords.isAnsweredInTls(e)
                ? Optional.of(trouble(
                        FailureCause.SPEAKS_TLS, server() + " speaks TLS, not plain HTTP: begin url with https://"))
                : Optional.empty();
    }

    private Optional<Trouble> certificate(IOException e) {
        Optional<String> why = e instanceof SSLPeerUnverifiedException
                ? Optional.of(otherHost(e))
                : causes(e).stream()
                        .filter(ServerTrust.Untrusted.class::isInstance)
                        .findFirst()
                        .map(FailureText::words);
        return why.map(words -> ofTls(FailureCause.SERVER_CERTIFICATE, ": " + words));
    }

    private String otherHost(IOException e) {
        String names = ForeignWords.namesOfCertificate(e);
        return "its certificate is for " + (names.isEmpty() ? "no name" : cut(names)) + ", not for " + url.getHost()
                + ": use a name of the certificate in url, or have one issued for this name";
    }

    private Optional<Trouble> alert(IOException e) {
        return causes(e).stream()
                .flatMap(cause -> ForeignWords.alert(cause).stream())
                .findFirst()
                .map(this::ofAlert);
    }

    private Trouble ofAlert(String alert) {
        if (alert.equals("certificate_required") || (clientKeys.asked() && ON_CERTIFICATE.contains(alert))) {
            return ofCertificate("alert " + alert);
        }
        return ofTls(
                FailureCause.TLS_ALERT,
                switch (alert) {
                    case "protocol_version", "insufficient_security" ->
                        ": it offers no version and cipher that Java allows (alert " + alert
                                + "): have it speak TLS 1.2 or 1.3";
                    case "unrecognized_name" ->
                        ": it does not know the name " + url.getHost()
                                + " (alert unrecognized_name): use a name of its certificate in url";
                    default -> ": it ended the handshake (alert " + alert + "): look at the server's log";
                });
    }

    private Trouble ofCertificate(String how) {
        ClientKey key = clientKeys.key();
        if (key == null) {
            return trouble(
                    FailureCause.CLIENT_CERTIFICATE,
                    server() + " requires a client certificate (" + how + "): name its file in clientCertificate");
        }
        X509Certificate certificate = key.certificate();
        return trouble(
                FailureCause.CLIENT_CERTIFICATE,
                server() + " refuses the client certificate " + Certificates.subject(certificate) + ", issued by "
                        + Certificates.issuer(certificate) + " (" + how
                        + "): name one in clientCertificate that a CA of the server issued, with its chain");
    }

    private Trouble broken(IOException e) {
        return ofTls(
                FailureCause.TLS_BROKEN,
                " (" + FailureText.words(e) + "): check that url and port are those of an https server");
    }

    private Trouble ofTls(FailureCause cause, String how) {
        return trouble(cause, "TLS with " + server() + " failed" + how);
    }

    private static Trouble trouble(FailureCause cause, String message) {
        return new Trouble(FailureKind.CONNECT, cause, message, null);
    }

    private String server() {
        return url.getScheme() + "://" + url.getRawAuthority();
    }

    private static String cut(String names) {
        return names.length() > LONGEST_NAMES ? names.substring(0, LONGEST_NAMES - 1) + "…" : names;
    }

    /** The exception, its causes, and what they suppressed. */
    private static Set<Throwable> causes(Throwable e) {
        Set<Throwable> seen = new LinkedHashSet<>();
        Deque<Throwable> left = new ArrayDeque<>();
        left.add(e);
        while (!left.isEmpty()) {
            Throwable next = left.remove();
            if (seen.add(next)) {
                left.addAll(Arrays.asList(next.getSuppressed()));
                if (next.getCause() != null) {
                    left.add(next.getCause());
                }
            }
        }
        return seen;
    }
}
