package io.github.llmperf.simulator.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalInt;

/**
 * Reads the body of a request. What decides on timing, length or shape is checked; fields that need a real model
 * (sampling, tools, response formats) and unknown ones are accepted without effect.
 */
final class CompletionReader {

    private static final int DEFAULT_COMPLETION_TOKENS = 16;

    private final ObjectMapper mapper = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    CompletionRequest read(Route route, byte[] bytes) throws Refusal {
        JsonFields body = JsonFields.of(parse(bytes));
        boolean chat = route == Route.CHAT;
        PromptReader prompt = chat ? PromptReader.ofChat(body) : PromptReader.ofCompletion(body);
        OptionalInt maxTokens = maxTokens(body, chat);
        int minTokens = minTokens(body, maxTokens);
        body.requireNumber("temperature", 0, 10);
        if (body.integer("n", 1).orElse(1) != 1) {
            throw Refusal.badRequest("n", "n must be 1: this server gives one answer to a request");
        }
        boolean stream = body.flag("stream", false);
        JsonFields options = body.object("stream_options");
        if (options != null && !stream) {
            throw Refusal.badRequest("stream_options", "stream_options must not be present unless stream is true");
        }
        boolean includeUsage = options != null && options.flag("include_usage", true);
        boolean continuousUsage = options != null && includeUsage && options.flag("continuous_usage_stats", false);
        return new CompletionRequest(
                body.string("model"),
                prompt.text(),
                prompt.whole(),
                prompt.tokens(),
                maxTokens,
                minTokens,
                body.flag("ignore_eos", false),
                stream,
                includeUsage,
                continuousUsage);
    }

    private JsonNode parse(byte[] bytes) throws Refusal {
        try {
            return mapper.readTree(bytes);
        } catch (JsonProcessingException e) {
            throw Refusal.badRequest(null, "body must be JSON, but is not: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot fail", e);
        }
    }

    private static OptionalInt maxTokens(JsonFields body, boolean chat) throws Refusal {
        OptionalInt maxTokens = body.integer("max_tokens", 1);
        if (!chat) {
            return OptionalInt.of(maxTokens.orElse(DEFAULT_COMPLETION_TOKENS));
        }
        OptionalInt newer = body.integer("max_completion_tokens", 1);
        return newer.isPresent() ? newer : maxTokens;
    }

    private static int minTokens(JsonFields body, OptionalInt maxTokens) throws Refusal {
        int minTokens = body.integer("min_tokens", 0).orElse(0);
        if (maxTokens.isPresent() && minTokens > maxTokens.getAsInt()) {
            throw Refusal.badRequest(
                    "min_tokens",
                    "min_tokens must be at most max_tokens=" + maxTokens.getAsInt() + ", but is " + minTokens);
        }
        return minTokens;
    }
}
