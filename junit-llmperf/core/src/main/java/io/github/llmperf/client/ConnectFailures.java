package io.github.llmperf.client;

import io.github.llmperf.plan.Target;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Says in a sentence why TLS or a proxy let no connection come about, and the way out. */
final class ConnectFailures {

    private static final Pattern ALERT = Pattern.compile("Received fatal alert: (\\w+)");
    private static final Pattern TUNNEL = Pattern.compile("Unexpected response code for CONNECT: (\\d+)");
    private static final String TUNNEL_LOGIN = "Failed to authenticate with proxy";

    /** Alternative names in OkHttp's words. */
    private static final Pattern NAMES = Pattern.compile("subjectAltNames: \\[(.*)]");

    private static final int LONGEST_NAMES = 100;

    /** A status line that begins like a record of TLS: an alert or a handshake of version 3. */
    private static final Pattern TLS_RECORD = Pattern.compile("Unexpected status line: [\\x15\\x16]\\x03");

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

    private static final Pattern PROXY_FINDS_NO_SERVER =
            Pattern.compile(" refuses to connect to \\S+ \\(HTTP 5\\d\\d\\)");

    private static final String NO_TLS = "): check that url and port are those of an https server";
    private static final String TLS_WITH = "TLS with ";
    private static final String THE_PROXY = "the proxy ";

    private final Target target;
    private final URI url;
    private final ClientKeys clientKeys;

    ConnectFailures(Target target, URI url, ClientKeys clientKeys) {
        this.target = target;
        this.url = url;
        this.clientKeys = clientKeys;
    }

