package io.github.llmperf.build.page;

import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.json.NotRun;
import java.util.List;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What a summary has to name beside its rows.
 *
 * @param skipped load tests of the build that were skipped before their load
 * @param earlier results that another build has left; they are no part of this one
 */
@API(status = Status.INTERNAL, since = "0.1")
public record SummaryNotes(List<NotRun> skipped, List<JsonSummary> earlier) {

    /** Nothing. */
    public static final SummaryNotes NONE = new SummaryNotes(List.of(), List.of());

    /** Copies the lists. */
    public SummaryNotes {
        skipped = List.copyOf(skipped);
        earlier = List.copyOf(earlier);
    }

    /** Says of each skipped test why it was. */
    List<String> skippedSentences() {
        return skipped.stream().map(NotRun::sentence).collect(Collectors.toList());
    }

    /** Says what an earlier build made of a test, and when. */
    static String sentence(JsonSummary earlier) {
        return earlier.test() + ": " + earlier.words() + " in an earlier build, "
                + earlier.startedAt().replaceFirst("\\.\\d+Z$", "Z");
    }
}
