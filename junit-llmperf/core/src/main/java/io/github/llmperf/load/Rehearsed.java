package io.github.llmperf.load;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How this process was warmed up before its first load: its own path ran against its own server.
 *
 * @param state whether it was
 * @param seconds how long it took; 0 where it did not run
 * @param events token events that were read in it; 0 where it did not run
 * @param why why it failed; empty where it did not
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Rehearsed(State state, double seconds, long events, String why) {

    /** Whether there was a rehearsal. */
    public enum State {
        /** It ran to its end. */
        DONE,
        /** It was switched off. */
        OFF,
        /** It broke off; the load ran nevertheless. */
        FAILED,
        /** Nobody asked for it. */
        NONE
    }

    /** Nobody asked for one. */
    public static final Rehearsed NOT = new Rehearsed(State.NONE, 0, 0, "");

    /** It was switched off. */
    public static final Rehearsed OFF = new Rehearsed(State.OFF, 0, 0, "");

    /**
     * Tells of one that ran.
     *
     * @param seconds how long it took
     * @param events token events that were read
     * @return done
     */
    public static Rehearsed done(double seconds, long events) {
        return new Rehearsed(State.DONE, seconds, events, "");
    }

    /**
     * Tells of one that broke off.
     *
     * @param why the cause
     * @return failed
     */
    public static Rehearsed failed(String why) {
        return new Rehearsed(State.FAILED, 0, 0, why);
    }
}
