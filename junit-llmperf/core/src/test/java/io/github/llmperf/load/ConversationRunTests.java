package io.github.llmperf.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.LlmClient;
import io.github.llmperf.client.PlannedRequest;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.prompt.ChatHistory;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.prompt.PromptSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Users on real threads; the time-out only keeps a defect from hanging the build. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class ConversationRunTests {

    private static final PromptSource PROMPTS = index -> Prompt.of("question " + index);

    /** Answers each request with its index and remembers it by its user. */
    private static final class TalkingTestCase implements LlmClient {

        private final Map<Integer, List<PlannedRequest>> requests = new ConcurrentHashMap<>();

        @Override
        public RequestRecord send(PlannedRequest request) {
            requests.computeIfAbsent(request.user(), any -> new ArrayList<>()).add(request);
            NextAction.Send step =
                    new NextAction.Send(request.index(), request.user(), request.phase(), request.scheduled());
            return TestRecord.of(step, System.nanoTime())
                    .turn(request.turn())
                    .answeredAfter(0)
                    .says(answer(request))
                    .build();
        }

        static String answer(PlannedRequest request) {
            return "answer " + request.index();
        }

        @Override
        public void cancelAll() {}

        @Override
        public void close() {}
    }

    @Test
    void sendsEachUserOnlyItsOwnTalk() throws Exception {
        TalkingTestCase client = new TalkingTestCase();

        LoadRun run = run(TestPlan.users(8).turns(3).warmup("1").requests(200), client);

        assertThat(run.records()).hasSizeGreaterThanOrEqualTo(208).allMatch(RequestRecord::succeeded);
        assertThat(client.requests).hasSize(8);
        client.requests.values().forEach(ConversationRunTests::assertIsOneTalk);
    }

    private static void assertIsOneTalk(List<PlannedRequest> requests) {
        ChatHistory history = ChatHistory.NONE;
        for (int i = 0; i < requests.size(); i++) {
            PlannedRequest request = requests.get(i);
            history = i % 3 == 0 ? ChatHistory.NONE : history;
            assertThat(request.turn()).isEqualTo(i % 3 + 1);
            assertThat(request.prompt()).isEqualTo(history.ask(PROMPTS.prompt(request.index())));
            history = ChatHistory.after(request.prompt(), TalkingTestCase.answer(request));
        }
    }

    @Test
    void sendsTextsThatStandAloneWithoutTurnsAndInAnOpenLoop() throws Exception {
        for (TestPlan plan : List.of(
                TestPlan.users(2).requests(20),
                TestPlan.rate(1e4).maxInFlight(1).requests(20))) {
            TalkingTestCase client = new TalkingTestCase();

            run(plan, client);

            assertThat(client.requests.values().stream().flatMap(List::stream))
                    .hasSizeGreaterThanOrEqualTo(20)
                    .allMatch(request -> request.turn() == 1)
                    .allMatch(request -> request.prompt().equals(PROMPTS.prompt(request.index())));
        }
    }

    private static LoadRun run(TestPlan plan, LlmClient client) throws InterruptedException {
        return new LoadRunner(NanoClock.SYSTEM).run(plan.build(), PROMPTS, client, LoadProgress.SILENT, StopRule.NEVER);
    }
}
