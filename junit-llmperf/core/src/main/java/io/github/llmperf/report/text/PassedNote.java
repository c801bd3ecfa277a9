package io.github.llmperf.report.text;

import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import java.nio.file.Path;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The message of a passed load test, as one paragraph for logs and report entries. */
@API(status = Status.INTERNAL, since = "0.1")
public final class PassedNote {

    private PassedNote() {}

    /**
     * Returns the note.
     *
     * @param html where its report was written
     * @return one line: the verdict with its numbers, the next step where there is one, and the report's place
     */
    public static String of(Report report, Path html) {
        String wayOut = NextStep.of(report);
        return FailureMessage.firstLine(report) + (wayOut.isEmpty() ? "" : " – " + wayOut) + " – report: "
                + VisibleText.text(new SafeText(report).of(html.toString()));
    }
}
