package io.github.llmperf.wording;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.verdict.Subject;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The name of a comparison, which tells it from others of the same measure. */
@API(status = Status.INTERNAL, since = "0.1")
public final class SubjectText {

    private SubjectText() {}

    /**
     * Names both sides. The error rate is compared in every run, and a limit on it has the same name: two rows would seem
     * to contradict each other.
     *
     * @return such as {@code ttft.p90}, {@code ttft.p90 (anchor v1.2)} or {@code errorRate (baseline)}
     */
    public static String of(Subject subject) {
        boolean limitedToo = subject.measure().metric() == Metric.ERROR_RATE;
        String measured = subject.measure() + (subject.wholeRun() ? " (whole run)" : "");
        return switch (subject.against().kind()) {
            case STORED_RUNS -> measured + (limitedToo ? " (baseline)" : "");
            case ANCHOR -> measured + " (anchor " + subject.against().name() + ")";
            case TARGET -> measured + (limitedToo ? " (compared)" : "");
        };
    }
}
