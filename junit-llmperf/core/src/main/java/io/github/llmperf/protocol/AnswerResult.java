package io.github.llmperf.protocol;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * What a reader made of an answer.
 *
 * @param answer what came, complete or not
 * @param trouble why it is no success; null for success
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public record AnswerResult(Answer answer, @Nullable Trouble trouble) {}
