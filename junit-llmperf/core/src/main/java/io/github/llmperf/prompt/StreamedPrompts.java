package io.github.llmperf.prompt;

import io.github.llmperf.plan.Workload;
import java.util.stream.IntStream;

/** Prompts of a file too large to hold: looked through once, then each read when it is asked for. */
final class StreamedPrompts implements PromptStore {

    /** Makes one prompt of the part of a file in which its entry stands. */
    @FunctionalInterface
    interface Entry {
        Prompt read(String part);
    }

    private final LargeFile file;
    private final PromptIndex index;
    private final Entry entry;

    StreamedPrompts(LargeFile file, PromptIndex index, Entry entry) {
        this.file = file;
        this.index = index;
        this.entry = entry;
    }

    @Override
    public int size() {
        return index.size();
    }

    @Override
    public Prompt get(int position) {
        String part = file.text(index.begin(position), index.begin(position + 1));
        try {
            return entry.read(part);
        } catch (IllegalArgumentException e) {
            throw file.changed(e);
        }
    }

    @Override
    public double meanTokens() {
        return index.meanTokens();
    }

    @Override
    public double meanMaxNewTokens(Workload load) {
        return IntStream.range(0, size())
                .map(position -> index.answer(position)
                        .map(own -> own.within(load.maxNewTokens(), load.forceLength()))
                        .orElse(load.maxNewTokens()))
                .average()
                .orElseThrow();
    }

    @Override
    public void check(Workload load, String name) {
        if (index.hasMessages()) {
            HeldPrompts.refuseLengthOfMessages(load, name);
        }
    }
}
