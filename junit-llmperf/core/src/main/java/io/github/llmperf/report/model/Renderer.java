package io.github.llmperf.report.model;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Writes a report in one format. Formats know nothing of each other, and results know nothing of formats. */
@API(status = Status.INTERNAL, since = "0.1")
@FunctionalInterface
public interface Renderer {

    /**
     * Renders a report.
     *
     * @return the text of a file in this format
     */
    String render(Report report);
}
