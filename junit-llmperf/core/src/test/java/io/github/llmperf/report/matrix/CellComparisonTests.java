package io.github.llmperf.report.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class CellComparisonTests {

    private final List<MatrixRow> rows = new ArrayList<>();

    private void row(String batch, String users, double rate, double ttft, String note) {
        row(batch, users, rate, ttft, note, "PASS");
    }

    private void row(String batch, String users, double rate, double ttft, String note, String verdict) {
        Map<String, String> axes = new LinkedHashMap<>();
        axes.put("batch", batch);
        axes.put("users", users);
        Map<Figure, MatrixRow.Value> values = new LinkedHashMap<>();
        values.put(Figure.of("requestRate"), MatrixRow.Value.measured(OptionalDouble.of(rate)));
        values.put(Figure.of("ttft"), MatrixRow.Value.measured(OptionalDouble.of(ttft)));
        rows.add(new MatrixRow(batch + users, axes, values, note, verdict, ""));
    }

    private List<String> sentences() {
        return CellComparison.sentences(
                new Matrix("t", "o", rows, List.of(Figure.of("requestRate"), Figure.of("ttft")), List.of()));
    }

    @Test
    void tellsTheGeometricMeanOverPairsThatDifferInNothingElse() {
        row("none", "4", 1, 100, "");
        row("4", "4", 4, 50, "");
        row("none", "8", 1, 200, "");
        row("4", "8", 9, 50, "");
        row("4", "16", 100, 1, "");

        assertThat(sentences())
                .contains("batch=4 has 6 × (4 to 9) the requestRate, 0.35 × (0.25 to 0.5) the ttft of batch=none")
                .contains("users=8 has 1.5 × (1 to 2.25) the requestRate, 1.41 × (1 to 2) the ttft of users=4");
    }

    @Test
    void tellsHowManyMoreUsersACellCarries() {
        for (String batch : List.of("none", "4")) {
            rows.add(new MatrixRow(
                    batch,
                    Map.of("batch", batch),
                    Map.of(
                            Figure.of("capacity"),
                            MatrixRow.Value.measured(OptionalDouble.of(batch.equals("4") ? 37 : 5))),
                    "",
                    "PASS",
                    ""));
        }

        assertThat(sentences()).containsExactly("batch=4 has 7.4 × the capacity of batch=none");
    }

    @Test
    void leavesOutRunsThatCouldNotBeJudged() {
        row("none", "4", 1, 100, "", "INVALID");
        row("4", "4", 4, 50, "");

        assertThat(sentences()).isEmpty();
    }

    @Test
    void comparesWithTheFirstValueThatCounts() {
        row("none", "1", 1, 100, "", "INVALID");
        row("none", "2", 2, 100, "");
        row("none", "4", 4, 50, "");

        assertThat(sentences()).containsExactly("users=4 has 2 × the requestRate, 0.5 × the ttft of users=2");
    }

    @Test
    void leavesOutRowsWithANoteAndWhatHasNoPair() {
        row("none", "4", 1, 100, "half of it failed");
        row("4", "4", 4, 50, "");

        assertThat(sentences()).isEmpty();
    }
}
