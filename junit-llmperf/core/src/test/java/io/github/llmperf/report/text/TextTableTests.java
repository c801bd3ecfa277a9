package io.github.llmperf.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTableTests {

    @Test
    void alignsNamesLeftAndNumbersRight() {
        assertThat(new TextTable("", "measure", "value")
                        .row("✓", "ttft", "5 ms")
                        .row("✗", "e2e", "1200 ms"))
                .hasToString(
                        """
                           measure    value
                        ✓  ttft        5 ms
                        ✗  e2e      1200 ms""");
    }

    @Test
    void countsWideCharactersAsTerminalsDo() {
        assertThat(new TextTable("", "name", "n")
                        .row("", "检索", "1")
                        .row("", "é́", "2")
                        .lines())
                .containsExactly("  name  n", "  检索  1", "  é́     2");
    }

    @Test
    void staysWithinOneHundredColumns() {
        TextTable table = new TextTable("", "test", "value").row("✓", "a".repeat(90) + "[users=20]", "123456789 ms");

        assertThat(table.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
        assertThat(table.lines().get(1)).contains("aaa…").contains("[users=20]").endsWith("123456789 ms");
    }

    @Test
    void keepsNamesWholeInSeveralLines() {
        TextTable table = new TextTable("", "measure", "required", "n")
                .row("✗", "outputTokenRate", "1".repeat(60), "2".repeat(20))
                .row("✓", "errorRate (compared)", "1", "2")
                .row("✓", "ttft", "1", "2")
                .wrappingNames();

        assertThat(table.lines())
                .containsExactly(
                        "   measure      " + " ".repeat(54) + "required  " + " ".repeat(19) + "n",
                        "✗  outputToken    " + "1".repeat(60) + "  " + "2".repeat(20),
                        "   Rate",
                        "✓  errorRate      " + " ".repeat(59) + "1  " + " ".repeat(19) + "2",
                        "   (compared)",
                        "✓  ttft           " + " ".repeat(59) + "1  " + " ".repeat(19) + "2");
    }

    @Test
    void putsBelowARowWhatWouldWidenAColumn() {
        TextTable table = new TextTable("", "measure", "value")
                .row("✗", "ttft", "5 ms")
                .below("(4 ms without failures)")
                .row("✓", "e2e", "9 ms");

        String expected =
                """
                   measure  value
                ✗  ttft      5 ms
                   (4 ms without failures)
                ✓  e2e       9 ms""";
        assertThat(table).hasToString(expected);
        assertThat(table.wrappingNames()).hasToString(expected);
    }

    @Test
    void shortensInTheMiddle() {
        assertThat(TextTable.shorten("RagLatencyTest.staysResponsive", 11)).isEqualTo("RagLa…nsive");
        assertThat(TextTable.shorten("short", 11)).isEqualTo("short");
        assertThat(TextTable.shorten("检索检索检索", 7)).isEqualTo("检索…索");
    }

    @Test
    void shortensTheClassBeforeTheCellOfAMatrix() {
        assertThat(TextTable.shorten("Lesson02MatrixTest.staysQuick[users=20, prompt=chat]", 34))
                .isEqualTo("Lesso…Quick[users=20, prompt=chat]");
        assertThat(TextTable.shorten("Lesson02MatrixTest.staysQuick[users=20, prompt=chat]", 24))
                .isEqualTo("…[users=20, prompt=chat]");
        assertThat(TextTable.shorten("检索Test.m[users=1]", 12)).isEqualTo("检…[users=1]");
    }

    @Test
    void cutsTheCellInItsMiddleOnlyWhereItAloneIsTooLong() {
        assertThat(TextTable.shorten("Test.m[users=20, prompt=chat]", 23)).isEqualTo("…[users=20, …ompt=chat]");
        assertThat(TextTable.shorten("Test.m[users=20, prompt=chat]", 12)).isEqualTo("…[user…chat]");
    }

    @Test
    void tellsTheCellsOfAMatrixApart() {
        TextTable table = new TextTable("verdict", "test", "ttft p90", "tpot p50", "output", "errors", "requests");
        for (String cell :
                new String[] {"users=1, prompt=chat", "users=8, prompt=chat", "users=8, prompt=classifier"}) {
            table.row(
                    "NO BASELINE",
                    "Lesson02MatrixTest.answersEachKindOfPromptInTime[" + cell + "]",
                    "1671 ms",
                    "29.94 ms",
                    "1583 tokens/s",
                    "0.75 %",
                    "400");
        }

        assertThat(table.lines())
                .containsExactly(
                        "verdict      test                                ttft p90  tpot p50         output  errors"
                                + "  requests",
                        "NO BASELINE  Lesson…nTime[users=1, prompt=chat]   1671 ms  29.94 ms  1583 tokens/s  0.75 %"
                                + "       400",
                        "NO BASELINE  Lesson…nTime[users=8, prompt=chat]   1671 ms  29.94 ms  1583 tokens/s  0.75 %"
                                + "       400",
                        "NO BASELINE  Les…me[users=8, prompt=classifier]   1671 ms  29.94 ms  1583 tokens/s  0.75 %"
                                + "       400");
    }

    @Test
    void tellsNestedClassesApart() {
        TextTable table = new TextTable("verdict", "test", "ttft p90", "tpot p50", "output", "errors", "requests");
        for (String test : new String[] {"StartedOnceForAllTests.answersInTime", "StartedForEachTest.answersInTime"}) {
            table.row(
                    "NO BASELINE",
                    "Lesson07TargetStartedByTheTestTest." + test,
                    "1671 ms",
                    "29.94 ms",
                    "1583 tokens/s",
                    "0.75 %",
                    "400");
        }

        assertThat(table.lines())
                .containsExactly(
                        "verdict      test                                ttft p90  tpot p50         output  errors"
                                + "  requests",
                        "NO BASELINE  …StartedOnceForAl…ts.answersInTime   1671 ms  29.94 ms  1583 tokens/s  0.75 %"
                                + "       400",
                        "NO BASELINE  …StartedForEachTest.answersInTime    1671 ms  29.94 ms  1583 tokens/s  0.75 %"
                                + "       400");
    }

    @Test
    void shortensNoNamesThatWouldLookAlikeAllTheSame() {
        String middle = "x".repeat(60);

        assertThat(new TextTable("", "test", "a".repeat(60))
                        .row("", "A" + middle + "1" + middle + "Z", "")
                        .row("", "A" + middle + "2" + middle + "Z", "")
                        .lines())
                .anyMatch(line -> line.contains("1"))
                .anyMatch(line -> line.contains("2"));
    }

    @Test
    void keepsOneLinePerRow() {
        assertThat(new TextTable("", "name").row("", "a\nb\u202e").lines()).containsExactly("  name", "  a\\nb\\u202e");
    }
}
