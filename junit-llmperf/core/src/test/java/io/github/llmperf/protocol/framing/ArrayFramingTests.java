package io.github.llmperf.protocol.framing;

import static io.github.llmperf.protocol.framing.Framed.brokenFor;
import static io.github.llmperf.protocol.framing.Framed.frame;
import static io.github.llmperf.protocol.framing.Framed.unterminated;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrayFramingTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"a\":1},{\"b\":2}]",
                "[{\"a\":1}\n,\r\n{\"b\":2}\n]\n",
                "[\r{\"a\":1}\r,\t{\"b\":2}\r]",
                "{\"a\":1}{\"b\":2}",
                "[{\"a\":1},{\"b\":2}"
            })
    void cutsElementsWhateverStandsBetween(String body) {
        assertThat(read(body)).containsExactly(frame("{\"a\":1}"), frame("{\"b\":2}"));
    }

    @Test
    void handsAnElementOverWithItsClosingBracket() {
        List<String> seen = new ArrayList<>();
        ArrayFraming framing = new ArrayFraming(new Framing.Sink() {
            @Override
            public void frame(Frame frame) {
                seen.add(frame.data());
            }

            @Override
            public void broken(String why) {
                seen.add(why);
            }
        });
        byte[] bytes = "[{\"a\":[1,{}]}".getBytes(StandardCharsets.UTF_8);

        framing.feed(bytes, 0, bytes.length - 1);
        assertThat(seen).isEmpty();
        framing.feed(bytes, bytes.length - 1, 1);

        assertThat(seen).containsExactly("{\"a\":[1,{}]}");
    }

    @Test
    void respectsStringsAndTheirEscapes() {
        assertThat(read("[{\"a\":\"}],[{\"},{\"b\":\"\\\"}\\\\\"}]"))
                .containsExactly(frame("{\"a\":\"}],[{\"}"), frame("{\"b\":\"\\\"}\\\\\"}"));
    }

    @Test
    void keepsPrettyPrintedElementsWhole() {
        assertThat(read("[{\n  \"a\": {\n    \"b\": []\n  }\n}]"))
                .containsExactly(frame("{\n  \"a\": {\n    \"b\": []\n  }\n}"));
    }

    @Test
    void marksAnElementThatWasNotClosed() {
        assertThat(read("[{\"a\":1},{\"b\":")).containsExactly(frame("{\"a\":1}"), unterminated("{\"b\":"));
        assertThat(read("[{\"a\":\"x")).containsExactly(unterminated("{\"a\":\"x"));
    }

    @Test
    void cutsNothingOutOfAnEmptyArray() {
        assertThat(read("[]")).isEmpty();
        assertThat(read("[ \r\n ]\n")).isEmpty();
        assertThat(read("")).isEmpty();
    }

    @Test
    void leavesBadElementsToTheirReader() {
        assertThat(read("[{\"a\"},nonsense,{]")).containsExactly(frame("{\"a\"}"), frame("nonsense"), frame("{]"));
    }

    @Test
    void survivesClosingBracketsThatWereNeverOpened() {
        assertThat(read("]]}}{\"a\":1}")).containsExactly(frame("}"), frame("}"), frame("{\"a\":1}"));
    }

    @Test
    void takesAnElementOfAMegabyte() {
        String element = "{\"a\":\"" + "tide".repeat(262_144) + "\"}";

        assertThat(read("[" + element + ",{}]")).containsExactly(frame(element), frame("{}"));
    }

    @Test
    void stopsAtAnElementLongerThanTheLimit() {
        assertThat(readAtMost(10, "[{\"a\":1},{\"b\":1234567},{}]"))
                .containsExactly(frame("{\"a\":1}"), brokenFor("an element is longer than 10 bytes"));
        assertThat(readAtMost(10, "[".repeat(1000))).containsExactly(brokenFor("an element is longer than 10 bytes"));
    }

    private static List<Frame> read(String body) {
        return Framed.by(ArrayFraming::new, body);
    }

    private static List<Frame> readAtMost(int limit, String body) {
        return Framed.by(sink -> new ArrayFraming(limit, sink), body);
    }
}
