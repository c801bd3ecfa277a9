package io.github.llmperf.simulator.text;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What the simulated model answers: as many words as tokens, the same for the same prompt. An answer that ends by itself
 * has no text for its last token, which stands for the end of the text.
 *
 * @param tokens its length, 1 or more
 * @param stopsItself whether it ended before it had to
 * @param chinese in Chinese, else in English
 * @param seed what the words are drawn by
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Answer(int tokens, boolean stopsItself, boolean chinese, long seed) {

    private static final int SENTENCE = 12;

    private static final List<String> ENGLISH = List.of(
            "the",
            "server",
            "reads",
            "a",
            "short",
            "letter",
            "about",
            "rain",
            "and",
            "answers",
            "every",
            "question",
            "with",
            "some",
            "plain",
            "words",
            "while",
            "other",
            "requests",
            "wait",
            "in",
            "line",
            "for",
            "their",
            "turn",
            "because",
            "each",
            "step",
            "gives",
            "one",
            "more",
            "token",
            "to",
            "all",
            "who",
            "asked");

    private static final List<String> CHINESE = List.of(
            "服务器", "读完", "一封", "短信", "关于", "天气", "然后", "回答", "每个", "问题", "用", "简单", "的", "词语", "其他", "请求", "在", "队列",
            "里", "等待", "轮到", "它们", "因为", "每一步", "都", "给出", "一个", "新词", "大家", "慢慢", "来", "今天", "风", "很", "轻");

    /**
     * Returns the text of one token.
     *
     * @param index 1 for the first token
     * @return a word with the space before it, a full stop, or nothing for the end of the text
     */
    public String piece(int index) {
        if (stopsItself && index == tokens) {
            return "";
        }
        int place = (index - 1) % SENTENCE;
        if (place == SENTENCE - 1) {
            return chinese ? "。" : ".";
        }
        List<String> words = chinese ? CHINESE : ENGLISH;
        String word = words.get(new SplittableRandom(seed + index).nextInt(words.size()));
        if (chinese) {
            return word;
        }
        String cased = place == 0 ? word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1) : word;
        return index == 1 ? cased : " " + cased;
    }

    /**
     * Returns the whole text.
     *
     * @return all pieces in order
     */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= tokens; i++) {
            text.append(piece(i));
        }
        return text.toString();
    }

    /**
     * Returns why the answer ended, as the wire says it.
     *
     * @return {@code stop} or {@code length}
     */
    public String finishReason() {
        return stopsItself ? "stop" : "length";
    }
}
