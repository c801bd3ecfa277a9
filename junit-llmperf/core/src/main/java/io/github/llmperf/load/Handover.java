package io.github.llmperf.load;

import java.util.function.IntToLongFunction;

/**
 * What a loop takes over from the previous one, at the moment the previous one stops sending.
 *
 * @param load its number, from 0
 * @param moment its begin
 * @param prompts how many have been given out before
 * @param users who have started and go on, each as soon as it is ready
 * @param readyAt when such a user has its answer and has finished thinking; known once its request has ended
 */
record Handover(int load, long moment, int prompts, int users, IntToLongFunction readyAt) {

    /** Returns what the first loop takes over: only its start. */
    static Handover none(long moment) {
        return new Handover(0, moment, 0, 0, user -> moment);
    }
}
