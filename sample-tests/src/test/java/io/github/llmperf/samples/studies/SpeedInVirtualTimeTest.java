package io.github.llmperf.samples.studies;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.build.matrix.StudyPage;
import io.github.llmperf.report.matrix.Figure;
import io.github.llmperf.report.matrix.Matrix;
import io.github.llmperf.report.matrix.Matrix.Conclusion;
import io.github.llmperf.report.matrix.MatrixRow;
import io.github.llmperf.report.matrix.MatrixRow.Value;
import io.github.llmperf.report.matrix.StudyTolerance;
import io.github.llmperf.simulator.engine.EngineRequest;
import io.github.llmperf.simulator.profile.ProfileReader;
import io.github.llmperf.simulator.virtual.VirtualLoad;
import io.github.llmperf.simulator.virtual.VirtualRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The picture of the study of speed: tokens of answers in a second against their length, a line for each length of the texts,
 * a page for each kind of GPU. All fifty cells, in virtual time: {@code target/llmperf/speed-V100-PCIE-32G/study.html}.
 */
@Tag("scenarios")
class SpeedInVirtualTimeTest {

    private static final Figure RATE = Figure.of("outputTokenRate");
    private static final int CONTEXT_TOKENS = 8192;

    /** Prompts have a hidden part, and so many tokens for a character. */
    private static final double HIDDEN_TOKENS = 474;

    private static final double TOKENS_PER_CHAR = .888;
    private static final int TEMPLATE_CHARS = 26;

    private static final Map<String, String> PROFILES = Map.of(
            "V100-PCIE-32G", "vllm-sus-chat-34b-v100",
            "A100-PCIE-40G", "vllm-sus-chat-34b-a100");

    /** Requests that completed, by characters of the texts: the mean of the runs of which the study tells it. */
    private static final Map<Integer, Integer> COMPLETED = Map.of(100, 495, 500, 488, 1000, 490, 2000, 327, 4000, 153);

    @Test
    void drawsALineForEachLengthOfTheTexts() throws IOException {
        long compared = 0;
        long inside = 0;
        for (String gpu : List.of("V100-PCIE-32G", "A100-PCIE-40G")) {
            Matrix picture = picture(gpu);
            new StudyPage().publish(Path.of("target/llmperf/speed-" + gpu), picture);
            compared += picture.compared();
            inside += picture.inside();
            assertThat(picture.conclusions()).as(gpu).allMatch(Conclusion::holds);
        }

        assertThat(compared).isEqualTo(50);
        assertThat(inside).isGreaterThanOrEqualTo(Math.round(.85 * compared));
    }

    private static Matrix picture(String gpu) throws IOException {
        List<MatrixRow> rows = new ArrayList<>();
        for (String line : StudyPrompts.lines("vllm-speed-matrix.csv")) {
            String[] cell = line.split(",", -1);
            if (cell[0].equals(gpu)) {
                rows.add(row(gpu, Integer.parseInt(cell[1]), Double.parseDouble(cell[2]), Double.parseDouble(cell[3])));
            }
        }
        return new Matrix(
                "Speed by the lengths of texts and answers, " + gpu,
                "SUS-Chat-34B on vLLM, four cards; in virtual time",
                rows,
                List.of(RATE),
                List.of(conclusion(rows)));
    }

    private static MatrixRow row(String gpu, int chars, double answer, double published) {
        int prompt = (int) Math.round(HIDDEN_TOKENS + TOKENS_PER_CHAR * (chars + TEMPLATE_CHARS));
        int users = chars >= 1000 ? 16 : chars == 500 ? 25 : 32;
        int[] answers = StudyPrompts.answers(COMPLETED.get(chars), answer);
        double rate = VirtualRun.of(
                        ProfileReader.read(PROFILES.get(gpu)).start(),
                        VirtualLoad.closed(users, answers.length),
                        number -> new EngineRequest(number, prompt, Math.min(answers[number], CONTEXT_TOKENS - prompt)))
                .outputTokenRate();
        Map<String, String> axes = new LinkedHashMap<>();
        axes.put("inputChars", Integer.toString(chars));
        axes.put("outputTokens", Long.toString(Math.round(answer)));
        Value value = Value.compared(OptionalDouble.of(published), OptionalDouble.of(rate), StudyTolerance.of(RATE));
        return new MatrixRow(
                chars + " characters in, " + Math.round(answer) + " tokens out",
                axes,
                Map.of(RATE, value),
                "",
                "PASS",
                "");
    }

    private static Conclusion conclusion(List<MatrixRow> rows) {
        MatrixRow slowest =
                rows.stream().min((a, b) -> Double.compare(rate(a), rate(b))).orElseThrow();
        boolean isLongInShortOut = slowest.axes().get("inputChars").equals("4000")
                && rows.stream()
                        .filter(row -> row.axes().get("inputChars").equals("4000"))
                        .allMatch(row -> tokens(row) >= tokens(slowest));
        return new Conclusion(
                "Long texts with short answers are the least efficient",
                isLongInShortOut,
                "%s: %.1f tokens/s".formatted(slowest.label(), rate(slowest)));
    }

    private static double rate(MatrixRow row) {
        return row.value(RATE).measured().orElseThrow();
    }

    private static int tokens(MatrixRow row) {
        return Integer.parseInt(row.axes().get("outputTokens"));
    }
}
