package io.github.llmperf.client.socket;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * When the request of the current thread was written to its socket, and when what was read last of its answer had arrived.
 * Used by one thread.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class SocketStamp {

    /** The timestamp of an event that did not happen. */
    public static final long NEVER = Long.MIN_VALUE;

    private final UnreadTimes unread;
    private long wrote = NEVER;
    private long last = NEVER;
    private long lastBytes = NEVER;
    private long bytes;
    private boolean complete;
    private ReaderPermits.@Nullable Turn turn;
    private @Nullable Inbox inbox;

    SocketStamp(UnreadTimes unread) {
        this.unread = unread;
    }

    /** Clears the previous request. */
    public void begin() {
        wrote = NEVER;
        last = NEVER;
        lastBytes = NEVER;
        bytes = 0;
        complete = false;
        inbox = null;
    }

    void wrote(long at) {
        wrote = wrote == NEVER ? at : wrote;
    }

    void read(long at, int count, Inbox from) {
        last = at;
        lastBytes = count > 0 ? at : lastBytes;
        bytes += Math.max(0, count);
        inbox = from;
    }

    /** How long the bytes just read had lain unread, in ns. */
    void waited(long nanos) {
        unread.add(nanos);
    }

    void turn(ReaderPermits.Turn begun) {
        turn = begun;
    }

    void endTurn(ReaderPermits permits) {
        if (turn != null) {
            permits.end(turn);
            turn = null;
        }
    }

    void complete(boolean looksComplete) {
        complete = looksComplete;
    }

    /**
     * Returns whether the bytes that were read last end like a body, so that reading it to its end does not wait. Under
     * TLS they never do.
     *
     * @return false when more may have to come
     */
    public boolean looksComplete() {
        return complete;
    }

    /**
     * Returns when the first byte was written, be it of a handshake.
     *
     * @return in terms of the client's clock; {@link #NEVER} when none was
     */
    public long wrote() {
        return wrote;
    }

    /**
     * Returns when what was read last had arrived; the end of a stream arrives too.
     *
     * @return in terms of the client's clock; {@link #NEVER} when nothing was read
     */
    public long last() {
        return last;
    }

    /**
     * Returns when the bytes that were read last had arrived. A socket that the client gave up ends without any.
     *
     * @return in terms of the client's clock; {@link #NEVER} when no byte was read
     */
    public long lastBytes() {
        return lastBytes;
    }

    /**
     * Returns whether any byte was read.
     *
     * @return false when the server has sent nothing
     */
    public boolean sawBytes() {
        return bytes > 0;
    }

    /**
     * Lets bytes lie unread for a time while all sockets together have much to read. The last bytes of an answer are
     * read at once if they can be recognised.
     *
     * @param nanos the longest time; what the sockets of this client need is less as a rule
     */
    public void canWait(long nanos) {
        if (inbox != null) {
            inbox.patience(nanos);
        }
    }
}
