package io.github.llmperf.protocol;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Reads the body of one answer as its bytes come. Events are told to the listener given to
 * {@link Dialect#reader}, during the call of {@link #feed} whose bytes complete them. Used by one thread.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public interface AnswerReader {

    /**
     * Takes the next bytes of the body. The array may change after the call.
     *
     * @param bytes holds them
     * @param offset index of the first
     * @param length how many
     */
    void feed(byte[] bytes, int offset, int length);

    /**
     * Ends the input. Called once, also when the client gave up waiting.
     *
     * @param how whether the body ended as HTTP says
     * @return what the answer amounts to
     */
    AnswerResult end(BodyEnd how);
}
