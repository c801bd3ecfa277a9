package io.github.llmperf.measure;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.measure.RequestCounts.FailureCount;
import io.github.llmperf.measure.TokenCounts.Continued;
import io.github.llmperf.measure.TokenCounts.Streamed;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.TokensFrom;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts over measured requests. */
final class MeasuredCounts {

    private final AnswerWarnings warnings = new AnswerWarnings();
    private final Map<FailureKind, FailureCount> failures = new EnumMap<>(FailureKind.class);
    private long attempted;
    private long failed;
    private long newConnections;
    private long staleRetries;
    private long promptTokens;
    private long promptTokensKnown;
    private long outputTokens;
    private long cachedTokens = -1;
    private Continued continued = Continued.NONE;
    private final boolean streams;
    private long inOnePiece;
    private long hidden;
    private long hiddenUnknown;
    private long tokenEvents;
    private long gaps;
    private long coalesced;
    private long exceeding;
    private long hung;
    private double leastSilentMillis = Double.POSITIVE_INFINITY;
    private TokensFrom from = TokensFrom.USAGE;

    /** Starts without requests; the flag says whether answers are streamed. */
    MeasuredCounts(boolean streams) {
        this.streams = streams;
    }

    /**
     * Adds a measured request that was not cancelled; a request that failed on this machine does not count as
     * attempted.
     */
    void add(RequestRecord record) {
        Failure failure = record.failure();
        if (failure != null && record.failedHere()) {
            count(failure);
            return;
        }
        attempted++;
        newConnections += record.moments().connectNanos() >= 0 ? 1 : 0;
        staleRetries += record.staleRetries();
        if (failure != null) {
            failed++;
            count(failure);
        } else {
            addTokens(record);
            warnings.add(record.answer().warnings());
        }
    }

    /** Adds a measured request that hung when the run ended. */
    void add(HungRequest request) {
        attempted++;
        failed++;
        hung++;
        leastSilentMillis = Math.min(leastSilentMillis, request.silentMillis());
        newConnections += request.record().moments().connectNanos() >= 0 ? 1 : 0;
        count(request.failure());
    }

    long hung() {
        return hung;
    }

    /** Returns how long the hung request that spoke last was silent; infinity without any. */
    double leastSilentMillis() {
        return leastSilentMillis;
    }

    private void count(Failure failure) {
        failures.merge(
                failure.kind(), new FailureCount(1, failure), (a, b) -> new FailureCount(a.count() + 1, a.example()));
    }

    private void addTokens(RequestRecord record) {
        int prompt = record.answer().promptTokens();
        promptTokensKnown += prompt >= 0 ? 1 : 0;
        promptTokens += Math.max(0, prompt);
        outputTokens += record.answer().outputTokens();
        exceeding += record.answer().exceeds(record.maxNewTokens()) ? 1 : 0;
        if (streams) {
            inOnePiece += StreamedTokens.cameInOnePiece(record) ? 1 : 0;
            hidden += Math.max(0, record.answer().hiddenTokens());
            hiddenUnknown += record.answer().hiddenTokens() < 0 ? 1 : 0;
        }
        int cached = record.answer().cachedTokens();
        cachedTokens = cached < 0 ? cachedTokens : Math.max(0, cachedTokens) + cached;
        if (record.turn() > 1) {
            continued = continued.plus(new Continued(1, Math.max(0, prompt), Math.max(0, cached)));
        }
        TokensFrom source = record.answer().tokensFrom();
        from = source.compareTo(from) > 0 ? source : from;
        int events = record.moments().tokenEvents().length;
        tokenEvents += events;
        gaps += Math.max(0, events - 1);
        coalesced += record.coalescedEvents();
    }

    RequestCounts requests(long warmup, long cooldown, long inFlightAtEnd) {
        return new RequestCounts(
                attempted,
                succeeded(),
                failed,
                warmup,
                cooldown,
                inFlightAtEnd,
                newConnections,
                staleRetries,
                failures);
    }

    TokenCounts tokens() {
        return new TokenCounts(promptTokens, outputTokens, cachedTokens, from, continued, streamed());
    }

    /** Returns the answers and tokens without a time between tokens. */
    Streamed streamed() {
        return new Streamed(inOnePiece, hidden, hiddenUnknown);
    }

    long staleRetries() {
        return staleRetries;
    }

    long attempted() {
        return attempted;
    }

    long succeeded() {
        return attempted - failed;
    }

    long failed() {
        return failed;
    }

    /** Returns how many successful requests came without a count of prompt tokens. */
    long promptTokensUnknown() {
        return succeeded() - promptTokensKnown;
    }

    /** Returns how many successful requests got more tokens than they asked for, as the server counts. */
    long exceeding() {
        return exceeding;
    }

    /** Returns what was odd about successful answers, one note per oddity. */
    List<Note> oddities() {
        return warnings.notes(succeeded());
    }

    TokensFrom tokensFrom() {
        return from;
    }

    /** Returns output tokens per token event; 0 without events. */
    double tokensPerEvent() {
        return tokenEvents == 0 ? 0 : (double) (outputTokens - hidden) / tokenEvents;
    }

    /** Returns the share of coalesced gaps among the gaps between token events; 0 without gaps. */
    double coalescedPart() {
        return gaps == 0 ? 0 : Math.min(1, (double) coalesced / gaps);
    }
}
