package io.github.llmperf.protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An answer while it is being read. */
final class AnswerDraft {

    private static final int NOT_SAID = -1;

    private final int maxNewTokens;
    private final Map<Integer, StringBuilder> texts = new HashMap<>();
    private final Map<Integer, StringBuilder> reasonings = new HashMap<>();
    private final Map<String, Double> serverTimes = new LinkedHashMap<>();
    private final List<String> warnings = new ArrayList<>();
    private int contentChunks;
    private int reasoningChunks;
    private int toolChunks;
    private int outputChunks;
    private int promptTokens = NOT_SAID;
    private int outputTokens = NOT_SAID;
    private int cachedTokens = NOT_SAID;
    private @Nullable String finishReason;
    private boolean sawDone;

    AnswerDraft(int maxNewTokens) {
        this.maxNewTokens = maxNewTokens;
    }

    void text(int choice, String delta) {
        texts.computeIfAbsent(choice, c -> new StringBuilder()).append(delta);
    }

    void reasoning(int choice, String delta) {
        reasonings.computeIfAbsent(choice, c -> new StringBuilder()).append(delta);
    }

    /** Counts what one event added, over all its choices. */
    StreamEvent chunk(boolean visible, boolean reasoning, boolean tool) {
        contentChunks += visible ? 1 : 0;
        reasoningChunks += reasoning ? 1 : 0;
        toolChunks += tool ? 1 : 0;
        outputChunks += visible || reasoning || tool ? 1 : 0;
        if (visible) {
            return StreamEvent.VISIBLE_OUTPUT;
        }
        return reasoning || tool ? StreamEvent.HIDDEN_OUTPUT : StreamEvent.OTHER;
    }

    /** The highest counts win, so that zeros and placeholders never override; negative ones are not said. */
    void usage(int prompt, int output, int cached) {
        promptTokens = Math.max(promptTokens, prompt);
        outputTokens = Math.max(outputTokens, output);
        cachedTokens = Math.max(cachedTokens, cached);
    }

    void serverTime(String metric, double millis) {
        serverTimes.put(metric, millis);
    }

    void finish(int choice, String reason) {
        if (choice == 0 || finishReason == null) {
            finishReason = reason;
        }
    }

    void done() {
        sawDone = true;
    }

    void warn(String warning) {
        if (!warnings.contains(warning)) {
            warnings.add(warning);
        }
    }

    boolean sawDone() {
        return sawDone;
    }

    @Nullable
    String finishReason() {
        return finishReason;
    }

    boolean hasOutput() {
        return outputChunks > 0;
    }

    Answer answer() {
        boolean counted = outputTokens > 0;
        if (counted && Answer.exceeds(outputTokens, maxNewTokens)) {
            warn("usage_exceeds_max_tokens");
        }
        int chars = 0;
        for (StringBuilder text : texts.values()) {
            chars += text.codePointCount(0, text.length());
        }
        for (StringBuilder text : reasonings.values()) {
            chars += text.codePointCount(0, text.length());
        }
        return new Answer(
                wellFormed(texts.get(0)),
                wellFormed(reasonings.get(0)),
                chars,
                contentChunks,
                reasoningChunks,
                toolChunks,
                promptTokens,
                counted ? outputTokens : outputChunks,
                cachedTokens,
                counted ? TokensFrom.USAGE : TokensFrom.EVENTS,
                finishReason,
                sawDone,
                serverTimes,
                warnings);
    }

    /** Halves of surrogate pairs that never met their other half could not be written as UTF-8. */
    private static String wellFormed(@Nullable StringBuilder text) {
        if (text == null) {
            return "";
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                text.setCharAt(i, '\uFFFD');
            }
        }
        return text.toString();
    }
}
