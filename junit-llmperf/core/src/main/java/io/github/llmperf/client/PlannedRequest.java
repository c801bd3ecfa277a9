package io.github.llmperf.client;

import io.github.llmperf.prompt.Prompt;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * One request about to be sent.
 *
 * @param index number within the run, from 0, warm-up included
 * @param user which user sends it, from 0; −1 in open loop
 * @param warmup whether it is sent before the measurement
 * @param prompt what is asked
 * @param scheduled when the plan wanted it sent, in terms of the client's clock
 */
@API(status = Status.INTERNAL, since = "0.1")
public record PlannedRequest(int index, int user, boolean warmup, Prompt prompt, long scheduled) {}
