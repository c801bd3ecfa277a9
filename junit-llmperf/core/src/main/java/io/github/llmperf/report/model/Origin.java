package io.github.llmperf.report.model;

import io.github.llmperf.baseline.Environment;
import java.time.Instant;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * When, where and on what sources a run took place.
 *
 * @param startedAt wall-clock time of the start
 * @param commit git commit of the tested sources; null when unknown
 * @param environment where it took place
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Origin(Instant startedAt, @Nullable String commit, Environment environment) {}
