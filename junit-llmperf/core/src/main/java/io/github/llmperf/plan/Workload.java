package io.github.llmperf.plan;

import java.util.OptionalInt;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What each request of a load asks for. Settled: where annotations and keys say nothing, the defaults of {@code @LlmLoad}
 * stand here.
 *
 * @param prompts what is asked
 * @param maxNewTokens most tokens a request may produce, 1 or more
 * @param forceLength whether the server is told to produce exactly that many
 * @param stream whether answers are streamed
 * @param temperature sampling temperature, 0 to 10
 * @param systemPrompt sent before each prompt; empty for none
 * @param extraBody JSON object merged into each request body; empty for none
 * @param cache whether prompts are made unique per run
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record Workload(
        Prompts prompts,
        int maxNewTokens,
        boolean forceLength,
        boolean stream,
        double temperature,
        String systemPrompt,
        String extraBody,
        Cache cache) {

    /** Whether a prefix cache may help from one run to the next. */
    public enum Cache {
        /** A nonce from the run id stands at the front of each prompt. */
        UNIQUE,
        /** Prompts are sent as they are. */
        SHARED
    }

    /**
     * What is asked.
     *
     * @param set name or file of the prompt set
     * @param hash hash of the set's content, so that an edited set is another workload
     * @param chars exact length in characters that prompts are cut or built to, 1 or more; empty keeps them
     * @param tokens approximate length in tokens that prompts are cut or built to, 1 or more, and not beside
     *     {@code chars}; empty keeps them
     */
    public record Prompts(String set, String hash, OptionalInt chars, OptionalInt tokens) {

        /**
         * Checks the lengths.
         *
         * @throws IllegalArgumentException if a length is below 1, or both are set
         */
        public Prompts {
            if (chars.isPresent() && tokens.isPresent()) {
                throw new IllegalArgumentException(
                        "promptChars and promptTokens must not both be set; keep one of them");
            }
            if (chars.orElse(1) < 1 || tokens.orElse(1) < 1) {
                throw new IllegalArgumentException("promptChars and promptTokens must be 1 or more, but are "
                        + chars.orElse(1) + " and " + tokens.orElse(1));
            }
        }

        /**
         * Returns prompts that keep their lengths.
         *
         * @param set name or file of the prompt set
         * @param hash hash of the set's content
         * @return the prompts of the set as they are
         */
        public static Prompts of(String set, String hash) {
            return new Prompts(set, hash, OptionalInt.empty(), OptionalInt.empty());
        }
    }

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public Workload {
        if (maxNewTokens < 1) {
            throw new IllegalArgumentException("maxNewTokens must be 1 or more, but is " + maxNewTokens);
        }
        if (!(temperature >= 0 && temperature <= 10)) {
            throw new IllegalArgumentException("temperature must be between 0 and 10, but is " + temperature);
        }
    }

    /**
     * Returns this with another limit on what a request may produce.
     *
     * @param tokens 1 or more
     * @return the changed copy, or this one when nothing changes
     * @throws IllegalArgumentException if it is no token at all
     */
    public Workload withMaxNewTokens(int tokens) {
        return tokens == maxNewTokens
                ? this
                : new Workload(prompts, tokens, forceLength, stream, temperature, systemPrompt, extraBody, cache);
    }
}
