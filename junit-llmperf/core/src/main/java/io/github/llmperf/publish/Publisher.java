package io.github.llmperf.publish;

import io.github.llmperf.report.model.Report;
import java.io.IOException;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Brings a report to one place. A publisher that fails never changes a verdict: its failure is told beside it. */
@API(status = Status.INTERNAL, since = "0.1")
@FunctionalInterface
public interface Publisher {

    /**
     * Publishes a report.
     *
     * @param report what is told
     * @throws IOException if the place cannot be written
     */
    void publish(Report report) throws IOException;
}
