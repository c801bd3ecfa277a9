package io.github.llmperf.plan;

import java.time.Duration;
import java.util.OptionalLong;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What a request and the whole test may take at most.
 *
 * @param timeout longest time of one request, start to end
 * @param maxAnswerSize most bytes of one answer's body; empty derives it from the most tokens asked for. No part of a
 *     workload's identity: it changes no measurement
 * @param maxTokens budget of tokens; a plan expected to spend more is refused; empty for none
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Caps(Duration timeout, OptionalLong maxAnswerSize, OptionalLong maxTokens) {

    /** Returns a cap on the time of one request alone. */
    public static Caps ofTimeout(Duration timeout) {
        return new Caps(timeout, OptionalLong.empty(), OptionalLong.empty());
    }
}
