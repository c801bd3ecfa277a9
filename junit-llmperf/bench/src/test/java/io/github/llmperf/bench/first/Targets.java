package io.github.llmperf.bench.first;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What is to be reached at a number of streams: that of the next larger one that has a target, beyond the last that of the
 * last.
 *
 * @param ttftMs most mean error of ttft
 * @param gapMs most 99th percentile of gap seen − gap sent
 */
record Targets(double ttftMs, double gapMs) {

    static final double CPU_MICROS = 10;
    static final double BARE_RATIO = 2;
    static final double EVENT_RATE = 100_000;
    static final double START_MS = 300;
    static final double REHEARSAL_MS = 1_500;
    static final double TENTH_MS = .3;
    static final double SERVER_LATE_MS = 5;

    /** Below so many streams the compiling of code is most of the processor time, the bare selector's too. */
    static final int CPU_FROM = 100;

    private static final NavigableMap<Integer, Targets> ALL = new TreeMap<>(Map.of(
            1, new Targets(.5, .3),
            10, new Targets(.5, .3),
            100, new Targets(1, .5),
            500, new Targets(2, 1),
            1_000, new Targets(5, 2)));

    static Targets at(int streams) {
        Map.Entry<Integer, Targets> entry = ALL.ceilingEntry(streams);
        return Objects.requireNonNull(entry == null ? ALL.lastEntry() : entry).getValue();
    }

    /** Returns what the middle of a cell's rounds misses; nothing when times can be believed. */
    List<String> misses(Results results, Cell cell) {
        List<String> misses = new ArrayList<>();
        if (results.middle(cell, Figures::ttftMean) > ttftMs) {
            misses.add("ttft > " + ttftMs + " ms");
        }
        // Records without gaps show nothing, so that the target is not met.
        if (!(results.middle(cell, Figures::gapP99) <= gapMs)) {
            misses.add("gap > " + gapMs + " ms");
        }
        if (results.of(cell, 0, Figures::lost).max() > 0) {
            misses.add("requests lost");
        }
        // Else a machine that is too small for the server would make a load look carried that never was sent.
        if (results.middle(cell, Figures::serverLate) > SERVER_LATE_MS) {
            misses.add("server late > " + SERVER_LATE_MS + " ms");
        }
        return misses;
    }
}
