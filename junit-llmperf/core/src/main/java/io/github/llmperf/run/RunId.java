package io.github.llmperf.run;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** Names a run: readable, sortable by time, and different for every run. */
final class RunId {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
    private static final int SUFFIX_BITS = 24;

    private RunId() {}

    static String of(Instant start, RandomGenerator random) {
        int suffix = random.nextInt(1 << SUFFIX_BITS);
        return TIME.format(start.atOffset(ZoneOffset.UTC)) + String.format(Locale.ROOT, "-%06x", suffix);
    }
}
