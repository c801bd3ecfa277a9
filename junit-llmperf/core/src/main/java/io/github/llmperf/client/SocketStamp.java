package io.github.llmperf.client;

/** When the socket of the current thread's request was last read from. Used by one thread. */
final class SocketStamp {

    private long last = Moments.NEVER;
    private long lastBytes = Moments.NEVER;
    private long bytes;

    void begin() {
        last = Moments.NEVER;
        lastBytes = Moments.NEVER;
        bytes = 0;
    }

    void read(long at, int count) {
        last = at;
        lastBytes = count > 0 ? at : lastBytes;
        bytes += Math.max(0, count);
    }

    long last() {
        return last;
    }

    /** Also the end of the stream is read, of which a socket that the client gave up has one too. */
    long lastBytes() {
        return lastBytes;
    }

    boolean sawBytes() {
        return bytes > 0;
    }
}
