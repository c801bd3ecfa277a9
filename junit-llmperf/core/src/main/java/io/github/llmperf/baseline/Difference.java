package io.github.llmperf.baseline;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A field in which two runs differ, so that they cannot be compared.
 *
 * @param field its name
 * @param from value of the stored run; empty when it has none
 * @param to value of the other run; empty when it has none
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Difference(String field, String from, String to) {}
