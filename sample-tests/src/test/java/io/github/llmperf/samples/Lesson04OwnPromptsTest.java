package io.github.llmperf.samples;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.Sla;
import io.github.llmperf.Toggle;
import io.github.llmperf.simulator.SimulatedLlm;

/**
 * Lesson 4: your own prompts.
 *
 * <p>A prompt set is a file {@code llmperf/prompts/<name>.txt}, {@code .md}, {@code .jsonl}, {@code .json} or {@code .csv}
 * on the test class path, or any file by its path. Here:
 *
 * <ul>
 *   <li>{@code tickets.txt} has one prompt a line. Lines of {@code ---} would separate prompts of several lines.
 *   <li>{@code dialogues.jsonl} has one JSON object a line: {@code {"prompt": "…"}}, or {@code {"messages": […]}} which is
 *       sent as it stands, with roles and earlier turns.
 *   <li>{@code support-conversations.json} is in ShareGPT's format: an array of conversations, of which everything up to
 *       the last human turn is sent.
 * </ul>
 *
 * <p>Each prompt gets a few characters of its own in front, different in each run, so that no prefix cache of the server
 * makes the second run look faster. {@code cache = Cache.SHARED} leaves them out.
 *
 * <p>A malformed line or an empty set fails the test before anything is sent, and names the line.
 */
@SimulatedLlm
@Baseline(Toggle.OFF)
@Sla(ttftP90 = "500ms", errorRate = "0%")
class Lesson04OwnPromptsTest {

    @LlmLoad(users = 8, requests = 60, maxNewTokens = 16, prompt = "tickets")
    void sortsTickets() {}

    @LlmLoad(
            users = 8,
            requests = 60,
            maxNewTokens = 16,
            prompt = {"dialogues", "support-conversations"})
    void continuesDialogues() {}
}
