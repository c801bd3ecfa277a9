package io.github.llmperf.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.verdict.Finding.Comparison;
import io.github.llmperf.verdict.Findings;
import io.github.llmperf.verdict.Reference;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SensitivityTextTests {

    private static Comparison comparison(String measure, Verdict verdict, double low, double high, double detectable) {
        return Findings.comparison(
                Measure.parse(measure),
                Reference.target("canary"),
                verdict,
                10.65,
                46.24,
                (low + high) / 2,
                low,
                high,
                .19,
                .02,
                60,
                1,
                2,
                .35,
                detectable,
                16);
    }

    @ParameterizedTest
    @CsvSource({
        ".042, a worsening of 4.2 %, 4.2 %",
        "1, a worsening of 100 %, 100 %",
        "1.01, only a worsening by a factor of 2.1, × 2.1",
        "9, only a worsening by a factor of 10, × 10",
        "127272.18, no worsening below tenfold, > × 10",
        "Infinity, no worsening below tenfold, > × 10"
    })
    void saysNoPercentagesThatNobodyCanSee(double detectable, String seen, String brief) {
        Comparison c = comparison("ttft.p50", Verdict.UNDECIDED, 1.019, 8.344, detectable);

        assertThat(SensitivityText.seen(c)).isEqualTo(seen);
        assertThat(SensitivityText.brief(c)).isEqualTo(brief);
    }

    @Test
    void saysFromWhereOnAWorseningIsSeen() {
        assertThat(SensitivityText.seenFrom(comparison("ttft.p50", Verdict.UNDECIDED, 0, 1, .25)))
                .isEqualTo("a worsening from 25 % on");
        assertThat(SensitivityText.seenFrom(comparison("ttft.p50", Verdict.UNDECIDED, 0, 1, 1e5)))
                .isEqualTo("no worsening below tenfold");
    }

    @Test
    void saysWhichBarsAreLikelyRegressions() {
        assertThat(SensitivityText.likelyWorse(List.of("ttft.p90")))
                .isEqualTo("The bar of ttft.p90 is wholly on the shaded side, likely a regression but no sure one: that"
                        + " takes more than a 90 % interval.");
        assertThat(SensitivityText.likelyWorse(List.of("ttft.p90", "tpot.p50", "e2e.p50")))
                .startsWith("The bars of ttft.p90, tpot.p50 and e2e.p50 are wholly on the shaded side, ");
    }

    @Test
    void doesNotCallPossibleWhatIsLikely() {
        Comparison likely = comparison("ttft.p50", Verdict.UNDECIDED, 1.019, 8.344, 1e5);

        assertThat(ComparisonText.conclusion(likely, "19 %"))
                .isEqualTo(
                        "likely worse by more than the 19 % allowed, but a regression must be surer than its 90 % interval");
        assertThat(ComparisonText.conclusion(comparison("ttft.p50", Verdict.UNDECIDED, .18, 8.344, 1e5), "19 %"))
                .isEqualTo("a worsening of 19 % cannot be excluded");
    }
}
