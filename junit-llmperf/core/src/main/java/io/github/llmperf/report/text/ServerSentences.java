package io.github.llmperf.report.text;

import io.github.llmperf.report.model.Report;
import io.github.llmperf.verdict.Candidate;
import io.github.llmperf.verdict.ServerExplanations;
import io.github.llmperf.wording.ServerText;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** What the server said in the course of a run, in sentences; they exist without a verdict, too. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ServerSentences {

    private ServerSentences() {}

    /** Returns the sentences; none where the server was not watched, or said nothing worth one. */
    public static List<String> of(Report report) {
        return ServerExplanations.of(Candidate.of(report.run(), report.measurement())
                        .with(report.observed().server()))
                .stream()
                .map(ServerText::of)
                .toList();
    }
}
