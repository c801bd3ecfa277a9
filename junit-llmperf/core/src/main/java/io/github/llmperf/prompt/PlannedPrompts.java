package io.github.llmperf.prompt;

import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.plan.Workload.Cache;
import java.util.Optional;
import java.util.function.Supplier;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The prompts of a run as its plan wants them: in an order given by the seed, cut or built to a length, unique per run.
 *
 * <p>A nonce stands at the front of each prompt, or of the first text of the first user message, unless the cache is
 * shared or a length in characters is exact. A length in tokens is {@link TokenEstimate an estimate} that includes the
 * nonce. A text that is too short goes on with those that follow it in the order of the run; passages of a document end in
 * their question whatever their length.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class PlannedPrompts implements PromptSource {

    private final PromptStore prompts;
    private final int[] noncePlaces;
    private final Shuffle shuffle;
    private final Optional<PromptLength> length;
    private final Optional<Nonce> nonce;

    private PlannedPrompts(LoadPlan plan, PromptStore store) {
        Workload workload = plan.load().workload();
        prompts = store;
        noncePlaces = noncePlaces(store);
        shuffle = new Shuffle(store.size(), plan.load().seed());
        length = PromptLength.of(workload);
        boolean unique =
                workload.cache() == Cache.UNIQUE && workload.prompts().chars().isEmpty();
        nonce = unique ? Optional.of(Nonce.ofRun(plan.runId())) : Optional.empty();
    }

    /**
     * Returns the prompts of a run.
     *
     * @param plan seed, run id, length and cache
     * @return their source, for any number of threads
     * @throws IllegalArgumentException if the set cannot be sent in this way: verbatim messages are not cut, a question
     *     needs room, a shared prefix must come first
     */
    public static PlannedPrompts of(LoadPlan plan, PromptSet set) {
        set.store().check(plan.load().workload(), set.name());
        return new PlannedPrompts(plan, set.store());
    }

    @Override
    public Prompt prompt(int index) {
        if (index < 0) {
            throw new IllegalArgumentException("index must be 0 or more, but is " + index);
        }
        String front = nonce.map(run -> run.of(index)).orElse("");
        int position = shuffle.position(index);
        if (length.isEmpty()) {
            return withFront(prompts.get(position), position, front);
        }
        PromptLength left = length.get().without(front);
        if (prompts instanceof FittedPrompts fitted) {
            return Prompt.of(front + fitted.text(position, left));
        }
        return Prompt.of(front + left.fit(textsFrom(index)))
                .withAnswerLength(prompts.get(position).answerLength());
    }

    private Supplier<String> textsFrom(int index) {
        int[] next = {index};
        return () ->
                prompts.get(shuffle.position(next[0]++ & Integer.MAX_VALUE)).text();
    }

    private Prompt withFront(Prompt prompt, int position, String front) {
        if (front.isEmpty()) {
            return prompt;
        }
        String messages = prompt.messages();
        if (messages == null) {
            return prompt.withText(front + prompt.text());
        }
        int place = noncePlaces[position];
        String json = messages.substring(0, place) + front + messages.substring(place);
        return prompt.withMessages(json, prompt.chars() + front.length());
    }

    /** Found once; prompts that are made have no messages. */
    private static int[] noncePlaces(PromptStore store) {
        return store instanceof HeldPrompts held
                ? held.prompts().stream().mapToInt(NoncePlace::in).toArray()
                : new int[0];
    }
}
