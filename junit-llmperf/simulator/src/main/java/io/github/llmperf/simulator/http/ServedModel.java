package io.github.llmperf.simulator.http;

import io.github.llmperf.simulator.text.OutputLengths;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * The model as clients see it.
 *
 * @param name what requests must call it
 * @param maxModelLen most tokens of prompt and answer together, 2 or more
 * @param apiKey what must be sent as {@code Authorization: Bearer}; null asks for nothing
 * @param lengths how long its answers are
 * @param prefixCaching whether its engine knows how earlier prompts began
 */
@API(status = Status.INTERNAL, since = "0.1")
public record ServedModel(
        String name, int maxModelLen, @Nullable String apiKey, OutputLengths lengths, boolean prefixCaching) {

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is empty or out of range
     */
    public ServedModel {
        if (name.isBlank()) {
            throw new IllegalArgumentException("model must have a name, but it is blank");
        }
        if (maxModelLen < 2) {
            throw new IllegalArgumentException("maxModelLen must be 2 or more, but is " + maxModelLen);
        }
        if (apiKey != null && apiKey.isBlank()) {
            throw new IllegalArgumentException("apiKey must not be blank; leave it out to ask for none");
        }
    }

    boolean admits(@Nullable String authorization) {
        return apiKey == null || ("Bearer " + apiKey).equals(authorization);
    }

    @Override
    public String toString() {
        return name + " (up to " + maxModelLen + " tokens" + (apiKey == null ? ")" : ", key needed)");
    }
}
