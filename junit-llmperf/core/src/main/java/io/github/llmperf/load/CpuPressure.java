package io.github.llmperf.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long any task on the machine has waited for a processor (Linux pressure stall information). */
record CpuPressure(Path file) {

    private static final Pattern SOME = Pattern.compile("(?m)^some .*\\btotal=(\\d{1,18})$");

    static CpuPressure ofMachine() {
        return new CpuPressure(Path.of("/proc/pressure/cpu"));
    }

    /** Returns the time so far in µs; empty on systems that do not count it. */
    OptionalLong micros() {
        try {
            Matcher some = SOME.matcher(Files.readString(file));
            return some.find() ? OptionalLong.of(Long.parseLong(some.group(1))) : OptionalLong.empty();
        } catch (IOException e) {
            // Not Linux, switched off, or not visible inside a container.
            return OptionalLong.empty();
        }
    }

    /** Returns the share of a period that was spent waiting, 0 to 1; NaN when unknown. */
    static double part(OptionalLong before, OptionalLong after, long nanos) {
        return before.isEmpty() || after.isEmpty() || nanos <= 0
                ? Double.NaN
                : Math.min(1, (after.getAsLong() - before.getAsLong()) * 1000.0 / nanos);
    }
}
