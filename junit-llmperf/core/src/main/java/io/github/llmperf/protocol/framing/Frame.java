package io.github.llmperf.protocol.framing;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * One event of a stream, as it stands on the wire.
 *
 * @param type value of the {@code event} field of server-sent events; empty when there was none
 * @param data joined {@code data} lines, a line, or an element of an array; empty when there was none
 * @param error joined values of the non-standard field {@code error} of server-sent events; empty when there was none
 * @param terminated whether what ends an event came; false only for the last one of a body
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Frame(String type, String data, String error, boolean terminated) {

    static Frame of(String data, boolean terminated) {
        return new Frame("", data, "", terminated);
    }
}
