package io.github.llmperf.prompt;

import io.github.llmperf.plan.Workload;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The prompts of one named set, file or generator, in the order of the file. Immutable. */
@API(status = Status.INTERNAL, since = "0.1")
public final class PromptSet {

    private final String name;
    private final PromptStore store;
    private final String contentHash;
    private final int skipped;

    /**
     * Returns a set.
     *
     * @throws IllegalArgumentException if there is no prompt
     */
    PromptSet(String name, PromptStore store, int skipped) {
        if (store.size() == 0) {
            throw new IllegalArgumentException("prompt set '" + name + "' must hold at least one prompt, but is empty");
        }
        this.name = name;
        this.store = store;
        contentHash = store.contentHash();
        this.skipped = skipped;
    }

    /**
     * Returns a set with the hash of its prompts.
     *
     * @param prompts at least one
     * @throws IllegalArgumentException if there is no prompt
     */
    static PromptSet of(String name, List<Prompt> prompts, int skipped) {
        return new PromptSet(name, new HeldPrompts(prompts), skipped);
    }

    /** Returns the name or file asked for. */
    public String name() {
        return name;
    }

    /**
     * Returns the hash of the prompts and the lengths of their answers: line ends, byte order mark and format do not count.
     *
     * @return 16 hexadecimal digits
     */
    public String contentHash() {
        return contentHash;
    }

    /**
     * Returns how many conversations were left out because no human speaks in them.
     *
     * @return 0 for all formats but ShareGPT
     */
    public int skipped() {
        return skipped;
    }

    /**
     * Returns how many prompts there are.
     *
     * @return 1 or more
     */
    public int size() {
        return store.size();
    }

    /**
     * Returns the prompts. Those of a generator are made each time one is looked at.
     *
     * @return at least one
     */
    public List<Prompt> prompts() {
        return new View(store);
    }

    /**
     * Estimates the length of a prompt.
     *
     * @return mean over the set, in tokens
     */
    public double meanTokens() {
        return store.meanTokens();
    }

    /**
     * Returns whether entries say how long their answers may be, as far as a load heeds it.
     *
     * @return true when a request asks for less than the load's {@code maxNewTokens}
     */
    public boolean hasOwnLengths(Workload load) {
        return meanMaxNewTokens(load) < load.maxNewTokens();
    }

    /**
     * Returns how many tokens a request asks for.
     *
     * @return mean over the set
     */
    public double meanMaxNewTokens(Workload load) {
        return store.meanMaxNewTokens(load);
    }

    PromptStore store() {
        return store;
    }

    @Override
    public String toString() {
        return "prompt set '" + name + "' of " + size() + " prompts (" + contentHash + ")";
    }

    private static final class View extends AbstractList<Prompt> implements RandomAccess {
        private final PromptStore store;

        View(PromptStore store) {
            this.store = store;
        }

        @Override
        public Prompt get(int index) {
            return store.get(index);
        }

        @Override
        public int size() {
            return store.size();
        }
    }
}
