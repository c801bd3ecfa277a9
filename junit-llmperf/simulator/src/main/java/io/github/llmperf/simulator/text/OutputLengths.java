package io.github.llmperf.simulator.text;

import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * How long answers are. The natural length of an answer is drawn from the prompt, evenly between half the mean and one
 * and a half times the mean; it does not depend on a nonce in front of the prompt, so all runs of a workload have
 * answers of the same lengths.
 *
 * @param mean mean natural length in tokens, the end-of-text token included, 4 or more
 */
@API(status = Status.INTERNAL, since = "0.1")
public record OutputLengths(int mean, long seed) {

    /** Short answers, so that tests are quick. */
    public static final OutputLengths DEFAULT = new OutputLengths(64, 1);

    /**
     * Checks the range.
     *
     * @throws IllegalArgumentException if the mean is below 4
     */
    public OutputLengths {
        if (mean < 4) {
            throw new IllegalArgumentException("meanOutputTokens must be 4 or more, but is " + mean);
        }
    }

    /**
     * Decides on an answer.
     *
     * @param maxTokens most tokens allowed, 1 or more
     * @param minTokens fewest tokens allowed, 0 or more, at most maxTokens
     * @param ignoreEos whether the answer goes on to the most tokens allowed
     * @param room tokens left in the context, 1 or more
     */
    public Answer answer(PromptText prompt, OptionalInt maxTokens, int minTokens, boolean ignoreEos, int room) {
        int most = Math.min(maxTokens.orElse(room), room);
        long fingerprint = prompt.fingerprint() ^ (seed << 32);
        double drawn = new SplittableRandom(fingerprint).nextDouble();
        // The token that ends the text comes after the fewest asked for.
        int natural = Math.max(mean / 2 + (int) (drawn * (mean + 1)), minTokens > 0 ? minTokens + 1 : 0);
        boolean stopsItself = !ignoreEos && natural <= most;
        return new Answer(stopsItself ? natural : most, stopsItself, prompt.isChinese(), fingerprint);
    }
}
