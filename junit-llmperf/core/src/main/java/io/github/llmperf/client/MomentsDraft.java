package io.github.llmperf.client;

import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.StreamEvent;
import io.github.llmperf.protocol.TokensFrom;
import java.util.Arrays;

/** The moments of one request while they happen. */
final class MomentsDraft {

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
    private long[] empties = Moments.NO_EVENTS;
    private int emptyEvents;
    private long finish = Moments.NEVER;

    MomentsDraft(long scheduled) {
        this.scheduled = scheduled;
    }

    /** A request that is handed over before it is due is not sent before. */
    void sent(long at) {
        sent = Math.max(at, scheduled);
    }

    /** Sending really began, on the connection that was tried first. */
    void begun(long at) {
        if (!begun && at != Moments.NEVER) {
            begun = true;
            sent(at);
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
            case EMPTY_OUTPUT -> empty(at);
            case FINISH -> finish = at;
            case TOKEN, HIDDEN_OUTPUT -> token(at);
            case VISIBLE_OUTPUT -> {
                token(at);
                if (firstVisible == Moments.NEVER) {
                    firstVisible = at;
                }
            }
            case END -> end(at);
        }
    }

    /** The first end counts; nothing ends before it is sent. */
    void end(long at) {
        if (end == Moments.NEVER) {
            end = Math.max(at, sent);
        }
    }

    boolean ended() {
        return end != Moments.NEVER;
    }

    /**
     * Settles which events without text stand for a token, now that the server has counted: all of them where the count is
     * then exact; else the stop token of the finish event, if any token is left over. A server that counts no stop token
     * thus ends with its last text, however late it says why. Without token events an answer is complete with its end.
     */
    void complete(Answer answer) {
        int left = answer.tokensFrom() == TokensFrom.USAGE ? answer.streamedTokens() - tokens : 0;
        boolean finished = tokens > 0 && finish != Moments.NEVER && finish >= lastToken;
        if (tokens > 0 && emptyEvents > 0 && left == emptyEvents + (finished ? 1 : 0)) {
            insertEmpties();
        }
        if (finished && left > 0) {
            token(finish);
        }
        if (tokens == 0) {
            lastToken = end;
        }
    }

    private void empty(long at) {
        if (emptyEvents == empties.length) {
            empties = Arrays.copyOf(empties, Math.max(8, 2 * emptyEvents));
        }
        empties[emptyEvents++] = at;
    }

    private void insertEmpties() {
        long[] all = Arrays.copyOf(tokenEvents, tokens + emptyEvents);
        System.arraycopy(empties, 0, all, tokens, emptyEvents);
        Arrays.sort(all);
        tokens = 0;
        coalesced = 0;
        for (long at : all) {
            token(at);
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
                Arrays.copyOf(tokenEvents, tokens),
                lastToken,
                end,
                connectNanos);
    }

    private void token(long at) {
        if (tokens == 0) {
            firstToken = at;
        } else if (at - lastToken < Moments.TOGETHER_NANOS) {
            coalesced++;
        }
        if (tokens == tokenEvents.length) {
            tokenEvents = Arrays.copyOf(tokenEvents, Math.max(64, 2 * tokens));
        }
        tokenEvents[tokens++] = at;
        lastToken = at;
    }
}
