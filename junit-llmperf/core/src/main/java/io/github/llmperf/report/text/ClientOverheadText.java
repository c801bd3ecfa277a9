package io.github.llmperf.report.text;

import io.github.llmperf.client.AnswerWaits;
import io.github.llmperf.client.socket.Unread;
import io.github.llmperf.load.Health;
import io.github.llmperf.load.RehearsalResult;
import io.github.llmperf.witness.ClientOverhead;
import io.github.llmperf.witness.Lateness;
import io.github.llmperf.wording.Figures;
import io.github.llmperf.wording.Numbers;
import java.util.Map;
import java.util.Optional;

/** Says what the client added to latencies. */
final class ClientOverheadText {

    /** The beginning of the line. */
    static final String SUBJECT = "the client added";

    private ClientOverheadText() {}

    /** Returns how much was added to the ttft, to stand after {@link #SUBJECT}; empty where no witness knows. */
    static Optional<String> toTtft(Health health) {
        return health.added().isKnown()
                ? Optional.of(Numbers.lateness(health.added().ttft().p50Ms()) + " to ttft (p99 "
                        + Numbers.lateness(health.added().ttft().p99Ms()) + ")")
                : Optional.empty();
    }

    /** Adds all figures to the facts of a report. */
    static void put(Map<String, String> facts, Health health) {
        ClientOverhead added = health.added();
        if (added.isKnown()) {
            facts.put("client added to ttft", figures(added.ttft()));
            facts.put("client added to a gap", figures(added.gap()));
            facts.put("client added to sending", figures(added.sending()));
            facts.put("longest stall", Numbers.lateness(added.longestStallMs()));
            facts.put(
                    "time watched",
                    Figures.seconds(added.coveredSeconds()) + " (" + Figures.part(added.coveredPart()) + ")");
        } else {
            facts.put("client added", "not known: no reference stream");
        }
        AnswerWaits waits = health.waits();
        Unread unread = waits.unread();
        if (unread.isKnown()) {
            facts.put("bytes lay unread", figures(unread.p50Ms(), unread.p99Ms(), unread.maxMs()));
        }
        if (waits.heldOpen() > 0) {
            facts.put("kept open after the end mark", Figures.count(waits.heldOpen(), "answer"));
        }
        rehearsed(health.rehearsed()).ifPresent(text -> facts.put("rehearsal", text));
    }

    private static Optional<String> rehearsed(RehearsalResult rehearsed) {
        return switch (rehearsed.state()) {
            case DONE ->
                Optional.of(Figures.seconds(rehearsed.seconds()) + ", " + Figures.count(rehearsed.events(), "event"));
            case OFF -> Optional.of("off");
            case FAILED -> Optional.of("failed: " + rehearsed.why());
            case NONE -> Optional.empty();
        };
    }

    private static String figures(Lateness lateness) {
        return figures(lateness.p50Ms(), lateness.p99Ms(), lateness.maxMs());
    }

    private static String figures(double p50, double p99, double max) {
        return "p50 " + Numbers.lateness(p50) + ", p99 " + Numbers.lateness(p99) + ", at most " + Numbers.lateness(max);
    }
}
