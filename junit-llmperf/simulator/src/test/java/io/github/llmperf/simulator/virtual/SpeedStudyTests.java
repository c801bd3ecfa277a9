package io.github.llmperf.simulator.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.llmperf.simulator.engine.EngineRequest;
import io.github.llmperf.simulator.virtual.Studies.Cell;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A published study of speed by length of input and output, with one set of costs for each GPU. */
@Tag("simulation")
class SpeedStudyTests {

    private static final int TEXTS = 500;

    private static final Map<SpeedRun, Map<String, String>> RUNS = SpeedRun.all();

    private static List<Cell> cells(long seed) {
        List<Cell> cells = new ArrayList<>();
        RUNS.forEach((run, published) -> cells.addAll(cells(run, run.run(seed), published)));
        return cells;
    }

    private static List<Cell> cells(SpeedRun run, VirtualResult result, Map<String, String> published) {
        Map<String, Double> found = new TreeMap<>();
        found.put("duration_s", result.seconds());
        found.put("prompt_tok_per_s", result.promptTokenRate());
        found.put("completion_tok_per_s", result.outputTokenRate());
        found.put("qps", result.requestRate());
        found.put("per_user_tok_per_s", VirtualResult.mean(result.sorted(VirtualRequest::userTokenRate)));
        return found.keySet().stream()
                .filter(published::containsKey)
                .map(figure -> new Cell(
                        run.name(),
                        figure,
                        SpeedRun.number(published, figure),
                        found.get(figure),
                        figure.startsWith("per_user") ? .15 : .10,
                        0))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void comesOutWithinItsBoundsWhateverTheSeed(long seed) {
        List<Cell> cells = cells(seed);
        assertThat(cells).hasSize(150);
        assertThat(Studies.inside(cells))
                .as(() -> Studies.outside(cells).toString())
                .isGreaterThanOrEqualTo(.85);
    }

    @Test
    void isOutsideItsBoundsWhereCostsPerTokenExplainNothing() {
        List<String> outside = new ArrayList<>();
        // Where many texts failed, places stood idle for longer than the spread of answers explains: fewer requests
        // shared the server at a time, and each got more of it than here.
        for (String run : List.of(
                "4000 chars, 683",
                "4000 chars, 641",
                "4000 chars, 621",
                "4000 chars, 580",
                "2000 chars, 705",
                "2000 chars, 724")) {
            outside.add("V100 " + run + " tokens per_user_tok_per_s");
        }
        // This run took a tenth longer than one would expect between its neighbours, of 186 and 297 tokens.
        for (String figure : List.of("completion_tok_per_s", "prompt_tok_per_s", "qps")) {
            outside.add("V100 100 chars, 244 tokens " + figure);
        }
        // Rates of 522, 382, 374 and 454 tokens/s for answers of 166, 169, 236 and 264 tokens follow no rule.
        outside.add("A100 100 chars, 166 tokens completion_tok_per_s");
        outside.add("A100 100 chars, 236 tokens completion_tok_per_s");
        // With costs that also fit texts of 2,000 characters, where rates halve, rates are 11 % too low here.
        outside.add("A100 1000 chars, 403 tokens completion_tok_per_s");
        outside.add("A100 1000 chars, 573 tokens completion_tok_per_s");
        // Short answers to long texts took longer than what reading costs elsewhere.
        outside.add("A100 4000 chars, 245 tokens completion_tok_per_s");

        assertThat(Studies.outside(cells(1))).containsExactlyInAnyOrderElementsOf(outside);
    }

    /** Nothing is published of texts that did not complete but how many they are. */
    @Test
    void textsThatDidNotCompleteDidNotWaitForATimeOut() {
        RUNS.forEach((run, published) -> {
            if (run.gpu().equals("V100") && TEXTS - run.requests() > 100) {
                double answered = run.answerTokens() / SpeedRun.number(published, "per_user_tok_per_s");
                double places = run.users() * SpeedRun.number(published, "duration_s");
                double left = (places - run.requests() * answered) / (TEXTS - run.requests());
                assertThat(left)
                        .as("seconds that each can have held a place in run " + run.name()
                                + ", far below those of answers")
                        .isLessThan(.4 * answered);
            }
        });
    }

    @Test
    void textsThatDidNotCompleteWereNotRead() {
        RUNS.forEach((run, published) -> {
            if (run.gpu().equals("V100") && run.inputChars() == 4000) {
                assertThat(run.runWithOthersRead(TEXTS).seconds())
                        .as("seconds, had all texts of run " + run.name() + " been read")
                        .isGreaterThan(1.5 * SpeedRun.number(published, "duration_s"));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"V100", "A100"})
    void longInputWithShortOutputIsLeastEfficient(String gpu) {
        Map<SpeedRun, Double> rates = new LinkedHashMap<>();
        RUNS.keySet().stream()
                .filter(run -> run.gpu().equals(gpu))
                .forEach(run -> rates.put(run, run.run(1).outputTokenRate()));
        SpeedRun least =
                Collections.min(rates.entrySet(), Map.Entry.comparingByValue()).getKey();
        double shortest = rates.keySet().stream()
                .filter(run -> run.inputChars() == 4000)
                .mapToDouble(SpeedRun::answerTokens)
                .min()
                .orElseThrow();

        assertThat(rates).hasSize(25);
        assertThat(least.inputChars()).isEqualTo(4000);
        assertThat(least.answerTokens()).isEqualTo(shortest);
    }

    /**
     * A benchmark that comes with the study: 1,000 ShareGPT prompts at 32 a second take 842.46 s, an answer 429.69 s. It does not
     * say which GPU.
     */
    @Test
    void onlyTheV100sExplainTheServingBenchmark() {
        VirtualResult v100 = shareGpt("V100");
        VirtualResult a100 = shareGpt("A100");

        assertThat(v100.count(true)).isEqualTo(1000);
        assertThat(v100.seconds()).isCloseTo(842.46, withinPercentage(20));
        assertThat(v100.outputTokenRate()).isCloseTo(259.7, withinPercentage(20));
        assertThat(VirtualResult.mean(v100.responseTimes())).isCloseTo(429_690, withinPercentage(30));
        assertThat(a100.seconds()).as("far too quick").isLessThan(.6 * 842.46);
    }

    private static VirtualResult shareGpt(String gpu) {
        List<Map<String, String>> lengths = Studies.table("sharegpt-lengths.csv");
        double answers = lengths.stream()
                .mapToDouble(row -> SpeedRun.number(row, "output_tokens"))
                .sum();
        // What the benchmark says of its answers is their rate; the lengths are those of another thousand prompts.
        double scale = 259.7 * 842.46 / answers;
        SpeedRun any = RUNS.keySet().stream()
                .filter(run -> run.gpu().equals(gpu))
                .findFirst()
                .orElseThrow();
        return VirtualRun.of(any.server().start(), VirtualLoad.poisson(32, lengths.size(), 1), number -> {
            Map<String, String> row = lengths.get(number);
            int answer = (int) Math.max(1, Math.round(scale * SpeedRun.number(row, "output_tokens")));
            return new EngineRequest(number, (int) SpeedRun.number(row, "prompt_tokens"), answer);
        });
    }
}
