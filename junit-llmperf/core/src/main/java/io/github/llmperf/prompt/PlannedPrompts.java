package io.github.llmperf.prompt;

import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.plan.Workload.Cache;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The prompts of a run as its plan wants them: in an order given by the seed, cut or built to a length, unique per run.
 *
 * <p>A nonce stands at the front of each prompt, or of the first text of the first user message, unless the cache is
 * shared or a length in characters is exact. A length in tokens is {@link TokenEstimate an estimate} that includes the
 * nonce. A text that is too short goes on with those that follow it in the order of the run.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class PlannedPrompts implements PromptSource {

    private final List<Prompt> prompts;
    private final int[] noncePlaces;
    private final Shuffle shuffle;
    private final Optional<PromptLength> length;
    private final Optional<Nonce> nonce;

    private PlannedPrompts(LoadPlan plan, PromptSet set) {
        Workload workload = plan.workload();
        prompts = set.prompts();
        noncePlaces = prompts.stream().mapToInt(NoncePlace::in).toArray();
        shuffle = new Shuffle(set.size(), plan.seed());
        length = PromptLength.of(workload);
        boolean unique =
                workload.cache() == Cache.UNIQUE && workload.promptChars().isEmpty();
        nonce = unique ? Optional.of(Nonce.ofRun(plan.runId())) : Optional.empty();
    }

    /**
     * Returns the prompts of a run.
     *
     * @param plan seed, run id, length and cache
     * @param set the texts
     * @return their source, for any number of threads
     * @throws IllegalArgumentException if a length is set and the set has verbatim messages, which cannot be cut
     */
    public static PlannedPrompts of(LoadPlan plan, PromptSet set) {
        boolean isCut = PromptLength.of(plan.workload()).isPresent();
        if (isCut && set.prompts().stream().anyMatch(prompt -> prompt.messages() != null)) {
            String key = plan.workload().promptChars().isPresent() ? "promptChars" : "promptTokens";
            throw new IllegalArgumentException(
                    key + " must not be set for messages that are sent verbatim, but prompt set '" + set.name()
                            + "' has some; remove " + key + " or write the entries as {\"prompt\": \"…\"}");
        }
        return new PlannedPrompts(plan, set);
    }

    @Override
    public Prompt prompt(int index) {
        if (index < 0) {
            throw new IllegalArgumentException("index must be 0 or more, but is " + index);
        }
        String front = nonce.map(run -> run.of(index)).orElse("");
        if (length.isPresent()) {
            return Prompt.of(front + length.get().without(front).fit(textsFrom(index)))
                    .withAnswerLength(prompts.get(shuffle.position(index)).answerLength());
        }
        int position = shuffle.position(index);
        return withFront(prompts.get(position), noncePlaces[position], front);
    }

    private Supplier<String> textsFrom(int index) {
        int[] next = {index};
        return () ->
                prompts.get(shuffle.position(next[0]++ & Integer.MAX_VALUE)).text();
    }

    private static Prompt withFront(Prompt prompt, int place, String front) {
        String messages = prompt.messages();
        int chars = prompt.chars() + front.length();
        return messages == null
                ? new Prompt(front + prompt.text(), null, chars, prompt.answerLength())
                : new Prompt(
                        "",
                        messages.substring(0, place) + front + messages.substring(place),
                        chars,
                        prompt.answerLength());
    }
}
