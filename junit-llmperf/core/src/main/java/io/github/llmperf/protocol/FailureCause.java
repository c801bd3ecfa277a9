package io.github.llmperf.protocol;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What is behind a failure, as far as it is known. It is found where the failure is seen, so that nobody has to read a
 * message to know it.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public enum FailureCause {
    /** Nothing is known beyond the kind of the failure. */
    UNKNOWN,
    /** The host has no address. */
    UNKNOWN_HOST,
    /** Nothing listens at the address, or no way leads there. */
    UNREACHABLE,
    /** No connection came about in the time allowed. */
    NO_CONNECTION_IN_TIME,
    /** The server speaks TLS where plain HTTP was sent. */
    SPEAKS_TLS,
    /** The server speaks plain HTTP where TLS was sent. */
    SPEAKS_PLAIN_HTTP,
    /** The server's certificate is not trusted, or is for another host. */
    SERVER_CERTIFICATE,
    /** The server requires a client certificate, or refuses the one that was shown. */
    CLIENT_CERTIFICATE,
    /** The server ended the TLS handshake with an alert. */
    TLS_ALERT,
    /** The TLS handshake broke off without a reason. */
    TLS_BROKEN,
    /** The proxy requires a login, or refuses the one that was sent. */
    PROXY_LOGIN,
    /** The proxy does not connect to the host. */
    PROXY_REFUSES,
    /** The proxy could not reach the host. */
    PROXY_FINDS_NO_SERVER,
    /** This machine had no file left for a connection. */
    OUT_OF_FILES,
    /** This machine had no local port left for a connection. */
    OUT_OF_PORTS,
    /** The server does not have the model that was asked for. */
    UNKNOWN_MODEL,
    /** The server limits the length of answers by another field than {@code max_tokens}. */
    OTHER_LENGTH_FIELD
}
