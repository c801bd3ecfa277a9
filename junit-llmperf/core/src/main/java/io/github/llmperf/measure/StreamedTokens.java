package io.github.llmperf.measure;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.client.RequestTimestamps;
import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.TokensFrom;
import java.util.OptionalDouble;

/**
 * How the tokens of one answer came over time. Events of one answer are taken to carry equal parts of what was streamed;
 * what is hidden came before the first of them, since a model thinks before it speaks.
 */
final class StreamedTokens {

    /** Code points that hardly any single token has. */
    private static final int LONG_TOKEN = 16;

    private StreamedTokens() {}

    /**
     * Returns the time per token that came after the first arrival.
     *
     * @return in ms; empty where nothing came later than the first arrival, or it is not said how many tokens are hidden
     */
    static OptionalDouble tpot(RequestRecord record) {
        RequestTimestamps moments = record.moments();
        int later = moments.laterEvents();
        double streamed = record.answer().streamedTokens();
        if (later == 0 || streamed <= 1) {
            return OptionalDouble.empty();
        }
        double tokens = streamed * later / moments.tokenEvents().length;
        return OptionalDouble.of(RequestLatencies.millis(moments.lastToken() - moments.firstToken()) / tokens);
    }

    /** Returns whether an answer of more than one token came in one piece. */
    static boolean cameInOnePiece(RequestRecord record) {
        return mayHaveSecondToken(record) && record.moments().laterEvents() == 0;
    }

    /** If only events are counted, one event may be one token: a short answer does not count as one piece. */
    static boolean mayHaveSecondToken(RequestRecord record) {
        Answer answer = record.answer();
        return record.maxNewTokens() > 1
                && ((answer.tokensFrom() == TokensFrom.EVENTS && answer.outputChars() > LONG_TOKEN)
                        || answer.streamedTokens() == Answer.UNKNOWN
                        || answer.streamedTokens() > 1);
    }

    /** Returns those that came before the first event; 0 where nothing was streamed, or their number is not said. */
    static int before(Answer answer) {
        return Math.max(0, Math.min(answer.hiddenTokens(), answer.outputTokens()));
    }
}
