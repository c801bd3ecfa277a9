package io.github.llmperf.protocol.framing;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Cuts a body into frames, wherever the reads cut it. Used by one thread.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public interface Framing {

    /** Longest frame in bytes, far above any real one. It bounds memory; how long a body may get is for the client. */
    int LONGEST = 64 * 1024 * 1024;

    /** Where frames go. */
    interface Sink {

        /**
         * Takes a frame, during the call whose bytes complete it.
         *
         * @param frame what came
         */
        void frame(Frame frame);

        /**
         * Is told once that the body cannot be cut any further; nothing follows.
         *
         * @param why what is wrong with it
         */
        void broken(String why);
    }

    /**
     * Takes the next bytes of the body. The array may change after the call.
     *
     * @param bytes holds them
     * @param offset index of the first
     * @param length how many
     */
    void feed(byte[] bytes, int offset, int length);

    /** Ends the input: the rest is passed on as an unterminated frame. */
    void end();
}
