package io.github.llmperf.prompt;

import java.util.List;

/**
 * Questions about a passage, in the language of its script.
 *
 * @param templates with a place for what is quoted
 * @param phraseChars most code points of a quotation
 */
record QuestionWords(List<String> templates, int phraseChars, String letter) {

    static final QuestionWords ENGLISH = new QuestionWords(
            List.of(
                    "Using only the text above, explain what it says about this: \"%s\"",
                    "Which part of the text above is about \"%s\"? Say what comes before it and what follows.",
                    "Summarise the text above in three sentences, and say how this fits in: \"%s\"",
                    "List the facts in the text above that somebody needs in order to understand this: \"%s\"",
                    "Does anything in the text above contradict this statement? \"%s\" Give the place, and your reason."),
            48,
            "e");
    static final QuestionWords CHINESE = new QuestionWords(
            List.of(
                    "请仅根据以上内容，说明文中关于“%s”的要点。",
                    "以上内容中，哪一部分谈到“%s”？请说明它的前文和后文。",
                    "请用三句话概括以上内容，并说明“%s”在其中的作用。",
                    "请列出以上内容中与“%s”有关的事实。",
                    "以上内容中有没有与“%s”相矛盾的说法？请指出位置并说明理由。"),
            20,
            "文");

    /** Share of Chinese letters from which a text counts as Chinese: it may contain names and code in Latin letters. */
    private static final double CHINESE_FROM = .2;

    /** Returns the language of a text by its script. */
    static QuestionWords of(String text) {
        return isChinese(text) ? CHINESE : ENGLISH;
    }

    /** Returns whether a text is Chinese, by its script. */
    static boolean isChinese(String text) {
        long letters = text.codePoints().filter(Character::isLetter).count();
        long han = text.codePoints().filter(Character::isIdeographic).count();
        return han > CHINESE_FROM * letters;
    }

    /** Returns a question, of several by a number, that quotes the beginning of a sentence. */
    String about(String sentence, long number) {
        String template = templates.get((int) Long.remainderUnsigned(number, templates.size()));
        return template.formatted(phrase(sentence));
    }

    /** Returns the longest question there can be. */
    String longest() {
        return templates.stream()
                .map(template -> template.formatted(letter.repeat(phraseChars)))
                .max((a, b) -> Integer.compare(a.length(), b.length()))
                .orElseThrow();
    }

    private String phrase(String sentence) {
        String line = sentence.strip();
        if (line.codePointCount(0, line.length()) <= phraseChars) {
            return line;
        }
        String cut = line.substring(0, line.offsetByCodePoints(0, phraseChars));
        int space = cut.lastIndexOf(' ');
        return space > phraseChars / 2 ? cut.substring(0, space) : cut;
    }
}
