package io.github.llmperf.bench.many;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a process holds when a run is over, and the most it held.
 *
 * @param threads of the system that are alive
 * @param files that are open, connections among them
 * @param heapMb in use after a collection
 * @param residentMb memory of the process
 * @param peakMb most memory of the process since {@link #forgetPeak}
 * @param atServer connections that the server still has
 */
record Left(int threads, long files, double heapMb, double residentMb, double peakMb, int atServer) {

    private static final double MB = 1 << 20;
    private static final double KB_PER_MB = 1024;

    static Left now(int atServer) throws IOException {
        double peak = statusMb("VmHWM:");
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        long files =
                ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getOpenFileDescriptorCount();
        return new Left(
                ManagementFactory.getThreadMXBean().getThreadCount(),
                files,
                (runtime.totalMemory() - runtime.freeMemory()) / MB,
                statusMb("VmRSS:"),
                peak,
                atServer);
    }

    /** Lets the system count the most memory from now on. */
    static void forgetPeak() throws IOException {
        Files.writeString(Path.of("/proc/self/clear_refs"), "5");
    }

    private static double statusMb(String key) throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith(key))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / KB_PER_MB)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the middle of all slopes between two runs: what a figure grows by from one run to the next. */
    static double slope(List<Left> all, ToDoubleFunction<Left> figure) {
        double[] slopes = new double[all.size() * (all.size() - 1) / 2];
        int n = 0;
        for (int i = 0; i < all.size(); i++) {
            for (int j = i + 1; j < all.size(); j++) {
                slopes[n++] = (figure.applyAsDouble(all.get(j)) - figure.applyAsDouble(all.get(i))) / (j - i);
            }
        }
        if (n == 0) {
            return Double.NaN;
        }
        Arrays.sort(slopes);
        return n % 2 == 1 ? slopes[n / 2] : (slopes[n / 2 - 1] + slopes[n / 2]) / 2;
    }
}
