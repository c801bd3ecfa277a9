package io.github.llmperf.prompt;

import io.github.llmperf.plan.Workload;

/**
 * Passages of one long text, each with a question about it at its end. A passage begins with a sentence and is as long as
 * asked for; where the text ends before, it goes on with the text's beginning. There is one for each place where a sentence
 * begins, two hundred characters apart at the least, so that no two prompts have a beginning in common.
 */
final class DocumentQuestions implements FittedPrompts {

    /** Length of a prompt where the load asks for none. */
    static final int TOKENS = 4000;

    private static final int CHARS_APART = 200;
    private static final String GAP = "\n\n";

    private final String text;
    private final int[] starts;
    private final QuestionWords words;
    private final PromptLength ownLength;

    /**
     * Finds the passages of a text.
     *
     * @param text not blank
     */
    DocumentQuestions(String text) {
        this.text = text.strip();
        starts = Sentences.starts(this.text, CHARS_APART);
        words = QuestionWords.of(this.text);
        ownLength = ownLength(this.text, GAP + words.longest());
    }

    @Override
    public int size() {
        return starts.length;
    }

    @Override
    public Prompt get(int position) {
        return Prompt.of(text(position, ownLength));
    }

    @Override
    public double meanTokens() {
        return (double) ownLength.budget() / TokenEstimate.PER_TOKEN;
    }

    @Override
    public String contentHash() {
        ContentHash.Growing hash = new ContentHash.Growing();
        hash.add(Prompt.of("document-qa 1"));
        hash.add(Prompt.of(text));
        return hash.shown();
    }

    @Override
    public void check(Workload load, String name) {
        PromptLength length = PromptLength.of(load).orElse(ownLength);
        long fewest = 2 * length.weightOf(GAP + words.longest());
        if (length.budget() < fewest) {
            boolean chars = load.prompts().chars().isPresent();
            throw new IllegalArgumentException(PromptLength.setting(load) + " must be at least "
                    + (chars ? fewest : (fewest + TokenEstimate.PER_TOKEN - 1) / TokenEstimate.PER_TOKEN)
                    + " with prompt set '" + name + "', to hold a passage and the question at its end, but is "
                    + (chars
                            ? load.prompts().chars().getAsInt()
                            : load.prompts().tokens().orElse(0))
                    + "; raise it");
        }
    }

    @Override
    public String text(int position, PromptLength length) {
        int start = starts[position];
        long scattered = Shuffle.mix(position + 1L);
        String sure = passage(start, length, words.longest());
        String question = words.about(sentence(sure, scattered), scattered >>> 32);
        return passage(start, length, question) + GAP + question;
    }

    /** Returns a whole sentence from somewhere in a passage; its beginning where there is none. */
    private static String sentence(String passage, long number) {
        int place = (int) Long.remainderUnsigned(number, passage.length());
        int begin = visible(passage, Sentences.next(passage, place));
        int end = Sentences.next(passage, begin);
        return end < passage.length()
                ? passage.substring(begin, end)
                : passage.substring(0, Sentences.next(passage, 0));
    }

    private static int visible(String text, int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /** Returns what fits beside a question, no character of which weighs less than half; then the text's beginning. */
    private String passage(int start, PromptLength length, String question) {
        boolean[] begun = {false};
        return length.without(GAP + question).fit(() -> {
            int from = begun[0] ? 0 : start;
            begun[0] = true;
            return text.substring(from, (int) Math.min(text.length(), from + 2 * length.budget()));
        });
    }

    /** The whole text, unless it is longer than the usual length. */
    private static PromptLength ownLength(String text, String question) {
        PromptLength usual = PromptLength.ofTokens(TOKENS);
        long ofQuestion = usual.weightOf(question);
        long whole = Math.max(usual.weightOf(text), ofQuestion) + ofQuestion;
        return new PromptLength(Math.min(usual.budget(), whole), usual.weight());
    }
}
