package io.github.llmperf.settings;

import io.github.llmperf.metric.Quantity;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.PromptSet;
import io.github.llmperf.prompt.TokenEstimate;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What one request is expected to cost.
 *
 * @param prompt estimate of a prompt's tokens, the mean over the set, with the system prompt
 * @param output most tokens of an answer, the mean over the set: below {@code maxNewTokens} where entries say less
 */
@API(status = Status.INTERNAL, since = "0.1")
public record RequestTokens(double prompt, double output) {

    public static RequestTokens of(PromptSet prompts, Workload workload) {
        double prompt = workload.prompts().tokens().isPresent()
                ? workload.prompts().tokens().getAsInt()
                : prompts.meanTokens();
        // It is sent in front of every prompt, whatever its length.
        double system = TokenEstimate.of(workload.systemPrompt());
        return new RequestTokens(prompt + system, prompts.meanMaxNewTokens(workload));
    }

    /** Returns the output of so many requests, rounded up. */
    public long output(long requests) {
        return (long) Math.ceil((double) requests * output);
    }

    /** Names the most tokens of one answer: {@code 128 output tokens each}. */
    String outputInWords(Workload workload) {
        return output == workload.maxNewTokens()
                ? workload.maxNewTokens() + " output tokens each"
                : Quantity.number(Math.round(output * 10) / 10.0) + " output tokens each on average";
    }
}
