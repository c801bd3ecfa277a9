package io.github.llmperf.plan;

import java.nio.file.Path;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Where results are written, and how much of them.
 *
 * @param directory of all results
 * @param fullRecords whether each request's moments and text are written
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Output(Path directory, boolean fullRecords) {}
