package io.github.llmperf.protocol.framing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DripFramingTests {

    private final List<String> frames = new ArrayList<>();
    private final DripFraming framing = new DripFraming(new Framing.Sink() {
        @Override
        public void frame(Frame frame) {
            frames.add(frame.data());
        }

        @Override
        public void broken(String why) {
            frames.add("broken");
        }
    });

    @Test
    void framesWhatEachReadAddsToTheText() {
        feed("{ \"t\" : \"ab");
        feed("c");
        feed("\" }");

        assertThat(frames).containsExactly("{\"t\":\"ab\"}", "{\"t\":\"c\"}", "{}");
    }

    @Test
    void framesTheOtherFieldsAsOneObject() {
        feed("{\"t\":\"a\", \"d\": {\"x\": \"}\\\"\"");
        feed(", \"y\": [1]}}");

        assertThat(frames).containsExactly("{\"t\":\"a\"}", "{ \"d\": {\"x\": \"}\\\"\", \"y\": [1]}}");
    }

    @Test
    void waitsForTheRestOfAnEscape() {
        feed("{\"t\":\"a\\");
        feed("\"b\\u00");
        feed("e9");

        assertThat(frames).containsExactly("{\"t\":\"a\"}", "{\"t\":\"\\\"b\"}", "{\"t\":\"\\u00e9\"}");
    }

    @Test
    void waitsForTheOtherHalfOfASurrogatePair() {
        feed("{\"t\":\"\\ud83c");
        feed("\\udfe0");
        feed("\\ud83c\"}");

        assertThat(frames).containsExactly("{\"t\":\"\\ud83c\\udfe0\"}", "{\"t\":\"\\ud83c\"}", "{}");
    }

    @Test
    void waitsForTheRestOfACharacter() {
        byte[] water = "水".getBytes(StandardCharsets.UTF_8);
        feed("{\"t\":\"a");
        framing.feed(water, 0, 2);
        framing.feed(water, 2, 1);

        assertThat(frames).containsExactly("{\"t\":\"a\"}", "{\"t\":\"水\"}");
    }

    @Test
    void leavesMalformedBytesToWhoeverDecodesThem() {
        feed("{\"t\":\"a");
        framing.feed(new byte[] {(byte) 0xE6, 'b', (byte) 0x80}, 0, 3);
        feed("\"}");

        assertThat(frames).containsExactly("{\"t\":\"a\"}", "{\"t\":\"\uFFFDb\uFFFD\"}", "{}");
    }

    @Test
    void escapesLineEndsThatWereNotEscaped() {
        feed("{\"t\":\"a\nb");

        assertThat(frames).containsExactly("{\"t\":\"a\\u000ab\"}");
    }

    @Test
    void framesAnErrorThatBreaksTheTextOff() {
        feed("{\"t\":\"ab{\"code\":5}");

        assertThat(frames).containsExactly("{\"t\":\"ab\"}", "{\"code\":5}");
    }

    @Test
    void framesAnErrorWhoseBraceHasGoneAsText() {
        feed("{\"t\":\"ab{");
        feed("\"code\":5}");

        assertThat(frames).containsExactly("{\"t\":\"ab{\"}", "{\"code\":5}");
    }

    @Test
    void keepsABraceThatIsText() {
        feed("{\"t\":\"ab{\"}");

        assertThat(frames).containsExactly("{\"t\":\"ab{\"}", "{}");
    }

    @Test
    void framesValuesBehindTheFirst() {
        feed("{\"t\":\"a\"}\n{\"code\":5}");

        assertThat(frames).containsExactly("{\"t\":\"a\"}", "{}", "{\"code\":5}");
    }

    @Test
    void saysOnceThatABodyIsSomethingElse() {
        feed("{\"t\": 5, \"u\": 6}");
        feed("{");
        framing.end();

        assertThat(frames).containsExactly("broken");
    }

    private void feed(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        framing.feed(bytes, 0, bytes.length);
    }
}
