package io.github.llmperf.protocol.fuzz;

import io.github.llmperf.protocol.Reading;
import io.github.llmperf.protocol.StreamEvent;
import java.util.List;

/** Compares two readings of the same bytes, cut differently. */
final class SameReading {

    private SameReading() {}

    static void check(
            FuzzInput input,
            Reading whole,
            List<StreamEvent> events,
            Reading inPieces,
            List<StreamEvent> eventsInPieces) {
        if (!whole.equals(inPieces)) {
            throw new AssertionError("read in pieces it is another answer: " + inPieces + ", whole: " + whole);
        }
        if (!events.equals(eventsInPieces)) {
            throw new AssertionError("read in pieces it is other events: " + eventsInPieces + ", whole: " + events);
        }
    }
}
