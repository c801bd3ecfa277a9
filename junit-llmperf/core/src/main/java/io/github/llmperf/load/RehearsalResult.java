package io.github.llmperf.load;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How this process was warmed up before its first load: its own path ran against its own server.
 *
 * @param seconds how long it took; 0 where it did not run
 * @param events token events that were read in it; 0 where it did not run
 * @param why why it failed; empty where it did not
 */
@API(status = Status.INTERNAL, since = "0.1")
public record RehearsalResult(State state, double seconds, long events, String why) {

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
    public static final RehearsalResult NOT = new RehearsalResult(State.NONE, 0, 0, "");

    /** It was switched off. */
    public static final RehearsalResult OFF = new RehearsalResult(State.OFF, 0, 0, "");

    /** Makes the result of a rehearsal that ran. */
    public static RehearsalResult done(double seconds, long events) {
        return new RehearsalResult(State.DONE, seconds, events, "");
    }

    /** Makes the result of a rehearsal that broke off. */
    public static RehearsalResult failed(String why) {
        return new RehearsalResult(State.FAILED, 0, 0, why);
    }
}
