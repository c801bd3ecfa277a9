package io.github.llmperf.report.svg;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Findings;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalGlyphTests {

    private static final Pattern BEYOND = Pattern.compile("class=\"beyond\" x=\"([^\"]+)\" y=\"0\" width=\"([^\"]+)\"");
    private static final Pattern POINT = Pattern.compile("class=\"point\" cx=\"([^\"]+)\"");

    @ParameterizedTest
    @CsvSource({
        "ttft.p50, .1, .01",
        "ttft.p50, .1, 30",
        "ttft.p50, .1, -.9",
        "ttft.p50, 4, .1",
        "ttft.p50, 4, 9",
        "ttft.p50, .001, .5",
        "outputTokenRate, .1, -.01",
        "outputTokenRate, .1, 30",
        "outputTokenRate, 4, -.99",
        "ttft.p50, .1, NaN"
    })
    void showsTheToleranceBetweenCentreAndEdge(String measure, double tolerance, double change) {
        boolean worseIsRight = !measure.equals("outputTokenRate");
        String svg =
                new IntervalGlyph(comparison(measure, tolerance, change)).draw().toString();
        double from = number(BEYOND, 1, svg);
        double width = number(BEYOND, 2, svg);

        assertThat(width).isBetween(8., 34.);
        assertThat(worseIsRight ? from : 80 - width).isBetween(46., 72.);
        assertThat(number(POINT, 1, svg)).isBetween(5., 75.);
    }

    @ParameterizedTest
    @CsvSource({"ttft.p50, .11, true", "ttft.p50, .09, false", "ttft.p50, 8, true", "outputTokenRate, -.3, true"})
    void putsWhatIsWorseThanToleratedIntoTheShade(String measure, double change, boolean shaded) {
        String svg = new IntervalGlyph(comparison(measure, .1, change)).draw().toString();
        double from = number(BEYOND, 1, svg);
        double point = number(POINT, 1, svg);

        assertThat(point > from && point < from + number(BEYOND, 2, svg)).isEqualTo(shaded);
    }

    @ParameterizedTest
    @CsvSource({"30, true", ".2, false", "-.9, true"})
    void pointsToWhatLiesBeyondItsEdge(double change, boolean beyond) {
        String svg =
                new IntervalGlyph(comparison("ttft.p50", .1, change)).draw().toString();

        assertThat(svg.contains(change > 0 ? "M75 5L80 10L75 15" : "M5 5L0 10L5 15"))
                .isEqualTo(beyond);
    }

    private static Comparison comparison(String measure, double tolerance, double change) {
        return Findings.comparison(measure, Verdict.PASS, 100, 100, change, change - .01, change + .01, tolerance);
    }

    private static double number(Pattern pattern, int group, String svg) {
        Matcher found = pattern.matcher(svg);
        assertThat(found.find()).as(svg).isTrue();
        return Double.parseDouble(found.group(group));
    }
}
