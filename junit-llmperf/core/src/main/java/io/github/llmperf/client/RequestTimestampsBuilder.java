package io.github.llmperf.client;

import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.StreamEvent;
import io.github.llmperf.protocol.TokensFrom;
import java.util.Arrays;

/** Collects the timestamps of one request. */
final class RequestTimestampsBuilder {

    private final long scheduled;
    private long sent = RequestTimestamps.NEVER;
    private long headers = RequestTimestamps.NEVER;
    private long firstEvent = RequestTimestamps.NEVER;
    private long firstToken = RequestTimestamps.NEVER;
    private long firstVisible = RequestTimestamps.NEVER;
    private long lastToken = RequestTimestamps.NEVER;
    private long end = RequestTimestamps.NEVER;
    private long connectNanos = -1;
    private long[] tokenEvents = RequestTimestamps.NO_EVENTS;
    private boolean begun;
    private int events;
    private int tokens;
    private int coalesced;
    private long[] empties = RequestTimestamps.NO_EVENTS;
    private int emptyEvents;
    private long finish = RequestTimestamps.NEVER;

    RequestTimestampsBuilder(long scheduled) {
        this.scheduled = scheduled;
    }

    /** A request that is handed over early is not sent before it is due. */
    void sent(long at) {
        sent = Math.max(at, scheduled);
    }

    /** Sending really began, on the connection that was tried first. */
    void begun(long at) {
        if (!begun && at != RequestTimestamps.NEVER) {
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
        if (firstEvent == RequestTimestamps.NEVER) {
            firstEvent = at;
        }
        switch (event) {
            case OTHER -> {}
            case EMPTY_OUTPUT -> empty(at);
            case FINISH -> finish = at;
            case TOKEN, HIDDEN_OUTPUT -> token(at);
            case VISIBLE_OUTPUT -> {
                token(at);
                if (firstVisible == RequestTimestamps.NEVER) {
                    firstVisible = at;
                }
            }
            case END -> end(at);
        }
    }

    /** The first end counts; nothing ends before it is sent. */
    void end(long at) {
        if (end == RequestTimestamps.NEVER) {
            end = Math.max(at, sent);
        }
    }

    boolean ended() {
        return end != RequestTimestamps.NEVER;
    }

    /**
     * Settles which events without text stand for a token, now that the server has counted: all of them where the count is
     * then exact; else the stop token of the finish event, if any token is left over. A server that counts no stop token
     * thus ends with its last text, however late it says why. Without token events an answer is complete with its end.
     */
    void complete(Answer answer) {
        int left = answer.tokensFrom() == TokensFrom.USAGE ? answer.streamedTokens() - tokens : 0;
        boolean finished = tokens > 0 && finish != RequestTimestamps.NEVER && finish >= lastToken;
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

    RequestTimestamps moments() {
        return new RequestTimestamps(
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
        } else if (at - lastToken < RequestTimestamps.TOGETHER_NANOS) {
            coalesced++;
        }
        if (tokens == tokenEvents.length) {
            tokenEvents = Arrays.copyOf(tokenEvents, Math.max(64, 2 * tokens));
        }
        tokenEvents[tokens++] = at;
        lastToken = at;
    }
}
