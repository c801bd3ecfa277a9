package io.github.llmperf.samples.studies;

import static io.github.llmperf.LlmPerfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.Api;
import io.github.llmperf.Baseline;
import io.github.llmperf.Cache;
import io.github.llmperf.CapacityLayouts;
import io.github.llmperf.CapacityResult;
import io.github.llmperf.LlmCapacity;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.Sla;
import io.github.llmperf.Toggle;
import io.github.llmperf.build.matrix.StudyPage;
import io.github.llmperf.report.matrix.Figure;
import io.github.llmperf.report.matrix.Matrix;
import io.github.llmperf.report.matrix.Matrix.Conclusion;
import io.github.llmperf.report.matrix.MatrixRow;
import io.github.llmperf.simulator.SimulatedLlm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The procedure of a study of capacity: each user takes requests from a common queue of 250 until it is empty, and waits one
 * to three seconds between them, 42 tokens in and 285 out. Searched is the largest number of users with a mean ttft below
 * 3 s and a mean tpot below 100 ms, on one instance of four cards, and on one of eight that is a third faster; then how many
 * nodes of eight cards ten thousand users take. Which server is which, and how much faster eight cards are, is assumed: the
 * study has real ones.
 *
 * <p>The clock of the servers goes ten times as fast, so pauses and limits are a tenth of those above.
 */
@Tag("scenarios")
@SimulatedLlm(
        name = "four-cards",
        labels = "tp=4",
        profile = "vllm-qwen2.5-72b-gptq-int4",
        api = Api.OPENAI_COMPLETIONS,
        slowFactor = 1.33,
        timeScale = CapacityStudyTest.TIME_SCALE)
@SimulatedLlm(
        name = "eight-cards",
        labels = "tp=8",
        profile = "vllm-qwen2.5-72b-gptq-int4",
        api = Api.OPENAI_COMPLETIONS,
        timeScale = CapacityStudyTest.TIME_SCALE)
@Baseline(Toggle.OFF)
class CapacityStudyTest {

    static final double TIME_SCALE = 10;

    private static final int PLANNED = 10_000;
    private static final Figure USERS = Figure.of("capacity");
    private static final Map<String, CapacityResult> FOUND = new ConcurrentHashMap<>();

    @BeforeAll
    static void writePrompts() throws IOException {
        StudyPrompts.writeAlike("capacity", 250, 42, 285);
    }

    @LlmLoad(
            requests = 250,
            prompt = "target/studies/capacity.jsonl",
            maxNewTokens = 285,
            forceLength = Toggle.ON,
            cache = Cache.SHARED,
            thinkTime = "100ms..300ms")
    @LlmCapacity(users = "10..250", planned = PLANNED)
    @Sla(ttft = "300ms", tpot = "10ms")
    void carriesUsers(CapacityResult capacity) {
        FOUND.put(String.valueOf(capacity.points().get(0).result().cell().getOrDefault("target", "")), capacity);
        assertThat(capacity).atLeast(10);
        assertThat(capacity.nodes()).isEqualTo((int) Math.ceil(PLANNED / (double) capacity.users()));
    }

    @AfterAll
    static void conclude() throws IOException {
        if (FOUND.size() < 2) {
            return; // only one of them was run
        }
        CapacityLayouts layouts = CapacityLayouts.none()
                .layout("2 × 4 cards", 2, 4, FOUND.get("four-cards"))
                .layout("1 × 8 cards", 1, 8, FOUND.get("eight-cards"));
        List<Conclusion> conclusions = List.of(
                new Conclusion(
                        "Two instances of four cards carry more than one of eight",
                        layouts.best(PLANNED).name().equals("2 × 4 cards"),
                        "%.0f users on a node against %.0f"
                                .formatted(
                                        layouts.ranked(PLANNED).get(0).perNode(),
                                        layouts.ranked(PLANNED).get(1).perNode())),
                new Conclusion(
                        "10,000 users at 90, 280, 320, 900, 10, 180 and 45 users per node take 112, 36, 32, 12, 1000, 56 and"
                                + " 223 nodes",
                        nodes(90, 280, 320, 900, 10, 180, 45).equals(List.of(112, 36, 32, 12, 1000, 56, 223)),
                        nodes(90, 280, 320, 900, 10, 180, 45).toString()));
        new StudyPage()
                .publish(
                        Path.of("target/llmperf", CapacityStudyTest.class.getName()),
                        new Matrix(
                                "Capacity under a service level",
                                "mean ttft below 3 s, mean tpot below 100 ms",
                                List.of(row("four-cards", "4"), row("eight-cards", "8")),
                                List.of(USERS),
                                conclusions));

        assertThat(conclusions).allMatch(Conclusion::holds);
    }

    private static MatrixRow row(String target, String cards) {
        double users = FOUND.get(target).users();
        return new MatrixRow(
                cards + " cards",
                Map.of("cards", cards),
                Map.of(USERS, MatrixRow.Value.measured(OptionalDouble.of(users))),
                "",
                FOUND.get(target).verdict().words(),
                "");
    }

    private static List<Integer> nodes(int... usersPerNode) {
        return IntStream.of(usersPerNode)
                .mapToObj(users -> CapacityLayouts.none()
                        .layout("", 1, 1, (double) users)
                        .best(PLANNED)
                        .nodes(PLANNED))
                .toList();
    }
}
