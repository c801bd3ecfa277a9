package io.github.llmperf.client;

/** When the socket of the current thread's request was last read from. Used by one thread. */
final class SocketStamp {

    private long last = Moments.NEVER;
    private long bytes;

    void begin() {
        last = Moments.NEVER;
        bytes = 0;
    }

    void read(long at, int count) {
        last = at;
        bytes += Math.max(0, count);
    }

    long last() {
        return last;
    }

    boolean sawBytes() {
        return bytes > 0;
    }
}
