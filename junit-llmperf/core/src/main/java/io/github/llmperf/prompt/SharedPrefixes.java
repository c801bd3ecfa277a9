package io.github.llmperf.prompt;

import io.github.llmperf.plan.Workload;
import io.github.llmperf.plan.Workload.Cache;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Questions that share long prefixes, like those of users with the same handbook, system prompt or list of tools: the
 * use case of a prefix cache. Made of sentences of the built-in texts; the result depends only on the numbers.
 */
final class SharedPrefixes implements PromptStore {

    private static final String GAP = "\n\n";

    private final Shape shape;
    private final List<String> sentences;
    private final List<String> prefixes;

    /**
     * How many there are, and how long.
     *
     * @param prefixes how many beginnings
     * @param prefixTokens length of a beginning, estimated
     * @param questionTokens length of what follows it, estimated
     * @param language {@code en} or {@code zh}
     */
    record Shape(int prefixes, int questions, int prefixTokens, int questionTokens, String language, int seed) {}

    SharedPrefixes(Shape shape) {
        this.shape = shape;
        sentences = BuiltInPrompts.sentences("rag-" + shape.language());
        prefixes = IntStream.range(0, shape.prefixes()).mapToObj(this::prefix).toList();
    }

    @Override
    public int size() {
        return shape.prefixes() * shape.questions();
    }

    @Override
    public Prompt get(int position) {
        int prefix = position / shape.questions();
        int question = position % shape.questions();
        return Prompt.of(prefixes.get(prefix) + GAP + question(prefix, question));
    }

    @Override
    public double meanTokens() {
        return (double) shape.prefixTokens() + shape.questionTokens();
    }

    @Override
    public String contentHash() {
        ContentHash.Growing hash = new ContentHash.Growing();
        hash.add(Prompt.of("shared-prefix 1 " + shape));
        sentences.forEach(sentence -> hash.add(Prompt.of(sentence)));
        return hash.shown();
    }

    @Override
    public void check(Workload load, String name) {
        if (PromptLength.of(load).isPresent()) {
            String key = PromptLength.setting(load);
            throw new IllegalArgumentException(key + " must not be set beside prompt set '" + name
                    + "', which has lengths of its own; remove " + key + ", and say prefixTokens and questionTokens");
        }
        if (load.cache() == Cache.UNIQUE) {
            throw new IllegalArgumentException("cache must be SHARED with prompt set '" + name
                    + "', since the characters that UNIQUE puts in front of each prompt leave no prefix in common, but is"
                    + " UNIQUE; set cache = SHARED");
        }
    }

    private String prefix(int number) {
        String title = shape.language().equals("zh")
                ? "《手册》第 " + (number + 1) + " 卷，共 " + shape.prefixes() + " 卷。"
                : "Handbook " + (number + 1) + " of " + shape.prefixes() + ".";
        return built(title, shape.prefixTokens(), mixed(number));
    }

    private String question(int prefix, int number) {
        String title = shape.language().equals("zh")
                ? "问题 " + (number + 1) + "：请根据以上手册回答。手册与下面的说法是否一致？"
                : "Question " + (number + 1) + ": does the handbook above agree with what follows?";
        return built(title, shape.questionTokens(), mixed(prefix) + Shuffle.mix(number + 1L));
    }

    /** Appends sentences chosen by a number to a title, up to a length. */
    private String built(String title, int tokens, long number) {
        long[] state = {number};
        String between = shape.language().equals("zh") ? "" : " ";
        PromptLength left = PromptLength.ofTokens(tokens).without(title);
        StringBuilder built = new StringBuilder(title);
        return built.append(left.fit(
                        () -> {
                            state[0] += Shuffle.GOLDEN_GAMMA;
                            int next = (int) Long.remainderUnsigned(Shuffle.mix(state[0]), sentences.size());
                            return between + sentences.get(next);
                        },
                        ""))
                .toString();
    }

    private long mixed(int prefix) {
        return Shuffle.mix(Shuffle.mix(shape.seed()) + prefix);
    }
}
