package io.github.llmperf.client;

import io.github.llmperf.protocol.StreamEvent;
import java.util.Arrays;

/** The moments of one request while they happen. */
final class MomentsDraft {

    /** Token events closer than this arrived together: their gap says nothing of the server. */
    static final long COALESCED_NANOS = 100_000;

    private final long scheduled;
    private long sent = Moments.NEVER;
    private long headers = Moments.NEVER;
    private long firstEvent = Moments.NEVER;
    private long firstToken = Moments.NEVER;
    private long firstVisible = Moments.NEVER;
    private long lastToken = Moments.NEVER;
    private long end = Moments.NEVER;
    private long connectNanos = -1;
    private long[] tokenEvents = Moments.NO_EVENTS;
    private boolean begun;
    private int events;
    private int tokens;
    private int coalesced;

    MomentsDraft(long scheduled) {
        this.scheduled = scheduled;
    }

    void sent(long at) {
        sent = at;
    }

    /** Sending really began, on the connection that was tried first. */
    void begun(long at) {
        if (!begun && at != Moments.NEVER) {
            begun = true;
            sent = at;
        }
    }

    long sentAt() {
        return sent;
    }

    void headers(long at) {
        headers = at;
    }

    void connected(long nanos) {
        connectNanos = nanos;
    }

    void event(StreamEvent event, long at) {
        events++;
        if (firstEvent == Moments.NEVER) {
            firstEvent = at;
        }
        switch (event) {
            case OTHER -> {}
            case HIDDEN_OUTPUT -> token(at);
            case VISIBLE_OUTPUT -> {
                token(at);
                if (firstVisible == Moments.NEVER) {
                    firstVisible = at;
                }
            }
            case END -> end(at);
        }
    }

    /** The first end counts. */
    void end(long at) {
        if (end == Moments.NEVER) {
            end = at;
        }
    }

    boolean ended() {
        return end != Moments.NEVER;
    }

    /** Without token events an answer is complete with its end. */
    void arrivedWhole() {
        if (tokens == 0) {
            lastToken = end;
        }
    }

    int events() {
        return events;
    }

    int coalesced() {
        return coalesced;
    }

    Moments moments() {
        return new Moments(
                scheduled,
                sent,
                headers,
                firstEvent,
                firstToken,
                firstVisible,
                tokens == 0 ? Moments.NO_EVENTS : Arrays.copyOf(tokenEvents, tokens),
                lastToken,
                end,
                connectNanos);
    }

    private void token(long at) {
        if (tokens == 0) {
            firstToken = at;
        } else if (at - lastToken < COALESCED_NANOS) {
            coalesced++;
        }
        if (tokens == tokenEvents.length) {
            tokenEvents = Arrays.copyOf(tokenEvents, Math.max(64, 2 * tokens));
        }
        tokenEvents[tokens++] = at;
        lastToken = at;
    }
}