    private Optional<String> explain(IOException e) {
        return Stream.<Optional<String>>of(proxy(e), otherProtocol(e), certificate(e), alert(e))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Tells whether the message of a failure is one of these sentences, which end with the way out. */
    static boolean hasAdvice(String message) {
        return Stream.of(TLS_WITH, THE_PROXY, "https://", "http://").anyMatch(message::startsWith);
    }

    /**
     * Tells whether a connection may come about later: nothing listens yet, or what does is a gateway whose server is not
     * up.
     *
     * @param message of a failure to connect
     * @return false for what a server that is up would say again
     */
    static boolean mayPass(String message) {
        return !hasAdvice(message)
                || message.endsWith(NO_TLS)
                || PROXY_FINDS_NO_SERVER.matcher(message).find();
    }

    /**
     * Explains a handshake that failed, be it that the cause is unknown.
     *
     * @param e how it ended
     * @return the sentence; empty when TLS and proxy have no part in it
     */
    Optional<String> explainHandshake(IOException e) {
        return explain(e)
                .or(() -> closedAfterAsking(e))
                .or(() -> e instanceof SSLException ? Optional.of(broken(e)) : Optional.empty());
    }

    /**
     * Explains why a new connection ended before an answer. TLS 1.3 judges the client's certificate when
     * the client believes to be connected, and the alert that says so can be lost when the request is still being sent.
     *
     * @param e how it ended
     * @return the sentence; empty when TLS and proxy have no part in it
     */
    Optional<String> explainEnd(IOException e) {
        return explain(e).or(() -> closedAfterAsking(e));
    }

    private Optional<String> closedAfterAsking(IOException e) {
        boolean closed = e instanceof SSLException
                || e.getCause() instanceof EOFException
                || (e instanceof SocketException && !(e instanceof ConnectException));
        return closed && TlsSettings.isHttps(url) && clientKeys.inDoubt()
                ? Optional.of(ofCertificate("connection closed"))
                : Optional.empty();
    }

    private Optional<String> proxy(IOException e) {
        if (target.proxy() == null) {
            return Optional.empty();
        }
        String words = FailureText.words(e);
        if (words.contains(TUNNEL_LOGIN)) {
            return Optional.of(refusedLogin(target));
        }
        Matcher refused = TUNNEL.matcher(words);
        return refused.find()
                ? Optional.of(THE_PROXY + target.proxy() + " refuses to connect to " + url.getRawAuthority() + " (HTTP "
                        + refused.group(1) + "): have it allow that host, or remove proxy")
                : Optional.empty();
    }

    /** What to do when a proxy answers 407. */
    static String refusedLogin(Target target) {
        boolean sent = target.headers().keySet().stream().anyMatch(HttpRequests::isForProxy);
        return THE_PROXY
                + target.proxy()
                + (sent
                        ? " refuses the header Proxy-Authorization (HTTP 407): check its value"
                        : " wants to know who asks (HTTP 407): add \"Proxy-Authorization: Basic ${…}\" to headers, with"
                                + " user:password in base64; it is sent to the proxy only");
    }

    private Optional<String> otherProtocol(IOException e) {
        if (has(e, "Unsupported or unrecognized SSL message")) {
            return Optional.of(server() + " speaks plain HTTP, not TLS: begin url with http://");
        }
        return e instanceof ProtocolException
                        && TLS_RECORD.matcher(FailureText.words(e)).find()
                ? Optional.of(server() + " speaks TLS, not plain HTTP: begin url with https://")
                : Optional.empty();
    }

    private Optional<String> certificate(IOException e) {
        if (e instanceof SSLPeerUnverifiedException) {
            return Optional.of(TLS_WITH + server() + " failed: " + otherHost(e));
        }
        return causes(e).stream()
                .filter(ServerTrust.Untrusted.class::isInstance)
                .findFirst()
                .map(untrusted -> TLS_WITH + server() + " failed: " + untrusted.getMessage());
    }

    private String otherHost(IOException e) {
        Matcher names = NAMES.matcher(FailureText.words(e));
        String hosts = !names.find() || names.group(1).isEmpty() ? "no name" : cut(names.group(1));
        return "its certificate is for " + hosts + ", not for " + url.getHost()
                + ": use a name of the certificate in url, or have one issued for this name";
    }

    private Optional<String> alert(IOException e) {
        return causes(e).stream()
                .map(cause -> ALERT.matcher(FailureText.words(cause)))
                .filter(Matcher::find)
                .findFirst()
                .map(found -> ofAlert(found.group(1)));
    }

    private String ofAlert(String alert) {
        if (alert.equals("certificate_required") || (clientKeys.asked() && ON_CERTIFICATE.contains(alert))) {
            return ofCertificate("alert " + alert);
        }
        return switch (alert) {
            case "protocol_version", "insufficient_security" ->
                TLS_WITH + server() + " failed: it offers no version and cipher that Java allows (alert " + alert
                        + "): have it speak TLS 1.2 or 1.3";
            case "unrecognized_name" ->
                TLS_WITH + server() + " failed: it does not know the name " + url.getHost()
                        + " (alert unrecognized_name): use a name of its certificate in url";
            default ->
                TLS_WITH + server() + " failed: it ended the handshake (alert " + alert + "): look at the server's log";
        };
    }

    private String ofCertificate(String how) {
        ClientKey key = clientKeys.key();
        if (key == null) {
            return server() + " requires a client certificate (" + how + "): name its file in clientCertificate";
        }
        X509Certificate certificate = key.certificate();
        return server() + " refuses the client certificate " + Certificates.subject(certificate) + ", issued by "
                + Certificates.issuer(certificate) + " (" + how
                + "): name one in clientCertificate that a CA of the server issued, with its chain";
    }

    private String broken(IOException e) {
        return TLS_WITH + server() + " failed (" + FailureText.words(e) + NO_TLS;
    }

    private String server() {
        return url.getScheme() + "://" + url.getRawAuthority();
    }

    private static String cut(String names) {
        return names.length() > LONGEST_NAMES ? names.substring(0, LONGEST_NAMES - 1) + "…" : names;
    }

    private static boolean has(IOException e, String words) {
        return causes(e).stream().anyMatch(cause -> FailureText.words(cause).contains(words));
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
