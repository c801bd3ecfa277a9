package io.github.llmperf.bench.first;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is measured again in each round, in a process of its own.
 *
 * @param kind what is run
 * @param streams in flight at the same time
 */
public record Cell(Kind kind, int streams) {

    static final int TOKENS = 64;

    static final double FIRST_MS = 50;
    static final double GAP_MS = 10;

    private static final double ANSWER_SECONDS = (FIRST_MS + (TOKENS - 1) * GAP_MS) / 1_000;

    /** What is run. */
    enum Kind {
        /** As many users as streams, the first load of its JVM. */
        CLOSED("closed loop"),
        /** Requests at the rate that keeps as many streams in flight, the first load of its JVM. */
        OPEN("open loop"),
        /** Ten loads of a closed loop, one after the other in one JVM. */
        TEN("ten loads"),
        /** A selector that reads and finds where events end: what reading costs at the least. */
        BARE("bare selector"),
        /** One user, two requests. */
        START("start"),
        /** The same without rehearsal. */
        START_UNREHEARSED("start, no rehearsal");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** Returns how many requests are measured in one load. */
    int requests() {
        return switch (kind) {
            case START, START_UNREHEARSED -> 2;
            case TEN -> Math.max(4, 2 * streams);
            case CLOSED, OPEN, BARE -> streams * (streams == 1 ? 10 : streams <= 10 ? 5 : streams <= 500 ? 3 : 2);
        };
    }

    Class<?> test() {
        return kind == Kind.TEN ? Loads.Ten.class : Loads.One.class;
    }

    /** Returns the configuration of the load test. */
    Map<String, String> parameters() {
        Map<String, String> parameters = new TreeMap<>();
        parameters.put("llmperf.target.model", "m");
        parameters.put("llmperf.baseline", "off");
        parameters.put("llmperf.records", "full");
        parameters.put("llmperf.maxNewTokens", "" + TOKENS);
        parameters.put("llmperf.requests", "" + requests());
        if (kind == Kind.OPEN) {
            parameters.put("llmperf.requestRate", String.format(Locale.ROOT, "%.3f/s", streams / ANSWER_SECONDS));
        } else {
            parameters.put("llmperf.users", "" + streams);
        }
        if (kind == Kind.START_UNREHEARSED) {
            parameters.put("llmperf.rehearsal", "off");
        }
        return parameters;
    }

    static List<Integer> streams(String text) {
        return List.of(text.split(",", -1)).stream()
                .map(n -> Integer.parseInt(n.trim()))
                .toList();
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s, %,d", kind, streams);
    }
}
