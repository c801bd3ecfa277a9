package io.github.llmperf.build.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.report.matrix.Figure;
import io.github.llmperf.report.matrix.Matrix;
import io.github.llmperf.report.matrix.MatrixRow;
import io.github.llmperf.report.matrix.MatrixRow.Value;
import io.github.llmperf.report.matrix.StudyTolerance;
import io.github.llmperf.report.svg.LinearScale;
import io.github.llmperf.report.svg.Palette;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixHtmlTests {

    private static final Figure RATE = Figure.of("outputTokenRate");
    private final List<MatrixRow> rows = new ArrayList<>();

    private void row(String chars, String tokens, double measured, double published, String note) {
        Map<String, String> axes = new LinkedHashMap<>();
        axes.put("promptChars", chars);
        axes.put("maxNewTokens", tokens);
        OptionalDouble said = published > 0 ? OptionalDouble.of(published) : OptionalDouble.empty();
        OptionalDouble found = measured > 0 ? OptionalDouble.of(measured) : OptionalDouble.empty();
        Value value = Value.compared(said, found, StudyTolerance.of(RATE));
        rows.add(new MatrixRow(chars + "×" + tokens, axes, Map.of(RATE, value), note, measured > 0 ? "PASS" : "", ""));
    }

    private Matrix matrix() {
        return new Matrix("<speed>", "here", rows, List.of(RATE), List.of());
    }

    private Matrix linesOverThreeLengths() {
        for (String chars : List.of("100", "4000")) {
            for (String tokens : List.of("100", "500", "1000")) {
                row(chars, tokens, Double.parseDouble(tokens) / 10 + 1, 0, "");
            }
        }
        return matrix();
    }

    @Test
    void drawsALineForEachLengthOfThePrompt() {
        MatrixLines lines = MatrixLines.of(linesOverThreeLengths(), RATE, Palette.LIGHT, 960)
                .orElseThrow();

        String svg = lines.draw("a").toString();

        assertThat(svg)
                .contains(
                        "<desc id=\"a-desc\">outputTokenRate against maxNewTokens: promptChars=100: 100 → 11, 500 → 51,"
                                + " 1000 → 101; promptChars=4000: 100 → 11, 500 → 51, 1000 → 101.</desc>")
                .contains(">promptChars=100</text>", ">promptChars=4000</text>");
        assertThat(svg.split("<circle", -1)).hasSize(1 + 6);
    }

    @Test
    void keepsTheAxisAndBreaksTheLineWhereARunDoesNotCount() {
        for (String tokens : List.of("100", "500", "1000", "2000")) {
            row("100", tokens, Double.parseDouble(tokens), 0, "");
        }
        MatrixRow invalid = rows.remove(1);
        rows.add(1, new MatrixRow(invalid.label(), invalid.axes(), invalid.values(), "", "INVALID", ""));

        String svg = MatrixLines.of(matrix(), RATE, Palette.LIGHT, 960)
                .orElseThrow()
                .draw("a")
                .toString();

        assertThat(svg).contains(">500</text>", "100 → 100, 1000 → 1,000, 2000 → 2,000.");
        assertThat(svg).containsPattern("<path d=\"M[0-9.]+ [0-9.]+M[0-9.]+ [0-9.]+L[0-9.]+ [0-9.]+\"");
    }

    @Test
    void drawsBarsWhereTwoValuesAreAllThereIs() {
        row("100", "100", 10, 0, "");
        row("100", "500", 20, 0, "");

        assertThat(MatrixLines.of(matrix(), RATE, Palette.LIGHT, 960)).isEmpty();
        assertThat(MatrixHtml.render(matrix()))
                .contains("<title id=\"chart0wide-title\">outputTokenRate in tokens/s</title>")
                .contains("100×100: 10; 100×500: 20.")
                .contains("maxNewTokens=500 has 2 × the outputTokenRate of maxNewTokens=100.")
                .contains("&lt;speed&gt;")
                .doesNotContain("published");
    }

    @Test
    void listsWhatItDoesNotDrawAndMarksWhatIsOutside() {
        row("100", "100", 10, 10.5, "");
        row("100", "500", 20, 30, "");
        row("100", "900", 40, 40, "half of it <failed>");
        row("100", "950", 0, 50, "");

        String page = MatrixHtml.render(matrix());

        assertThat(page)
                .contains(
                        "67 % inside",
                        "2 of 3 published numbers are reproduced within their bounds; 1 row not run, INVALID or ERROR.")
                .contains("<span class=\"tag bad\">−33 % outside</span>")
                .contains("<span class=\"unit\"> not drawn: half of it &lt;failed&gt;</span>")
                .contains("100×100: 10, published 10.5; 100×500: 20, published 30.</desc>");
    }

    @Test
    void countsNothingOfARunThatCouldNotBeJudged() {
        row("100", "100", 10, 10, "");
        MatrixRow invalid = rows.remove(0);
        rows.add(new MatrixRow(invalid.label(), invalid.axes(), invalid.values(), "", "INVALID", ""));

        assertThat(matrix().compared()).isZero();
        assertThat(MatrixHtml.render(matrix()))
                .contains("nothing inside", "0 of 0 published numbers", "1 row not run, INVALID or ERROR.")
                .contains("not drawn: what is INVALID does not count")
                .doesNotContain("<svg");
    }

    @ParameterizedTest
    @CsvSource({"0.3, 0.3, 4", "101, 150, 4", "7, 8, 5", "4000, 4000, 5", "0, 1, 3"})
    void endsAtARoundNumber(double most, double high, int ticks) {
        LinearScale scale = LinearScale.fromZero(most);

        assertThat(scale.high()).isCloseTo(high, within(1e-9));
        assertThat(scale.ticks()).hasSize(ticks);
        assertThat(scale.position(scale.high())).isEqualTo(1);
    }
}
