package io.github.llmperf.protocol;

import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * What a server answered to one request, complete or up to a failure.
 *
 * @param text visible output of choice 0
 * @param reasoningText reasoning output of choice 0
 * @param outputChars Unicode code points of all visible and reasoning output
 * @param contentChunks events that added visible text
 * @param reasoningChunks events that added reasoning text
 * @param toolChunks events that added to a tool call
 * @param promptTokens as the server counts them; −1 when it does not say
 * @param outputTokens the highest count seen, or counted events; 0 when there was no output
 * @param hiddenTokens those of {@code outputTokens} that no event brought: reasoning that the server counts and keeps to
 *     itself; {@link #UNKNOWN} when there are some, but not said how many
 * @param cachedTokens prompt tokens the server took from its cache; −1 when it does not say
 * @param tokensFrom where {@code outputTokens} comes from
 * @param finishReason verbatim; null when there was none
 * @param sawDone whether the end mark {@code [DONE]} was read
 * @param serverTimes what the server says of itself, in ms, by name of the metric such as {@code serverTtft}
 * @param model as the answer names it; null where it names none
 * @param warnings oddities that are no failure, such as {@code missing_done}
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Answer(
        String text,
        String reasoningText,
        int outputChars,
        int contentChunks,
        int reasoningChunks,
        int toolChunks,
        int promptTokens,
        int outputTokens,
        int hiddenTokens,
        int cachedTokens,
        TokensFrom tokensFrom,
        @Nullable String finishReason,
        boolean sawDone,
        Map<String, Double> serverTimes,
        @Nullable String model,
        List<String> warnings) {

    /** The number of hidden tokens where there are some and the server does not say how many. */
    public static final int UNKNOWN = -1;

    /** Nothing came. */
    public static final Answer NONE =
            new Answer("", "", 0, 0, 0, 0, -1, 0, 0, -1, TokensFrom.EVENTS, null, false, Map.of(), null, List.of());

    /**
     * Copies the collections; halves of surrogate pairs that never met their other half become U+FFFD.
     */
    public Answer {
        text = WellFormed.text(text);
        reasoningText = WellFormed.text(reasoningText);
        finishReason = WellFormed.textOrNull(finishReason);
        model = WellFormed.textOrNull(model);
        serverTimes = Map.copyOf(serverTimes);
        warnings = List.copyOf(warnings);
    }

    /**
     * Returns how many tokens the events brought.
     *
     * @return without hidden ones; {@link #UNKNOWN} when it is not said how many these are
     */
    public int streamedTokens() {
        return hiddenTokens == UNKNOWN ? UNKNOWN : Math.max(0, outputTokens - hiddenTokens);
    }

    /**
     * Returns whether the server counts more output than it was allowed to produce. One token more is not counted as
     * such: some servers count the end mark, which they do not send.
     *
     * @param maxNewTokens most tokens that were asked for
     * @return true when usage says {@code maxNewTokens + 2} tokens or more
     */
    public boolean exceeds(int maxNewTokens) {
        return tokensFrom == TokensFrom.USAGE && exceeds(outputTokens, maxNewTokens);
    }

    /**
     * Returns whether a count of output is more than a request was allowed to produce, by more than an end mark.
     *
     * @param outputTokens as counted
     * @param maxNewTokens most tokens that were asked for
     * @return true from {@code maxNewTokens + 2} tokens on
     */
    public static boolean exceeds(int outputTokens, int maxNewTokens) {
        return outputTokens - 1L > maxNewTokens;
    }
}
