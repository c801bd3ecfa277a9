package io.github.llmperf.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Verdict;
import io.github.llmperf.report.json.JsonSummary;
import io.github.llmperf.report.json.KeyFigures;
import io.github.llmperf.report.json.TestStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ConsoleTableTests {

    @Test
    void tellsTheReasonOfWhatPassesOrIsSkippedWithAReservation() {
        List<String> lines = ConsoleTable.of(
                List.of(
                        row("A.passes", Verdict.PASS, "1 limit met"),
                        row("B.new", Verdict.NO_BASELINE, "none stored yet; record one"),
                        row("C.busy", Verdict.INVALID, "load generator saturated"),
                        row("D.slow", Verdict.REGRESSION, "told by the build tool")),
                Path.of("index.html"));

        assertThat(lines)
                .containsExactly(
                        "load tests: 1 INVALID, 1 REGRESSION, 1 NO BASELINE, 1 PASS",
                        "verdict      test      ttft p90  tpot p50      output  errors  requests",
                        "REGRESSION   D.slow        1 ms      1 ms  1 tokens/s     0 %       100",
                        "INVALID      C.busy        1 ms      1 ms  1 tokens/s     0 %       100",
                        "NO BASELINE  B.new         1 ms      1 ms  1 tokens/s     0 %       100",
                        "PASS         A.passes      1 ms      1 ms  1 tokens/s     0 %       100",
                        "INVALID C.busy: load generator saturated",
                        "NO BASELINE B.new: none stored yet; record one",
                        "not judged: 2 of 4 load tests (1 INVALID, 1 NO BASELINE); with -Dllmperf.gate=true they fail the"
                                + " build",
                        "reports: index.html");
    }

    @Test
    void saysWhoseLatenciesItShowsWhereRequestsFailed() {
        JsonSummary dropping = new JsonSummary(
                Path.of("result.json"),
                "A.drops",
                TestStatus.of(Verdict.PASS, "met"),
                new KeyFigures(
                        OptionalDouble.of(1), OptionalDouble.of(1), OptionalDouble.of(1), OptionalDouble.of(20), 100),
                JsonSummary.Findings.NONE,
                "2026-01-01T00:00:00Z",
                Optional.empty(),
                Optional.empty());

        assertThat(ConsoleTable.of(List.of(dropping), Path.of("index.html")))
                .contains(
                        "ttft and tpot are those of successful requests; limits on percentiles count failed ones as ∞");
    }

    @Test
    void tellsTenReasonsAndHowManyMoreThereAre() {
        List<JsonSummary> rows = new ArrayList<>();
        for (int i = 0; i < 13; i++) {
            rows.add(row("T.t" + i, Verdict.UNDECIDED, "too noisy"));
        }

        assertThat(ConsoleTable.of(rows, Path.of("index.html")))
                .filteredOn(line -> line.startsWith("UNDECIDED T."))
                .hasSize(10);
        assertThat(ConsoleTable.of(rows, Path.of("index.html"))).contains("and 3 more: see the reports");
    }

    @Test
    void warnsOfTestsThatSeeNothingAndSaysHowOftenChanceIsRed() {
        JsonSummary blind = new JsonSummary(
                Path.of("result.json"),
                "A.blind",
                TestStatus.of(Verdict.PASS, "met"),
                KeyFigures.of(1),
                new JsonSummary.Findings(List.of(), Optional.empty(), .01, "this test cannot detect what it guards"),
                "2026-01-01T00:00:00Z",
                Optional.empty(),
                Optional.empty());

        assertThat(ConsoleTable.of(List.of(blind, row("B.off", Verdict.PASS, "met")), Path.of("index.html")))
                .endsWith(
                        "WARNING A.blind: this test cannot detect what it guards",
                        "1 test compared at alpha 1 %: chance alone calls a regression in at most 1 % of builds that"
                                + " change nothing",
                        "reports: index.html");
    }

    @Test
    void staysWithinOneHundredColumnsWhateverTheNames() {
        List<String> lines = ConsoleTable.of(
                List.of(
                        row(
                                "VeryLongNameOfATestClassThatSaysEverythingTwice.andAMethodThatGoesOnAndOn"
                                        + "[users=20,prompt=rag,maxNewTokens=512]",
                                Verdict.SLA_VIOLATED,
                                "slow"),
                        row("检索增强生成延迟测试.在二十个并发用户下首个令牌的延迟不超过三秒并且吞吐量不下降[users=20]", Verdict.NO_BASELINE, "new"),
                        row("T.t", Verdict.PASS, "met")),
                Path.of("index.html"));

        assertThat(lines.subList(1, 5))
                .containsExactly(
                        "verdict       test                                  ttft p90  tpot p50      output  errors"
                                + "  requests",
                        "SLA VIOLATED  …[users=20,prompt=…maxNewTokens=512]      1 ms      1 ms  1 tokens/s     0 %"
                                + "       100",
                        "NO BASELINE   检索增强生成…吞吐量不下降[users=20]       1 ms      1 ms  1 tokens/s     0 %" + "       100",
                        "PASS          T.t                                       1 ms      1 ms  1 tokens/s     0 %"
                                + "       100")
                .allSatisfy(line -> assertThat(columns(line)).isLessThanOrEqualTo(100));
    }

    /** Chinese characters take two columns each. */
    private static long columns(String line) {
        return line.codePoints().map(c -> c >= 0x2E80 && c <= 0xFFEF ? 2 : 1).sum();
    }

    private static JsonSummary row(String test, Verdict verdict, String reason) {
        return new JsonSummary(
                Path.of("result.json"),
                test,
                TestStatus.of(verdict, reason),
                new KeyFigures(
                        OptionalDouble.of(1), OptionalDouble.of(1), OptionalDouble.of(1), OptionalDouble.of(0), 100),
                JsonSummary.Findings.NONE,
                "2026-01-01T00:00:00Z",
                Optional.empty(),
                Optional.empty());
    }
}
