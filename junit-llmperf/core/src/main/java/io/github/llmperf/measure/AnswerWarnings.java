package io.github.llmperf.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts the oddities that readers of answers warn of, and tells each in a sentence. */
final class AnswerWarnings {

    /** Told with its consequences elsewhere. */
    private static final Set<String> TOLD = Set.of("usage_exceeds_max_tokens");

    private static final Map<String, String> WORDS = Map.of(
            "length_not_forced",
            "the output was shorter than maxNewTokens although forceLength is ON: the server does not force lengths, so"
                    + " that latencies and rates rest on the lengths that came",
            "missing_done",
            "the stream ended without [DONE]; it had said before that it was finished, so it counts as a success",
            "not_streamed",
            "the answer came in one piece although stream is ON: it has no ttft, tpot and itl",
            "server_times_inconsistent",
            "the server's own times contradict each other (prefill + decoding and inference differ by more than 2 ms, or"
                    + " the time per token fits neither all tokens nor all but the first): do not rely on server metrics",
            "streamed_unasked",
            "the answer was streamed although stream is OFF",
            "unclean_end",
            "the connection broke after the answer was complete; it counts as a success");

    private final SortedMap<String, Long> counts = new TreeMap<>();

    void add(List<String> warnings) {
        warnings.stream()
                .filter(warning -> !TOLD.contains(warning))
                .distinct()
                .forEach(warning -> counts.merge(warning, 1L, Long::sum));
    }

    /** One sentence per warning, in the order of their names. */
    List<String> sentences(long answers) {
        List<String> sentences = new ArrayList<>();
        counts.forEach(
                (warning, count) -> sentences.add("in " + (count == answers ? "all " + count : count + " of " + answers)
                        + (answers == 1 ? " answer " : " answers ")
                        + WORDS.getOrDefault(warning, "there is this oddity: " + warning)));
        return sentences;
    }
}
