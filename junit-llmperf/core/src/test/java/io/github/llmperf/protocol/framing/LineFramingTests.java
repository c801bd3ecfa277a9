package io.github.llmperf.protocol.framing;

import static io.github.llmperf.protocol.framing.Framed.brokenFor;
import static io.github.llmperf.protocol.framing.Framed.frame;
import static io.github.llmperf.protocol.framing.Framed.unterminated;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineFramingTests {

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\r\n", "\0", "\n\n", " \n", "\r\n\r\n"})
    void endsLinesWithWhateverServersEndThem(String end) {
        assertThat(read("{\"a\":1}" + end + "{\"b\":2}" + end)).containsExactly(frame("{\"a\":1}"), frame("{\"b\":2}"));
    }

    @Test
    void skipsBlankLines() {
        assertThat(read("\n\r\n \t\n{\"a\":1}\n\n\n")).containsExactly(frame("{\"a\":1}"));
        assertThat(read("\n\n")).isEmpty();
        assertThat(read("")).isEmpty();
    }

    @Test
    void marksALastLineWithoutEnd() {
        assertThat(read("{\"a\":1}\n{\"b\":2}")).containsExactly(frame("{\"a\":1}"), unterminated("{\"b\":2}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\n  \"error\": \"x\"\n}", "[\r\n  {\"error\": \"x\"}\r\n]", " {\n\"a\":\n1}"})
    void takesAPrettyPrintedBodyForOneValue(String body) {
        assertThat(read(body)).containsExactly(unterminated(body.strip()));
    }

    @Test
    void takesAnOpeningBracketForAStartOnTheFirstLineOnly() {
        assertThat(read("{\"a\":1}\n{\n}\n")).containsExactly(frame("{\"a\":1}"), frame("{"), frame("}"));
    }

    @Test
    void replacesMalformedUtf8PerLine() {
        byte[] body = "a\u00FF\u00C3\n\u00C3\u00A9\n".getBytes(StandardCharsets.ISO_8859_1);

        assertThat(Framed.by(LineFraming::new, body)).containsExactly(frame("a\uFFFD\uFFFD"), frame("é"));
    }

    @Test
    void takesALineOfAMegabyte() {
        String line = "{\"a\":\"" + "tide".repeat(262_144) + "\"}";

        assertThat(read(line + "\n{}\n")).containsExactly(frame(line), frame("{}"));
    }

    @Test
    void stopsAtALineLongerThanTheLimit() {
        assertThat(readAtMost(10, "12345\n12345678901\n1\n"))
                .containsExactly(frame("12345"), brokenFor("a line is longer than 10 bytes"));
        assertThat(readAtMost(10, "x".repeat(1000))).containsExactly(brokenFor("a line is longer than 10 bytes"));
        assertThat(readAtMost(10, "{\n\"a\": 1,\n\"b\": 2\n}"))
                .containsExactly(brokenFor("a line is longer than 10 bytes"));
    }

    private static List<Frame> read(String body) {
        return Framed.by(LineFraming::new, body);
    }

    private static List<Frame> readAtMost(int limit, String body) {
        return Framed.by(sink -> new LineFraming(limit, sink), body);
    }
}
