package io.github.llmperf.samples;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmDefaults;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.Sla;
import io.github.llmperf.Toggle;
import org.junit.jupiter.api.Tag;

/**
 * Lesson 6: defaults and composed annotations of a team.
 *
 * <p>{@code @LlmDefaults} has the attributes of {@code @LlmLoad} and is no test. On a class it holds for all load tests in
 * it. All annotations work as meta-annotations: {@code @ServiceDefaults} says where the service is, how much load is usual
 * and what must hold at least; {@code @ShortAnswers} is a test annotation of its own.
 *
 * <p>Settings are merged one by one, and the nearest wins: method, then class, then what stands on annotations of the class,
 * then enclosing classes. Limits are added up; a nearer limit on the same measure replaces the farther one.
 *
 * <p>Configuration parameters win over all annotations: {@code -Dllmperf.users=1} tries everything with one user. The plan
 * that came out of it all is printed in every report.
 */
@Tag("slow")
@ServiceDefaults
@LlmDefaults(users = 16)
@Baseline(tolerance = "12%")
class Lesson06TeamDefaultsTest {

    /** 16 users, as the class says; 100 requests of 8 tokens, as the team says. */
    @LlmLoad(prompt = "chat")
    void chats() {}

    /** 16 users, 100 requests, 4 tokens; three limits: two of the team, one of {@code @ShortAnswers}. */
    @ShortAnswers
    @Sla(ttftP90 = "800ms")
    @Baseline(Toggle.OFF)
    void classifies() {}
}
