package io.github.llmperf.report;

import io.github.llmperf.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What all load tests of a build come to together.
 *
 * @param tone how it looks
 * @param words such as {@code FAILED}
 * @param sentence how many of them came to what
 */
record BuildVerdict(Tone tone, String words, String sentence) {

    /** A part of the tests: how one test of it is told, and how several are. */
    private record Part(List<JsonSummary> rows, String one, String each) {}

    /** Judges a build by the rows of its summary, in any order. */
    static BuildVerdict of(List<JsonSummary> rows, int damaged) {
        String unread = damaged == 0 ? "" : " " + Figures.count(damaged, "result") + " cannot be read.";
        if (rows.isEmpty()) {
            return new BuildVerdict(Tone.PLAIN, "NO RESULTS", "No load test has left a result here." + unread);
        }
        List<Part> parts = parts(rows);
        Tone tone = tone(rows);
        return new BuildVerdict(
                damaged > 0 && tone == Tone.GOOD ? Tone.OPEN : tone,
                words(tone),
                sentence(rows.size(), parts) + unread);
    }

    private static List<Part> parts(List<JsonSummary> rows) {
        List<JsonSummary> failing = rows.stream().filter(JsonSummary::failing).toList();
        List<Part> parts = new ArrayList<>();
        String kinds = " (" + MarkdownSummary.outline(failing) + ")";
        parts.add(new Part(failing, "failed" + kinds, "failed" + kinds));
        parts.add(part(rows, Verdict.INVALID::equals, "could not be judged", "could not be judged"));
        parts.add(part(rows, Verdict.UNDECIDED::equals, "is undecided", "are undecided"));
        parts.add(part(rows, Verdict.NO_BASELINE::equals, "has no baseline", "have no baseline"));
        parts.add(part(rows, v -> v == Verdict.PASS || v == Verdict.IMPROVED, "passed", "passed"));
        parts.removeIf(part -> part.rows.isEmpty());
        return parts;
    }

    private static Part part(List<JsonSummary> rows, Predicate<Verdict> which, String one, String each) {
        return new Part(
                rows.stream()
                        .filter(row -> !row.failing() && which.test(row.verdict()))
                        .toList(),
                one,
                each);
    }

    private static Tone tone(List<JsonSummary> rows) {
        if (rows.stream().anyMatch(JsonSummary::failing)) {
            return Tone.BAD;
        }
        Verdict worst =
                rows.stream().map(JsonSummary::verdict).reduce(Verdict::and).orElseThrow();
        return Tone.of(worst);
    }

    private static String words(Tone tone) {
        return switch (tone) {
            case BAD -> "FAILED";
            case VOID -> "NOT ALL JUDGED";
            case OPEN -> "PASSED, WITH RESERVATIONS";
            case GOOD, PLAIN -> "PASSED";
        };
    }

    private static String sentence(int all, List<Part> parts) {
        if (all == 1) {
            return "The only load test " + parts.get(0).one + ".";
        }
        if (parts.size() == 1) {
            return "All " + all + " load tests " + parts.get(0).each + ".";
        }
        List<String> told = parts.stream()
                .map(part -> part.rows.size() + " " + (part.rows.size() == 1 ? part.one : part.each))
                .toList();
        return "Of " + all + " load tests " + String.join(", ", told.subList(0, told.size() - 1)) + " and "
                + told.get(told.size() - 1) + ".";
    }
}
