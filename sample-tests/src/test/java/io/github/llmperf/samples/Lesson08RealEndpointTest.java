package io.github.llmperf.samples;

import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmTarget;
import io.github.llmperf.Sla;

/**
 * Lesson 8: a real endpoint.
 *
 * <p>The target has a name only; its url, model and key come from the build that knows them. Where none is set, the tests
 * are skipped, and the reason says which setting is missing:
 *
 * <pre>{@code
 * mvn test -Dllmperf.target.staging.url=http://gpu-1:8000 -Dllmperf.target.staging.model=qwen2.5-7b \
 *          -Dllmperf.target.staging.apiKeyEnv=STAGING_KEY
 * }</pre>
 *
 * <p>{@code apiKeyEnv} is the <em>name</em> of an environment variable. The key itself is never written to a plan, a
 * report, a log or a baseline. {@code maxTokens} is a budget: a plan that is expected to spend more is refused before
 * anything is sent.
 */
@LlmTarget(name = "staging")
class Lesson08RealEndpointTest {

    @LlmLoad(users = 4, requests = 100, prompt = "chat", maxNewTokens = 64, maxTokens = 50_000)
    @Sla(ttftP90 = "5s")
    void answersInTime() {}
}
