package io.github.llmperf.protocol;

import java.util.ArrayList;
import java.util.List;

/** Reads a body cut in various ways, and remembers the events. */
final class Feeding {

    private final List<StreamEvent> events = new ArrayList<>();
    private final AnswerReader reader;

    Feeding(String api, boolean stream, AnswerHead head) {
        reader = Dialects.named(api).reader(Workloads.stream(stream), head, events::add);
    }

    static Feeding of(WireFixture fixture) {
        return new Feeding(fixture.api(), fixture.streamAsked(), fixture.head());
    }

    Feeding whole(byte[] body) {
        reader.feed(body, 0, body.length);
        return this;
    }

    Feeding inSteps(byte[] body, int step) {
        for (int from = 0; from < body.length; from += step) {
            reader.feed(body, from, Math.min(step, body.length - from));
        }
        return this;
    }

    Feeding cutAt(byte[] body, int offset) {
        reader.feed(body, 0, offset);
        reader.feed(body, offset, body.length - offset);
        return this;
    }

    Reading end(BodyEnd how) {
        return reader.end(how);
    }

    List<StreamEvent> events() {
        return events;
    }
}
