package io.github.llmperf.bench.first;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a {@link ClientJvm} noted.
 *
 * @param begun when the first test method was started, in terms of the machine's monotonic clock
 * @param probeNanos what the server took to answer the extension's probe
 * @param peakMb most resident memory
 */
record Notes(long begun, long probeNanos, double peakMb) {

    static final Notes NONE = new Notes(0, 0, Double.NaN);

    private static final double KB_PER_MB = 1024;

    static Notes read(Path file, long probeNanos, Supplier<String> said) throws IOException {
        List<String> lines = Files.readAllLines(file);
        for (String line : lines) {
            // A run that a busy machine made INVALID is aborted; its records are as good as any for what is asked here.
            if (line.startsWith("ended FAILED")) {
                throw new IOException(line + "; " + said.get());
            }
        }
        return new Notes(number(lines, "begun "), probeNanos, number(lines, "peakKb ") / KB_PER_MB);
    }

    private static long number(List<String> lines, String key) throws IOException {
        return lines.stream()
                .filter(line -> line.startsWith(key))
                .mapToLong(line -> Long.parseLong(line.substring(key.length())))
                .findFirst()
                .orElseThrow(() -> new IOException("notes must have a line " + key + ", but are " + lines));
    }
}
