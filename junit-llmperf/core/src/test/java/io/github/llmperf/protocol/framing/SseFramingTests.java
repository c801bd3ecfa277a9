package io.github.llmperf.protocol.framing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SseFramingTests {

    @Test
    void joinsDataLinesAndKeepsAtMostOneSpaceOut() {
        assertThat(read("data: a\ndata:b\ndata:  c\n\n")).containsExactly(data("a\nb\n c"));
    }

    @Test
    void takesBareJsonOverManyLinesForData() {
        assertThat(read("data: a\n\n{\n \"error\":\n  1\n}\n\ndata: b\n\n"))
                .containsExactly(data("a"), data("{\n \"error\":\n  1\n}"), data("b"));
        assertThat(read("[{\n\"a\": 1}\n]\n\n")).containsExactly(data("[{\n\"a\": 1}\n]"));
        assertThat(read("[x]\n\n \"a\": 1\n\n")).isEmpty();
    }

    @Test
    void endsLinesWithCrLfAndCrLf() {
        assertThat(read("data: a\r\rdata: b\n\ndata: c\r\n\r\n")).containsExactly(data("a"), data("b"), data("c"));
    }

    @Test
    void handsAnEventOverWithoutWaitingForTheLfOfACrLf() {
        List<Frame> events = new ArrayList<>();
        SseFraming reader = new SseFraming(1000, sink(events));
        byte[] bytes = "data: a\r\n\r".getBytes(StandardCharsets.UTF_8);

        reader.feed(bytes, 0, bytes.length);

        assertThat(events).containsExactly(data("a"));
        reader.feed(new byte[] {'\n'}, 0, 1);
        reader.end();
        assertThat(events).containsExactly(data("a"));
    }

    @Test
    void endsABodyThatStopsWithALoneCr() {
        assertThat(read("data: a\n\r")).containsExactly(data("a"));
        assertThat(read("data: a\r")).containsExactly(new Frame("", "a", "", false));
    }

    @Test
    void ignoresCommentsAndFieldsItHasNoUseFor() {
        assertThat(read(": hi\n:\n\nid: 7\nretry: 10\nfoo: bar\nbaz\ndata: a\n\n"))
                .containsExactly(data("a"));
    }

    @Test
    void keepsTheTypeForOneEventOnly() {
        assertThat(read("event: ping\ndata: a\n\ndata: b\n\nevent: lost\n\ndata: c\n\n"))
                .containsExactly(new Frame("ping", "a", "", true), data("b"), data("c"));
    }

    @Test
    void keepsTheErrorFieldOfOldLlamaCpp() {
        assertThat(read("error: {\"code\":500}\n\n")).containsExactly(new Frame("", "", "{\"code\":500}", true));
    }

    @Test
    void takesABareBraceForData() {
        assertThat(read("{\"error\":\"x\"}\n\n")).containsExactly(data("{\"error\":\"x\"}"));
    }

    @Test
    void dispatchesNothingForEmptyData() {
        assertThat(read("data:\n\ndata\n\n\n\n")).isEmpty();
    }

    @Test
    void dropsAByteOrderMarkAtTheStartOnly() {
        assertThat(read("\uFEFFdata: a\n\n\uFEFFdata: b\n\n")).containsExactly(data("a"));
    }

    @Test
    void marksALastEventWithoutItsBlankLine() {
        assertThat(read("data: a\n\ndata: b")).containsExactly(data("a"), new Frame("", "b", "", false));
        assertThat(read("data: b\n")).containsExactly(new Frame("", "b", "", false));
    }

    @Test
    void replacesMalformedUtf8PerEvent() {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes("data: x".getBytes(StandardCharsets.UTF_8));
        body.write(0xFF);
        body.write(0xC3);
        body.writeBytes("\n\ndata: é\n\n".getBytes(StandardCharsets.UTF_8));

        assertThat(read(body.toByteArray())).containsExactly(data("x\uFFFD\uFFFD"), data("é"));
    }

    @Test
    void stopsAtAnEventLongerThanTheLimit() {
        List<Frame> events = new ArrayList<>();
        SseFraming reader = new SseFraming(10, sink(events));
        byte[] bytes = "data: a\n\ndata: 12345678901\n\ndata: b\n\n".getBytes(StandardCharsets.UTF_8);

        reader.feed(bytes, 0, bytes.length);
        reader.end();

        assertThat(events).containsExactly(data("a"), data("an event is longer than 10 bytes"));
    }

    @Test
    void stopsAtALineWithoutEnd() {
        List<Frame> events = new ArrayList<>();
        SseFraming reader = new SseFraming(100, sink(events));
        for (int i = 0; i < 1000; i++) {
            reader.feed(new byte[] {'x'}, 0, 1);
        }
        reader.end();

        assertThat(events).containsExactly(data("an event is longer than 100 bytes"));
    }

    private static Frame data(String text) {
        return new Frame("", text, "", true);
    }

    /** Reads whole, byte by byte and cut at each offset, and insists on the same events. */
    private static List<Frame> read(String body) {
        return read(body.getBytes(StandardCharsets.UTF_8));
    }

    private static List<Frame> read(byte[] body) {
        List<Frame> whole = readInSteps(body, Math.max(1, body.length));
        assertThat(readInSteps(body, 1)).as("byte by byte").isEqualTo(whole);
        for (int offset = 0; offset <= body.length; offset++) {
            List<Frame> events = new ArrayList<>();
            SseFraming reader = new SseFraming(1000, sink(events));
            reader.feed(body, 0, offset);
            reader.feed(body, offset, body.length - offset);
            reader.end();
            assertThat(events).as("cut at %d", offset).isEqualTo(whole);
        }
        return whole;
    }

    private static List<Frame> readInSteps(byte[] body, int step) {
        List<Frame> events = new ArrayList<>();
        SseFraming reader = new SseFraming(1000, sink(events));
        for (int from = 0; from < body.length; from += step) {
            reader.feed(body, from, Math.min(step, body.length - from));
        }
        reader.end();
        return events;
    }

    private static Framing.Sink sink(List<Frame> events) {
        return new Framing.Sink() {
            @Override
            public void frame(Frame event) {
                events.add(event);
            }

            @Override
            public void broken(String why) {
                events.add(data(why));
            }
        };
    }
}
