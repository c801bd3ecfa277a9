package io.github.llmperf.protocol.kit;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What the streams of an API look like. Server-sent events are always understood.
 *
 * @param jsonLines whether a body that begins with an opening brace is a stream of lines, whatever its content type
 * @param jsonArray whether a body that begins with an opening bracket is a stream of elements
 * @param endMark what ends a stream, in the words of a message; empty when a clean end of the body is all there is
 * @param done whether {@code [DONE]} is expected last, so that its absence is worth a warning
 * @param fields of the JSON that are read; all others are skipped
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record StreamForm(boolean jsonLines, boolean jsonArray, String endMark, boolean done, Fields fields) {

    /**
     * Returns the form of streams that end with a mark of their own.
     *
     * @param endMark in the words of a message, such as {@code generated_text}
     * @return server-sent events only, without {@code [DONE]}
     */
    public static StreamForm endingWith(String endMark) {
        return new StreamForm(false, false, endMark, false, Fields.ALL);
    }

    /** Streams that just end. */
    public static final StreamForm ENDLESS = endingWith("");

    /**
     * Returns this form for an API that also sends, or only sends, one JSON value per line.
     *
     * @return the changed copy
     */
    public StreamForm orLines() {
        return new StreamForm(true, jsonArray, endMark, done, fields);
    }

    /**
     * Returns this form for an API that also sends the elements of a JSON array.
     *
     * @return the changed copy
     */
    public StreamForm orArray() {
        return new StreamForm(jsonLines, true, endMark, done, fields);
    }

    /**
     * Returns this form for an API that sends {@code [DONE]} last.
     *
     * @return the changed copy
     */
    public StreamForm thenDone() {
        return new StreamForm(jsonLines, jsonArray, endMark, true, fields);
    }

    /**
     * Returns this form with the fields that are read.
     *
     * @param newFields all others are skipped
     * @return the changed copy
     */
    public StreamForm reading(Fields newFields) {
        return new StreamForm(jsonLines, jsonArray, endMark, done, newFields);
    }

    /** Lines have no {@code [DONE]}, whichever server writes them. */
    StreamForm withoutDone() {
        return new StreamForm(jsonLines, jsonArray, endMark, false, fields);
    }

    boolean needsEndMark() {
        return !endMark.isEmpty();
    }
}
