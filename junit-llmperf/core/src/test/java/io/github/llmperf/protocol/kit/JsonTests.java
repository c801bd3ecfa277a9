package io.github.llmperf.protocol.kit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTests {

    private static final Fields SOME = Fields.of("a", "b");

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{", "{}{}", "{} x", "[1,]", "{\"a\":}", "nul", "'a'", "{\"a\":1,}", "\"\u0001\""})
    void isNothingForWhatIsNotExactlyOneValue(String text) {
        assertThat(Json.parse(text)).isNull();
        assertThat(Json.parse(text, SOME)).isNull();
    }

    @Test
    void readsOnlyTheFieldsAskedForWhereverTheyStand() {
        assertThat(Json.parse("{\"x\":{\"a\":1},\"a\":[{\"y\":[1,{}],\"b\":2}],\"z\":NaN}", SOME))
                .hasToString("{\"a\":[{\"b\":2}]}");
    }

    @Test
    void readsAllOfAnError() {
        assertThat(Json.parse("{\"error\":{\"x\":{\"y\":1}},\"detail\":[{\"loc\":[\"q\"]}],\"x\":1,\"code\":7}", SOME))
                .hasToString("{\"error\":{\"x\":{\"y\":1}},\"detail\":[{\"loc\":[\"q\"]}],\"code\":7}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"x\":}", "{\"x\":[1,]}", "{\"x\":{]}", "{\"x\":tru}", "{\"x\" 1}"})
    void insistsOnJsonInWhatItSkips(String text) {
        assertThat(Json.parse(text, SOME)).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7 | 7",
                "0 | 0",
                "7.0 | 7",
                "2147483647 | 2147483647",
                "2147483648 | -1",
                "-1 | -1",
                "0.5 | -1",
                "1e400 | -1",
                "NaN | -1",
                "Infinity | -1",
                "\"7\" | -1",
                "null | -1",
                "[7] | -1",
                "99999999999999999999999 | -1"
            })
    void countsOnlyWhatCanBeACount(String number, int count) {
        JsonNode node = Json.parse("{\"n\":" + number + "}");

        assertThat(Json.count(node, "n")).isEqualTo(count);
        assertThat(Json.count(node, "m")).isEqualTo(-1);
    }

    @Test
    void goesAThousandDeepAndNoFurther() {
        assertThat(Json.parse("[".repeat(1000) + "]".repeat(1000))).isNotNull();
        assertThat(Json.parse("[".repeat(1001) + "]".repeat(1001))).isNull();
        assertThat(Json.parse("{\"x\":" + "[".repeat(100_000), SOME)).isNull();
    }
}
