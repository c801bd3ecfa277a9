package io.github.llmperf.build.page;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.json.TestStatus;
import io.github.llmperf.report.text.Tone;
import io.github.llmperf.wording.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What all load tests of a build come to together.
 *
 * @param tone how it looks
 * @param words such as {@code FAILED}
 */
record BuildVerdict(Tone tone, String words, String sentence) {

    /** What cannot be read may have been anything, so that the rest is not told as if it were all. */
    private static final String UNREAD = "NOT ALL READABLE";

    private static final List<Tone> WORST_LAST = List.of(Tone.PLAIN, Tone.GOOD, Tone.OPEN, Tone.VOID, Tone.BAD);

    /** A part of the tests: how one test of it is told, and how several are. */
    private record Part(List<JsonSummary> rows, String one, String each) {}

    /** Judges a build by the rows of its summary, in any order. */
    static BuildVerdict of(List<JsonSummary> rows, int damaged) {
        return of(rows, damaged, 0);
    }

    /** Judges a build of which some tests were skipped before their load. */
    static BuildVerdict of(List<JsonSummary> rows, int damaged, int skipped) {
        String unread = damaged == 0 ? "" : Figures.count(damaged, "result") + " cannot be read.";
        if (rows.isEmpty()) {
            return withoutRows(damaged, skipped, unread);
        }
        Tone tone = damaged > 0 ? worse(tone(rows), Tone.VOID) : tone(rows);
        return new BuildVerdict(
                tone,
                damaged > 0 && tone == Tone.VOID ? UNREAD : words(tone),
                Stream.of(sentence(rows.size(), parts(rows), skipped > 0), skipped(skipped), unread)
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining(" ")));
    }

    private static BuildVerdict withoutRows(int damaged, int skipped, String unread) {
        if (damaged > 0) {
            return new BuildVerdict(Tone.VOID, UNREAD, unread);
        }
        return switch (skipped) {
            case 0 -> new BuildVerdict(Tone.PLAIN, "NO RESULTS", "No load test has left a result here.");
            case 1 -> new BuildVerdict(Tone.PLAIN, "NOTHING RUN", "The only load test was skipped.");
            default -> new BuildVerdict(Tone.PLAIN, "NOTHING RUN", "All " + skipped + " load tests were skipped.");
        };
    }

    private static String skipped(int skipped) {
        return skipped == 0
                ? ""
                : skipped == 1
                        ? "One more was skipped before its load."
                        : skipped + " more were skipped before their loads.";
    }

    private static List<Part> parts(List<JsonSummary> rows) {
        List<JsonSummary> failing = rows.stream().filter(JsonSummary::failing).toList();
        List<Part> parts = new ArrayList<>();
        String kinds = " (" + MarkdownSummary.outline(failing) + ")";
        parts.add(new Part(failing, "failed" + kinds, "failed" + kinds));
        List<JsonSummary> skipped = rows.stream()
                .filter(row -> !row.failing() && row.standing().mark() == TestStatus.Mark.TEST_SKIPPED)
                .toList();
        parts.add(part(rows, Verdict.INVALID::equals, "could not be judged", "could not be judged"));
        parts.add(part(rows, Verdict.UNDECIDED::equals, "is undecided", "are undecided"));
        parts.add(part(rows, Verdict.NO_BASELINE::equals, "has no baseline", "have no baseline"));
        parts.add(part(rows, v -> v == Verdict.PASS || v == Verdict.IMPROVED, "passed", "passed"));
        parts.add(new Part(skipped, "skipped itself", "skipped themselves"));
        parts.removeIf(part -> part.rows.isEmpty());
        return parts;
    }

    private static Part part(List<JsonSummary> rows, Predicate<Verdict> which, String one, String each) {
        return new Part(
                rows.stream()
                        .filter(row -> !row.failing()
                                && row.standing().mark() != TestStatus.Mark.TEST_SKIPPED
                                && which.test(row.verdict()))
                        .toList(),
                one,
                each);
    }

    private static Tone tone(List<JsonSummary> rows) {
        if (rows.stream().anyMatch(JsonSummary::failing)) {
            return Tone.BAD;
        }
        return rows.stream()
                .map(row -> row.standing().tone())
                .reduce(BuildVerdict::worse)
                .orElseThrow();
    }

    private static Tone worse(Tone one, Tone other) {
        return WORST_LAST.indexOf(one) >= WORST_LAST.indexOf(other) ? one : other;
    }

    private static String words(Tone tone) {
        return switch (tone) {
            case BAD -> "FAILED";
            case VOID -> "NOT ALL JUDGED";
            case OPEN -> "PASSED, WITH RESERVATIONS";
            case GOOD -> "PASSED";
            case PLAIN -> "SKIPPED";
        };
    }

    private static String sentence(int all, List<Part> parts, boolean others) {
        if (all == 1) {
            return (others ? "One load test " : "The only load test ") + parts.get(0).one + ".";
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
