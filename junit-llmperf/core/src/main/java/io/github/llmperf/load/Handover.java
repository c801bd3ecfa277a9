package io.github.llmperf.load;

import java.util.function.IntToLongFunction;

/**
 * What a loop takes over from the one before it, at the moment from which on that one sends nothing more.
 *
 * @param load its number, from 0
 * @param moment its begin
 * @param prompts how many have been given out before
 * @param users who have started and go on, each as soon as it is ready
 * @param readyAt when such a user has had its answer and its think time is over; known once it has ended its request
 */
record Handover(int load, long moment, int prompts, int users, IntToLongFunction readyAt) {

    /** Returns what the first loop takes over: nothing but its begin. */
    static Handover none(long moment) {
        return new Handover(0, moment, 0, 0, user -> moment);
    }
}
