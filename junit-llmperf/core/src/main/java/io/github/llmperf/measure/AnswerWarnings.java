package io.github.llmperf.measure;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts the oddities that readers of answers warn of. */
final class AnswerWarnings {

    /** Noted with its consequences elsewhere. */
    private static final Set<String> NOTED = Set.of("usage_exceeds_max_tokens");

    private final SortedMap<String, Long> counts = new TreeMap<>();

    void add(List<String> warnings) {
        warnings.stream()
                .filter(warning -> !NOTED.contains(warning))
                .distinct()
                .forEach(warning -> counts.merge(warning, 1L, Long::sum));
    }

    /** One note per warning, in the order of their names. */
    List<Note> notes(long answers) {
        return counts.entrySet().stream()
                .<Note>map(one -> new Note.Oddity(one.getKey(), one.getValue(), answers))
                .toList();
    }
}
