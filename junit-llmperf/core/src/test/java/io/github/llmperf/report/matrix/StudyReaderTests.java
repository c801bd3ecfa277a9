package io.github.llmperf.report.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyReaderTests {

    private static StudyTable read(String text) {
        return StudyReader.read(
                "study file 'x'", text.getBytes(StandardCharsets.UTF_8), Set.of("users", "target", "prompt"));
    }

    @Test
    void readsSettingsNumbersLabelsAndNotes() {
        StudyTable table = read(
                """
                # published by nobody
                label,target,users,requestRate,e2e.p50 [s],failed ±20%,note
                one,plain,4,0.5,4.4,0,
                two,plain,8,,5,3,"refused, all of them"
                """);

        assertThat(table.published().keySet())
                .extracting(Figure::name)
                .containsExactly("requestRate", "e2e.p50", "failed");
        assertThat(table.published().get(Figure.of("e2e.p50"))).isEqualTo(new StudyTolerance(.15, 0));
        assertThat(table.published().get(Figure.of("failed"))).isEqualTo(new StudyTolerance(.2, 3));
        StudyTable.Row one = table.rows().get(0);
        assertThat(one.line()).isEqualTo(3);
        assertThat(one.settings()).isEqualTo(Map.of("target", "plain", "users", "4"));
        assertThat(one.label()).isEqualTo("one");
        assertThat(one.value(Figure.of("e2e.p50")).orElseThrow()).isCloseTo(4400, within(1e-9));
        StudyTable.Row two = table.rows().get(1);
        assertThat(two.value(Figure.of("requestRate"))).isEmpty();
        assertThat(two.note()).isEqualTo("refused, all of them");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            users,ttft.p0.5x|columns that are attributes of @LlmLoad, target, label, note, or figures
            users,speed|but has "speed": metric must be one of
            users,ttft [tokens]|but has "ttft [tokens]"
            users,seconds [ms]|unit of seconds must be s, but is ms
            users,ttft ±0%|closeness must be above 0 %, but is 0.0 %
            users,ttft,users|must have each column once, but has "users" twice
            users,e2e.p50,e2e.p50 [s]|but has "e2e.p50 [s]": it stands twice; remove one
            users;ttft|must have commas between its columns, but has "users;ttft"; save it with commas
            Users,ttft|but has "Users"; write users
            ttft,failed|must have a column that says what was run
            users,note|must have a column of published numbers
            """)
    void refusesAWrongColumn(String header, String message) {
        assertThatThrownBy(() -> read(header + "\n1,2,3\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("study file 'x' must have ")
                .hasMessageContaining(message);
    }

    @Test
    void refusesAWrongRow() {
        assertThatThrownBy(() -> read("users,ttft\n1\n"))
                .hasMessage("study file 'x' line 2 must have 2 fields as the header has, but has 1");
        assertThatThrownBy(() -> read("users,ttft\n1,fast\n"))
                .hasMessageStartingWith(
                        "study file 'x' line 2 must have a number in column ttft, but has \"fast\": value must");
        assertThatThrownBy(() -> read("users,ttft\n"))
                .hasMessageStartingWith("study file 'x' must have a header and one row");
    }

    @Test
    void leavesCommentsOutAndKeepsTheNumbersOfLines() {
        StudyTable table = read(
                """
                # see "Table 3, of it
                label,users,ttft
                # half of them, "so far
                "#1 run",1,5
                "two
                # lines",2,6
                """);

        assertThat(table.rows()).extracting(StudyTable.Row::label).containsExactly("#1 run", "two\n# lines");
        assertThat(table.rows().get(0).line()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({
        "requestRate, .10, 0", "outputTokenRate, .10, 0", "seconds, .10, 0", "attempted, .10, 0", "failed, .10, 3",
        "ttft, .15, 0", "ttft.p50, .15, 0", "e2e.p90, .20, 0", "responseTime.p75, .20, 0", "itl.p99, .30, 0"
    })
    void asksForMoreOfWhatVariesLess(String figure, double share, double absolute) {
        assertThat(StudyTolerance.of(Figure.of(figure))).isEqualTo(new StudyTolerance(share, absolute));
    }

    @Test
    void countsWhatIsNearEnough() {
        assertThat(new StudyTolerance(.1, 0).holds(100, 110)).isTrue();
        assertThat(new StudyTolerance(.1, 0).holds(100, 110.1)).isFalse();
        assertThat(new StudyTolerance(.1, 0).holds(100, 89.9)).isFalse();
        assertThat(new StudyTolerance(.1, 3).holds(0, 3)).isTrue();
        assertThat(new StudyTolerance(.1, 3).holds(0, 4)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "ttft, 20",
        "latencyPerToken, 20",
        "seconds, 20",
        "requestRate, .05",
        "outputTokenRate, .05",
        "errorRate, 1",
        "failed, 1",
        "outputTokens, 1"
    })
    void convertsTimesAndRatesToTheClockOfTheStudy(String figure, double factor) {
        assertThat(Figure.of(figure).factor(20)).isCloseTo(factor, within(1e-12));
    }
}
