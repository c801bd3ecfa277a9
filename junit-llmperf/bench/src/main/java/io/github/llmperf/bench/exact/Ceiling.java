package io.github.llmperf.bench.exact;

import io.github.llmperf.bench.exact.ExactLoad.Opening;
import io.github.llmperf.bench.exact.ExactLoad.Outcome;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.RunTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The highest rate of events at which gaps between tokens are still believable. */
public final class Ceiling {

    private static final Pace PACE = Pace.ofMillis(50, 10, 100);
    private static final List<Integer> STEPS =
            List.of(100, 200, 400, 600, 800, 1_000, 1_250, 1_500, 2_000, 2_500, 3_000);
    private static final double BELIEVABLE_MS = 2;

    /** A step may fail once by chance. */
    private static final int TRIES = 2;

    private Ceiling() {}

    /**
     * Raises the number of streams until gaps cannot be believed, for both clients, and writes the table.
     *
     * @param args the file to write
     * @throws IOException if no server can be started, or the file not be written
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        StringBuilder table = new StringBuilder();
        try (ServerProcess server = ServerProcess.start()) {
            climb(server, "llmperf", ExactLoad::okHttp, table);
            climb(server, "event loop", LoopClient::open, table);
        }
        String text = head() + table + TAIL;
        Files.writeString(Path.of(args[0]), text);
        System.out.println(text);
    }

    private static void climb(ServerProcess server, String client, Opening opening, StringBuilder table)
            throws IOException, InterruptedException {
        ExactLoad.of(100, PACE, 300).run(server, opening);
        for (int streams : STEPS) {
            if (!step(server, client, opening, streams, table)) {
                return;
            }
        }
    }

    private static boolean step(ServerProcess server, String client, Opening opening, int streams, StringBuilder table)
            throws IOException, InterruptedException {
        boolean believable = false;
        for (int i = 0; i < TRIES && !believable; i++) {
            Outcome outcome =
                    ExactLoad.of(streams, PACE, streams).withSpreadUsers().run(server, opening);
            Errors errors = Errors.of(outcome, PACE);
            Machine machine = Machine.of(outcome);
            believable = errors.gapError.percentile(99) < BELIEVABLE_MS && errors.lost + errors.failed == 0;
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %,d | %,.0f | %.2f | %.2f | %.2f | %.2f | %d / %d / %d | %.2f | %.2f | %.2f | %.0f | %s |%n",
                    client,
                    streams,
                    eventRate(outcome),
                    errors.gapSent.percentile(99),
                    errors.gapSeen.percentile(99),
                    errors.gapError.percentile(99),
                    errors.ttft.mean(),
                    errors.lost,
                    errors.merged,
                    errors.failed,
                    machine.clientCores(),
                    machine.serverCores(),
                    machine.foreignCores(),
                    machine.health().gcPauseMaxMs(),
                    (believable ? "" : "broken ") + (machine.isNoisy() ? "**noisy**" : "")));
        }
        return believable;
    }

    /** Token events that arrived inside the window, per second. */
    private static double eventRate(Outcome outcome) {
        RunTimes times = outcome.run().times();
        long events = 0;
        for (RequestRecord record : outcome.records()) {
            for (long at : record.moments().tokenEvents()) {
                events += at >= times.windowOpened() && at < times.windowClosed() ? 1 : 0;
            }
        }
        return events / times.windowSeconds();
    }

    private static String head() {
        return """
                # How many events a second can be believed

                Streams of one token per %d ms, more and more of them, until the gaps that the client saw differ from those the
                server sent by %.0f ms or more in 1 of 100 (in two loads, one after the other). Client and server are two
                processes on the same processors, so that it is the two together that reach the end of the machine: both sides'
                use of it stands beside. Users start spread over the length of an answer; each has one warm-up request. Times in
                ms, 99th percentiles but for the mean TTFT error. `event loop` is the experiment of [cost.md](cost.md).

                %s. A row is *noisy* when other programs used more than %.2f processors.

                | client | streams | events/s | gap sent | gap seen | gap error | TTFT error | lost / merged / failed \
                | client CPUs | server CPUs | others' CPUs | GC max | |
                |---|---|---|---|---|---|---|---|---|---|---|---|---|
                """
                .formatted(PACE.gapNanos() / 1_000_000, BELIEVABLE_MS, Machine.words(), Machine.FOREIGN);
    }

    private static final String TAIL =
            """

            Written, from the root of the project, by

            ```
            mvn -q -pl junit-llmperf/bench -am -Pceiling process-classes
            ```
            """;
}
