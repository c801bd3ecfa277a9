package io.github.llmperf.protocol.kit;

import com.fasterxml.jackson.databind.JsonNode;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Understands the JSON values of one API, events of a stream as well as whole answers. May keep state of one answer.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
@FunctionalInterface
public interface Decoder {

    /**
     * Adds what a value says to the answer. Errors in the usual wordings have been noted before.
     *
     * @param value an event, or a whole answer; an array only as a whole answer
     * @param answer is added to
     * @return whether it is a value of this API; others are skipped in a stream
     */
    boolean decode(JsonNode value, AnswerBuilder answer);
}
