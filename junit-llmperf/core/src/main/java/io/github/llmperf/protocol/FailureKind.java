package io.github.llmperf.protocol;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Why a request failed. HTTP 200 is not success.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public enum FailureKind {
    /** Nothing more arrived within the time allowed. */
    TIMEOUT,
    /** The key is missing or refused: 401, 403. */
    AUTH,
    /** Prompt and answer do not fit the model's context, wherever the server says so. */
    LENGTH,
    /** The server has no room: 429, 503, 529, or the same said inside a stream. */
    OVERLOAD,
    /** Any other 4xx. */
    BAD_REQUEST,
    /** 5xx, 424, or a JSON error with status 200. */
    SERVER_ERROR,
    /** An error inside a stream that began with 200. */
    STREAM_ERROR,
    /** The answer ended without an end mark. */
    TRUNCATED,
    /** Not the format expected: HTML, broken JSON. */
    PROTOCOL,
    /** Well-formed, but no output. */
    EMPTY_OUTPUT,
    /** No connection could be opened. */
    CONNECT,
    /** A pooled connection was closed by the server between requests, twice in a row. */
    CONNECTION_REUSED_CLOSED,
    /** This machine had no file, port or the like left for the request; never a server failure. */
    GENERATOR,
    /** Ended by the run's own end; never a server failure. */
    CANCELLED
}
