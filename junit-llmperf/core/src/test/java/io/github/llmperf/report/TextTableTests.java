package io.github.llmperf.report;

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
    void shortensInTheMiddle() {
        assertThat(TextTable.shorten("RagLatencyTest.staysResponsive", 11)).isEqualTo("RagLa…nsive");
        assertThat(TextTable.shorten("short", 11)).isEqualTo("short");
        assertThat(TextTable.shorten("检索检索检索", 7)).isEqualTo("检索…索");
    }

    @Test
    void keepsOneLinePerRow() {
        assertThat(new TextTable("", "name").row("", "a\nb\u202e").lines()).containsExactly("  name", "  a\\nb\\u202e");
    }
}
