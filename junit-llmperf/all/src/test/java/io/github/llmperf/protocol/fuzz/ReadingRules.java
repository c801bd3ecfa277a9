package io.github.llmperf.protocol.fuzz;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.StreamEvent;
import io.github.llmperf.protocol.TokensFrom;
import io.github.llmperf.protocol.Trouble;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What holds for whatever a reader makes of whatever it gets. */
final class ReadingRules {

    /** What only the client can know. */
    private static final Set<FailureKind> CLIENTS = EnumSet.of(
            FailureKind.TIMEOUT, FailureKind.CONNECT, FailureKind.CONNECTION_REUSED_CLOSED, FailureKind.CANCELLED);

    private static final Set<String> METRICS =
            Arrays.stream(Metric.values()).map(Metric::jsonName).collect(Collectors.toUnmodifiableSet());

    private ReadingRules() {}

    static void check(FuzzInput input, AnswerResult reading, List<StreamEvent> events) {
        Answer answer = reading.answer();
        counts(answer);
        events(answer, events);
        texts(answer);
        answer.serverTimes().forEach((name, millis) -> {
            require(METRICS.contains(name), "server time of an unknown metric", name);
            require(millis >= 0 && Double.isFinite(millis), "server time " + name, millis);
        });
        if (!input.stream()) {
            require(events.isEmpty(), "events of an answer that was not to be streamed", events);
        }
        Trouble trouble = reading.trouble();
        if (trouble == null) {
            success(input, answer);
        } else {
            require(!CLIENTS.contains(trouble.kind()), "trouble that a reader cannot see", trouble.kind());
            wellFormed("message", trouble.message());
            wellFormed("code", trouble.code());
        }
    }

    private static void counts(Answer answer) {
        require(answer.contentChunks() >= 0, "contentChunks", answer.contentChunks());
        require(answer.reasoningChunks() >= 0, "reasoningChunks", answer.reasoningChunks());
        require(answer.toolChunks() >= 0, "toolChunks", answer.toolChunks());
        require(answer.outputTokens() >= 0, "outputTokens", answer.outputTokens());
        require(answer.promptTokens() >= -1, "promptTokens", answer.promptTokens());
        require(answer.cachedTokens() >= -1, "cachedTokens", answer.cachedTokens());
        int chunks = answer.contentChunks() + answer.reasoningChunks() + answer.toolChunks();
        if (answer.tokensFrom() == TokensFrom.EVENTS) {
            require(answer.outputTokens() <= chunks, "more tokens than events", answer);
            require(answer.outputTokens() > 0 || chunks == 0, "no tokens in some events", answer);
        }
        int least = codePoints(answer.text()) + codePoints(answer.reasoningText());
        require(answer.outputChars() >= least, "fewer characters than text", answer);
        require(least == 0 || chunks > 0, "text without events", answer);
    }

    /** What is told while reading adds up to what the answer says; of an answer in one piece nothing is told. */
    private static void events(Answer answer, List<StreamEvent> events) {
        int visible = Collections.frequency(events, StreamEvent.VISIBLE_OUTPUT);
        int hidden = Collections.frequency(events, StreamEvent.HIDDEN_OUTPUT);
        if (visible + hidden > 0) {
            require(visible == answer.contentChunks(), "visible events", events);
            require(hidden <= answer.reasoningChunks() + answer.toolChunks(), "hidden events", events);
            require(
                    hidden + visible >= Math.max(answer.reasoningChunks(), answer.toolChunks()),
                    "too few events",
                    events);
        }
    }

    private static void texts(Answer answer) {
        wellFormed("text", answer.text());
        wellFormed("reasoningText", answer.reasoningText());
        wellFormed("finishReason", answer.finishReason());
        answer.warnings().forEach(warning -> wellFormed("warning", warning));
        require(Set.copyOf(answer.warnings()).size() == answer.warnings().size(), "warnings", answer.warnings());
    }

    private static void success(FuzzInput input, Answer answer) {
        require(input.head().isSuccess(), "success with status", input.status());
        require(
                answer.contentChunks() + answer.reasoningChunks() + answer.toolChunks() > 0,
                "success without output",
                answer);
        if (input.end() == BodyEnd.CUT && answer.warnings().contains("missing_done")) {
            throw new AssertionError("success of a stream that was cut before its end mark: " + answer);
        }
    }

    private static void wellFormed(String name, @Nullable String text) {
        if (text == null) {
            return;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            require(pair || !Character.isSurrogate(c), "half a surrogate pair in " + name, i);
            i += pair ? 1 : 0;
        }
    }

    private static int codePoints(String text) {
        return text.codePointCount(0, text.length());
    }

    private static void require(boolean holds, String what, Object is) {
        if (!holds) {
            throw new AssertionError(what + ": " + is);
        }
    }
}
