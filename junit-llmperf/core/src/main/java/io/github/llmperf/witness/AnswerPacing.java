package io.github.llmperf.witness;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** When the own server writes the events of one answer. Called on the server's thread. */
@API(status = Status.INTERNAL, since = "0.1")
public interface AnswerPacing {

    /**
     * The server has received the whole request.
     *
     * @param moment in terms of the server's clock
     */
    default void arrived(long moment) {}

    /**
     * Says when an event is due.
     *
     * @param event its number, from 0
     * @return a moment in terms of the server's clock; one that is past is due at once
     */
    long due(int event);

    /**
     * An event is about to be written.
     *
     * @param event its number, from 0
     * @param moment in terms of the server's clock, just before
     */
    default void written(int event, long moment) {}
}
