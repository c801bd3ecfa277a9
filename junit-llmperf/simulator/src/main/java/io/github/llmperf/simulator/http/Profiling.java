package io.github.llmperf.simulator.http;

/** Whether a profile of the engine is being taken. As with vLLM, a second start is ignored, and so is a second stop. */
final class Profiling {

    private boolean running;
    private int profiles;

    synchronized void start() {
        if (!running) {
            running = true;
            profiles++;
        }
    }

    synchronized void stop() {
        running = false;
    }

    synchronized boolean isRunning() {
        return running;
    }

    /** Returns how many have been begun. */
    synchronized int profiles() {
        return profiles;
    }
}
