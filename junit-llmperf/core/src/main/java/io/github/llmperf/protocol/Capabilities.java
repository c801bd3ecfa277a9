package io.github.llmperf.protocol;

import io.github.llmperf.metric.Metric;
import java.util.Set;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What a dialect can say and will hear: settings that need more are refused before anything is sent. Start with
 * {@link #STREAMED_AND_WHOLE} and add to it.
 *
 * @param streaming whether answers come in events, in one piece, or as asked
 * @param forcedBy fields that make the server produce exactly {@code maxNewTokens} tokens, such as {@code ignore_eos};
 *     empty when nothing can
 * @param usage when the server counts tokens
 * @param extraFields whether the server accepts fields it does not know; where not, none is sent but the user's own
 * @param serverTimes what the server may say of itself; empty when it never does
 * @param conversations whether a prompt may be messages, earlier turns among them, so that users can talk on
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Capabilities(
        Streaming streaming,
        String forcedBy,
        Usage usage,
        boolean extraFields,
        Set<Metric> serverTimes,
        boolean conversations) {

    /**
     * Streams or not as asked, counts tokens, ignores unknown fields; cannot force a length, tells no times, takes one
     * text.
     */
    public static final Capabilities STREAMED_AND_WHOLE =
            new Capabilities(Streaming.AS_ASKED, "", Usage.ALWAYS, true, Set.of(), false);

    /** How answers come. */
    public enum Streaming {
        /** In events or in one piece, as the request says. */
        AS_ASKED,
        /** Always in events. */
        ALWAYS,
        /** Always in one piece. */
        NEVER
    }

    /** When the server counts tokens. */
    public enum Usage {
        /** With every answer. */
        ALWAYS,
        /** When asked, as each request does. */
        WHEN_ASKED,
        /** With some servers or versions; elsewhere events or token objects are counted. */
        SOMETIMES,
        /** Never: events or token objects are counted. */
        NEVER
    }

    /**
     * Copies the set.
     */
    public Capabilities {
        serverTimes = Set.copyOf(serverTimes);
    }

    /**
     * Returns these with another way of answering.
     *
     * @param newStreaming how answers come
     * @return the changed copy
     */
    public Capabilities withStreaming(Streaming newStreaming) {
        return new Capabilities(newStreaming, forcedBy, usage, extraFields, serverTimes, conversations);
    }

    /**
     * Returns these with a way to force the output length.
     *
     * @param fields that do it, as users know them; empty for none
     * @return the changed copy
     */
    public Capabilities withForcedLength(String fields) {
        return new Capabilities(streaming, fields, usage, extraFields, serverTimes, conversations);
    }

    /**
     * Returns these with another habit of counting.
     *
     * @param newUsage when the server counts tokens
     * @return the changed copy
     */
    public Capabilities withUsage(Usage newUsage) {
        return new Capabilities(streaming, forcedBy, newUsage, extraFields, serverTimes, conversations);
    }

    /**
     * Returns these for a server that refuses fields it does not know.
     *
     * @return the changed copy
     */
    public Capabilities withoutExtraFields() {
        return new Capabilities(streaming, forcedBy, usage, false, serverTimes, conversations);
    }

    /**
     * Returns these with times that the server tells.
     *
     * @param times the metrics
     * @return the changed copy
     */
    public Capabilities withServerTimes(Metric... times) {
        return new Capabilities(streaming, forcedBy, usage, extraFields, Set.of(times), conversations);
    }

    /**
     * Returns these for a server that takes messages: its writer then writes prompts that have some.
     *
     * @return the changed copy
     */
    public Capabilities withConversations() {
        return new Capabilities(streaming, forcedBy, usage, extraFields, serverTimes, true);
    }

    /**
     * Returns whether the server can be made to produce exactly the tokens asked for.
     *
     * @return true when there are fields for it
     */
    public boolean canForceLength() {
        return !forcedBy.isEmpty();
    }
}
