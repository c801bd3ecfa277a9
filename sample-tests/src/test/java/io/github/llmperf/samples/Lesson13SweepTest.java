package io.github.llmperf.samples;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.Toggle;
import io.github.llmperf.simulator.SimulatedLlm;

/**
 * Lesson 13: sweeping settings of the server.
 *
 * <p>A matrix of users, prompts and lengths asks what a server does under different loads. Here the servers differ too: each
 * load test runs on each of them, one after the other. Servers of your own have names, {@code @LlmTarget(name = {"tp1",
 * "tp2"})}, and the build says where they are: {@code -Dllmperf.target.tp1.url=… -Dllmperf.target.tp1.labels=tp=1}.
 *
 * <p>A cell is called by the name of its target, {@code target=alone,users=2}; beside each other cells are told apart by the
 * labels, here {@code batch=1} and {@code batch=8}. {@code target/llmperf/<class>/<method>/matrix.html} has all of them side by side: what each
 * label does, all others being equal, a chart for each figure, and the table; {@code matrix.csv} has it for other programs.
 */
@SimulatedLlm(name = "alone", labels = "batch=1", batchSize = 1, arrivalMillis = 20)
@SimulatedLlm(name = "together", labels = "batch=8", batchSize = 8, batchDelayMillis = 10, arrivalMillis = 20)
@Baseline(Toggle.OFF)
class Lesson13SweepTest {

    @LlmLoad(
            users = {2, 8},
            requests = 24,
            maxNewTokens = 8)
    void holdsTheUsers() {}
}
