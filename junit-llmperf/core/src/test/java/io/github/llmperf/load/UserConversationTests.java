package io.github.llmperf.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.VirtualRun.Server;
import io.github.llmperf.prompt.PlannedPrompts;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.prompt.PromptSet;
import io.github.llmperf.prompt.PromptSets;
import io.github.llmperf.prompt.PromptSource;
import io.github.llmperf.protocol.FailureKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class UserConversationTests {

    @TempDir
    Path folder;

    /** Users that talk: request i asks "q i" and hears "a i", after 100 ms. */
    private static final class TalkTestCase implements Server {

        private final int turns;
        private final Map<Integer, UserConversation> users = new HashMap<>();
        private final Map<Integer, String> asked = new TreeMap<>();
        private final Map<Integer, UnaryOperator<TestRecord>> outcomes = new HashMap<>();

        TalkTestCase(int turns) {
            this.turns = turns;
        }

        TalkTestCase at(int index, UnaryOperator<TestRecord> outcome) {
            outcomes.put(index, outcome);
            return this;
        }

        @Override
        public TestRecord answer(TestRecord request, int index, int user) {
            UserConversation own = users.computeIfAbsent(user, any -> new UserConversation(turns));
            Prompt prompt = own.ask(() -> Prompt.of("q" + index));
            asked.put(index, String.valueOf(prompt.messages()).replace("\"", ""));
            TestRecord record = outcomes.getOrDefault(index, any -> any)
                    .apply(request.turn(own.turn()).answeredAfter(100).says("a" + index));
            own.ended(prompt, record.build());
            return record;
        }
    }

    private static String chat(int... indices) {
        StringBuilder messages = new StringBuilder("[");
        for (int i = 0; i < indices.length; i++) {
            messages.append(i == 0 ? "" : ",{role:assistant,content:a" + indices[i - 1] + "},")
                    .append("{role:user,content:q")
                    .append(indices[i])
                    .append("}");
        }
        return messages.append("]").toString();
    }

    @Test
    void countsTheTurnsAndBeginsAnewAfterTheLast() {
        TalkTestCase talk = new TalkTestCase(3);

        LoadRun run = VirtualRun.of(TestPlan.users(1).requests(7), talk);

        assertThat(run.records()).extracting(RequestRecord::turn).containsExactly(1, 2, 3, 1, 2, 3, 1);
        assertThat(talk.asked.values())
                .containsExactly(chat(0), chat(0, 1), chat(0, 1, 2), chat(3), chat(3, 4), chat(3, 4, 5), chat(6));
    }

    @Test
    void followsARecordedConversationToItsEndOrTheTurnsAskedFor() {
        String talk = "{\"conversations\":[{\"from\":\"human\",\"value\":\"q0\"},{\"from\":\"gpt\",\"value\":\"old\"},"
                + "{\"from\":\"human\",\"value\":\"q1\"},{\"from\":\"human\",\"value\":\"q2\"}]}\n";
        assertThat(recorded(2, talk)).containsExactly(chat(0), chat(0, 1), chat(0), chat(0, 1));
        assertThat(recorded(9, talk)).containsExactly(chat(0), chat(0, 1), chat(0, 1, 2), chat(0));
    }

    /** Sends four requests of one user with what a file has, to a server that answers the k-th turn by "a k". */
    private List<String> recorded(int most, String jsonl) {
        PromptSource prompts = PlannedPrompts.of(TestPlan.users(1).build(), prompts(jsonl));
        UserConversation turns = new UserConversation(most);
        List<String> asked = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int index = i;
            Prompt prompt = turns.ask(() -> prompts.prompt(index));
            asked.add(String.valueOf(prompt.messages()).replace("\"", "").replaceAll("\\[[0-9a-z]{4}-\\d{5}] ", ""));
            turns.ended(
                    prompt,
                    TestRecord.sentAt(0)
                            .answeredAfter(1)
                            .says("a" + (turns.turn() - 1))
                            .build());
        }
        return asked;
    }

    private PromptSet prompts(String jsonl) {
        try {
            Path file = Files.writeString(folder.resolve("talk.jsonl"), jsonl);
            return PromptSets.load(file.toString(), getClass().getClassLoader(), folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void keepsTheTalkOfEachUserApart() {
        TalkTestCase talk = new TalkTestCase(3);

        VirtualRun.of(TestPlan.users(2).spawnRate(20).requests(5), talk); // one more before the second user starts

        assertThat(talk.asked.values())
                .containsExactly(chat(0), chat(1), chat(0, 2), chat(1, 3), chat(0, 2, 4), chat(1, 3, 5));
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureKind.class,
            names = {"TIMEOUT", "SERVER_ERROR", "TRUNCATED", "CANCELLED"})
    void beginsAnewAfterARequestThatFailed(FailureKind kind) {
        TalkTestCase talk = new TalkTestCase(3).at(1, record -> record.failed(kind));

        LoadRun run = VirtualRun.of(TestPlan.users(1).requests(5), talk);

        assertThat(run.records()).extracting(RequestRecord::turn).containsExactly(1, 2, 1, 2, 3);
        assertThat(talk.asked.values()).containsExactly(chat(0), chat(0, 1), chat(2), chat(2, 3), chat(2, 3, 4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n"})
    void beginsAnewAfterAnAnswerWithoutVisibleText(String text) {
        TalkTestCase talk = new TalkTestCase(3).at(0, record -> record.says(text));

        LoadRun run = VirtualRun.of(TestPlan.users(1).requests(3), talk);

        assertThat(run.records()).extracting(RequestRecord::turn).containsExactly(1, 1, 2);
        assertThat(talk.asked.values()).containsExactly(chat(0), chat(1), chat(1, 2));
    }

    @Test
    void goesOnFromTheWarmUp() {
        TalkTestCase talk = new TalkTestCase(4);

        LoadRun run = VirtualRun.of(TestPlan.users(1).warmup("2").requests(3), talk);

        assertThat(run.records())
                .extracting(RequestRecord::phase)
                .containsExactly(
                        RequestPhase.WARMUP,
                        RequestPhase.WARMUP,
                        RequestPhase.MEASURED,
                        RequestPhase.MEASURED,
                        RequestPhase.MEASURED);
        assertThat(run.records()).extracting(RequestRecord::turn).containsExactly(1, 2, 3, 4, 1);
    }

    @Test
    void saysTheSameInEachRunOfTheSameAnswers() {
        TestPlan plan = TestPlan.users(5).think("10ms..90ms").duration(Duration.ofSeconds(5));
        TalkTestCase first = new TalkTestCase(4);
        TalkTestCase second = new TalkTestCase(4);

        Collection<RequestRecord> records = VirtualRun.of(plan, first).records();

        assertThat(VirtualRun.of(plan, second).records())
                .extracting(RequestRecord::user, RequestRecord::index, RequestRecord::turn)
                .containsExactlyElementsOf(records.stream()
                        .map(r -> org.assertj.core.groups.Tuple.tuple(r.user(), r.index(), r.turn()))
                        .toList());
        assertThat(second.asked).isEqualTo(first.asked).hasSizeGreaterThan(100);
    }

    @Test
    void leavesPromptsThatStandAloneAsTheyAre() {
        UserConversation turns = new UserConversation(1);
        Prompt prompt = Prompt.of("q");

        turns.ended(prompt, TestRecord.sentAt(0).answeredAfter(1).says("a").build());

        assertThat(turns.ask(() -> prompt)).isSameAs(prompt);
        assertThat(turns.turn()).isEqualTo(1);
    }
}
