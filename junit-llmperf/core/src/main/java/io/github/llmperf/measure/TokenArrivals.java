package io.github.llmperf.measure;

import io.github.llmperf.protocol.Answer;
import java.util.Arrays;

/**
 * Output tokens by the part of a run in which they arrived. Each token event carries an equal part of its request's
 * tokens, hidden ones arrive with the first, and what was not streamed arrives at its end.
 */
final class TokenArrivals {

    private final TimeSpan run;
    private final long[] starts;
    private final double[] tokens;

    TokenArrivals(TimeSpan run, int parts) {
        this.run = run;
        starts = run.sliceStarts(parts);
        tokens = new double[parts];
    }

    /** Adds the tokens of a request that succeeded. */
    void add(long[] events, long end, Answer answer) {
        if (events.length == 0) {
            tokens[run.slice(end, tokens.length)] += answer.outputTokens();
            return;
        }
        int before = StreamedTokens.before(answer);
        int streamed = answer.outputTokens() - before;
        tokens[run.slice(events[0], tokens.length)] += before;
        int from = 0;
        int last = run.slice(events[events.length - 1], tokens.length);
        for (int part = run.slice(events[0], tokens.length); part <= last; part++) {
            int to = part == last ? events.length : firstFrom(starts[part + 1], events, from);
            tokens[part] += (double) streamed * (to - from) / events.length;
            from = to;
        }
    }

    /** Finds the first event at a moment or after it. */
    private static int firstFrom(long moment, long[] events, int from) {
        int found = Arrays.binarySearch(events, from, events.length, moment);
        int first = found >= 0 ? found : -found - 1;
        // Several may have come at once.
        while (first > from && events[first - 1] == moment) {
            first--;
        }
        return first;
    }

    double of(int part) {
        return tokens[part];
    }
}
