package io.github.llmperf.protocol.framing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Cuts bodies into frames, whole, byte by byte and cut at each offset, and insists on the same frames. */
final class Framed implements Framing.Sink {

    private static final int SMALL = 4096;

    private final List<Frame> frames = new ArrayList<>();
    private final Framing framing;

    private Framed(Function<Framing.Sink, Framing> by) {
        framing = by.apply(this);
    }

    static List<Frame> by(Function<Framing.Sink, Framing> by, String body) {
        return by(by, body.getBytes(StandardCharsets.UTF_8));
    }

    static List<Frame> by(Function<Framing.Sink, Framing> by, byte[] body) {
        List<Frame> whole = new Framed(by).inSteps(body, Math.max(1, body.length));
        assertThat(new Framed(by).inSteps(body, 1)).as("byte by byte").isEqualTo(whole);
        int step = Math.max(1, body.length / SMALL * 1000);
        for (int offset = 0; offset <= body.length; offset += step) {
            assertThat(new Framed(by).cutAt(body, offset))
                    .as("cut at %d", offset)
                    .isEqualTo(whole);
        }
        return whole;
    }

    static Frame frame(String data) {
        return new Frame("", data, "", true);
    }

    static Frame unterminated(String data) {
        return new Frame("", data, "", false);
    }

    static Frame brokenFor(String why) {
        return new Frame("broken", why, "", false);
    }

    private List<Frame> inSteps(byte[] body, int step) {
        for (int from = 0; from < body.length; from += step) {
            framing.feed(body, from, Math.min(step, body.length - from));
        }
        framing.end();
        return frames;
    }

    private List<Frame> cutAt(byte[] body, int offset) {
        framing.feed(body, 0, offset);
        framing.feed(body, offset, body.length - offset);
        framing.end();
        return frames;
    }

    @Override
    public void frame(Frame frame) {
        frames.add(frame);
    }

    @Override
    public void broken(String why) {
        frames.add(brokenFor(why));
    }
}
