package io.github.llmperf.prompt;

import io.github.llmperf.plan.Workload;
import java.util.OptionalInt;

/**
 * Passages of a text between triple quotes, to be continued, by about so many characters. The model decides how long
 * its continuation is: the length is measured, not assumed.
 */
final class Continuations implements FittedPrompts {

    /** Length of a prompt where the load asks for none. */
    static final int TOKENS = 400;

    private static final int CHARS_APART = 200;
    private static final String HEAD = "\"\"\"\n";
    private static final String TAIL = "\n\"\"\"\n\n";

    private final String text;
    private final int[] starts;
    private final String request;

    /**
     * Finds the passages of a text.
     *
     * @param text not blank
     * @param chars how long the continuation is to be; empty leaves it to the model
     */
    Continuations(String text, OptionalInt chars) {
        this.text = text.strip();
        starts = Sentences.starts(this.text, CHARS_APART);
        request = request(QuestionWords.isChinese(text), chars);
    }

    private static String request(boolean chinese, OptionalInt chars) {
        if (chinese) {
            return "请阅读上面的文字，然后接着往下写" + (chars.isPresent() ? "，约 " + chars.getAsInt() + " 字。" : "。");
        }
        return "Read the text above and continue it"
                + (chars.isPresent() ? ", about " + chars.getAsInt() + " characters." : ".");
    }

    @Override
    public int size() {
        return starts.length;
    }

    @Override
    public Prompt get(int position) {
        return Prompt.of(text(position, PromptLength.ofTokens(TOKENS)));
    }

    @Override
    public double meanTokens() {
        return TOKENS;
    }

    @Override
    public String contentHash() {
        ContentHash.Growing hash = new ContentHash.Growing();
        hash.add(Prompt.of("continuation 1 " + request));
        hash.add(Prompt.of(text));
        return hash.shown();
    }

    @Override
    public void check(Workload load, String name) {
        PromptLength length = PromptLength.of(load).orElseGet(() -> PromptLength.ofTokens(TOKENS));
        long fewest = length.weightOf(HEAD + TAIL + request + request);
        if (length.budget() < fewest) {
            boolean chars = load.prompts().chars().isPresent();
            throw new IllegalArgumentException(PromptLength.setting(load) + " must be at least "
                    + (chars ? fewest : (fewest + TokenEstimate.PER_TOKEN - 1) / TokenEstimate.PER_TOKEN)
                    + " with prompt set '" + name + "', to hold a passage and the request to continue it, but is "
                    + (chars
                            ? load.prompts().chars().getAsInt()
                            : load.prompts().tokens().orElse(0))
                    + "; raise it");
        }
    }

    @Override
    public String text(int position, PromptLength length) {
        boolean[] begun = {false};
        String passage = length.without(HEAD + TAIL + request).fit(() -> {
            int from = begun[0] ? 0 : starts[position];
            begun[0] = true;
            return text.substring(from, (int) Math.min(text.length(), from + 2 * length.budget()));
        });
        return HEAD + passage + TAIL + request;
    }
}
