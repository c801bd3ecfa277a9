package io.github.llmperf.build.page;

import io.github.llmperf.report.json.JsonSummary;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What the load tests of a build came to.
 *
 * @param rows one per cell of this build, worst first
 * @param damaged sentences on results that could not be read
 * @param aside what was not run, and what is not this build's
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Summary(List<JsonSummary> rows, List<String> damaged, SummaryNotes aside) {

    /** Copies the lists. */
    public Summary {
        rows = List.copyOf(rows);
        damaged = List.copyOf(damaged);
    }
}
