package io.github.llmperf.simulator.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How one answer is written, key for key as the server does whose face it is. Keeps state of that answer. */
interface AnswerShape {

    /** Headers of a streamed answer; without a content type where the server sends none. */
    Map<String, String> streamHeaders();

    /** What precedes the first token in a stream; empty if nothing does. */
    default Optional<byte[]> opening(Usage usage) {
        return Optional.empty();
    }

    /** What a stream says of one token: called for each once, in order. */
    byte[] token(int index, Usage usage);

    /** What follows the last token in a stream, each sent by itself. */
    default List<byte[]> ending(Usage usage) {
        return List.of();
    }

    /** Breaks a stream off that has begun. */
    void fail(Refusal refusal, Exchange exchange);

    /** Headers of a whole answer. */
    default Map<String, String> wholeHeaders(Usage usage, ServedTimes times) {
        return Map.of(Exchange.CONTENT_TYPE, Exchange.JSON);
    }

    /** The whole answer at once. */
    byte[] whole(Usage usage);
}
