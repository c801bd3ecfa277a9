package io.github.llmperf.bench.exact;

import io.github.llmperf.bench.exact.ExactLoad.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** How much a client adds to what it measures: its moments beside the stamps of a server in another process. */
public final class Accuracy {

    private static final Pace FAST = Pace.ofMillis(50, 10, 100);
    private static final Pace SLOW = Pace.ofMillis(50, 20, 100);

    private Accuracy() {}

    /**
     * Measures all rows and writes the table.
     *
     * @param args the file to write; how often each row is measured; optionally the one number of users to measure
     * @throws IOException if no server can be started, or the file not be written
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = Integer.parseInt(args[1]);
        StringBuilder table = new StringBuilder();
        try (ServerProcess server = ServerProcess.start()) {
            table.append(row(server, "fresh Java, ", ExactLoad.of(1, FAST, 6), 1));
            ExactLoad.of(100, Pace.ofMillis(10, 1, 20), 5_000).run(server);
            for (ExactLoad load : loads(args.length > 2 ? Integer.parseInt(args[2]) : 0)) {
                table.append(row(server, "", load, rounds));
            }
        }
        String text = head(rounds) + table + TAIL;
        Files.writeString(Path.of(args[0]), text);
        System.out.println(text);
    }

    private static List<ExactLoad> loads(int only) {
        List<ExactLoad> loads = new ArrayList<>(List.of(
                ExactLoad.of(1, FAST, 6),
                ExactLoad.of(10, FAST, 30),
                ExactLoad.of(10, FAST, 30).withPromptChars(20_000),
                ExactLoad.of(100, FAST, 300),
                ExactLoad.of(500, FAST, 1_500),
                ExactLoad.of(500, FAST, 1_500).withSpreadUsers(),
                ExactLoad.of(1_000, FAST, 2_000),
                ExactLoad.of(1_000, FAST, 2_000).withSpreadUsers(),
                ExactLoad.of(1_000, SLOW, 2_000),
                ExactLoad.of(1_000, SLOW, 2_000).withSpreadUsers(),
                ExactLoad.of(2_000, SLOW, 2_000),
                ExactLoad.of(2_000, SLOW, 2_000).withSpreadUsers()));
        loads.removeIf(load -> only > 0 && load.users() != only);
        return loads;
    }

    private static String row(ServerProcess server, String prefix, ExactLoad load, int rounds)
            throws IOException, InterruptedException {
        List<Errors> errors = new ArrayList<>();
        List<Machine> machines = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            Outcome outcome = load.run(server);
            errors.add(Errors.of(outcome, load.pace()));
            machines.add(Machine.of(outcome));
        }
        return "| " + prefix + name(load)
                + spread(errors, e -> e.ttft.mean())
                + spread(errors, e -> e.ttft.percentile(99))
                + spread(errors, e -> e.wayThere.mean())
                + spread(errors, e -> e.wayBack.mean())
                + spread(errors, e -> e.gapSent.percentile(99))
                + spread(errors, e -> e.gapSeen.percentile(99))
                + spread(errors, e -> e.gapError.percentile(99))
                + " | " + errors.stream().mapToInt(e -> e.lost).sum()
                + " / " + errors.stream().mapToInt(e -> e.merged).sum()
                + " / " + errors.stream().mapToInt(e -> e.failed).sum()
                + spread(machines, m -> m.health().canaryP99Ms())
                + spread(machines, Machine::clientCores)
                + spread(machines, Machine::serverCores)
                + spread(machines, Machine::foreignCores)
                + spread(machines, m -> m.health().gcPauseMaxMs())
                + spread(machines, Machine::loadAverage)
                + " | " + (machines.stream().anyMatch(Machine::isNoisy) ? "**noisy**" : "")
                + " |\n";
    }

    private static String name(ExactLoad load) {
        return String.format(
                Locale.ROOT,
                "%,d × %d ms%s%s",
                load.users(),
                load.pace().gapNanos() / 1_000_000,
                load.spread() ? ", spread" : "",
                load.promptChars() > 1000
                        ? String.format(Locale.ROOT, ", prompts of %,d chars", load.promptChars())
                        : "");
    }

    /** The middle of all rounds, with the least and the most. */
    private static <T> String spread(List<T> rounds, ToDoubleFunction<T> figure) {
        Samples samples = new Samples();
        rounds.forEach(round -> samples.add(figure.applyAsDouble(round)));
        double middle = samples.percentile(50);
        return String.format(Locale.ROOT, " | %.2f (%.2f–%.2f)", middle, samples.min(), samples.max());
    }

    private static String head(int rounds) {
        return """
                # What the client adds to what it measures

                A server in a process of its own sends the first token 50 ms after it has read a request and each further one of
                100 after the gap, and notes when it really did, by the clock that all processes of the machine share. The load is
                the extension's own: `LoadRunner` and `OkHttpLlmClient`, a closed loop of as many users as streams, one warm-up
                request each, then the measured ones without a break. The first row is measured in a fresh Java, where code is
                still interpreted: the first requests of a test cost some tenths of a millisecond more each. A load of 5,000 short
                requests then warms both programs up for all further rows.

                - *TTFT error* is what the client added: its TTFT (first token - sent) minus the server's (just before the first
                  token's write - just after the read that completed the request). It is the sum of the *way there* (the client's
                  sending, and the server's delay in reading it) and the *way back* (the server's write and the client's reading).
                - *Gaps* are those between tokens, by the server's stamps (*sent*) and the client's (*seen*); a *gap error* is how
                  much a single gap differs. The server does not spin, so that tokens leave it some tens of microseconds late, and
                  later when the machine is full: that is no error of the client, and shows in *sent*.
                - *lost*: numbered tokens that did not reach the record; *merged*: tokens that one read of the socket brought with
                  the one before, though the server had sent them apart; *failed*: requests.
                - Users start *at once* (the default: the spread that is left is what the client and the server need to get a
                  thousand requests going) or *spread* over the length of an answer.
                - All figures in ms, except processors (1 is one of the machine's) and the load average: the middle of %d rounds,
                  with the least and the most. A row is *noisy* when other programs used more than %.2f processors in any round.

                %s.

                | streams × gap | TTFT error, mean | p99 | way there | way back | gap p99 sent | seen | gap error p99 \
                | lost / merged / failed | canary p99 | client CPUs | server CPUs | others' CPUs | GC max | load average | |
                |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
                """
                .formatted(rounds, Machine.FOREIGN, Machine.words());
    }

    private static final String TAIL =
            """

            To reach, with 2 processors for client and server together and nothing else on them: mean TTFT error at most 0.5 ms
            up to 10 streams, 1 ms at 100, 3 ms at 500, 10 ms at 1,000; gap p99 within 0.5 ms of the sent one at 500 streams of
            10 ms, and within 1 ms at 1,000 of 20 ms.

            Beside them what others published, on 4 processors, at 10 ms per token and 1 / 10 / 100 / 500 / 1,000 streams: vLLM's
            Python client adds 3.8 / 5.2 / 23 / 137 / 294 ms to TTFT, its successor in Rust 2.6 / 2.7 / 3.5 / 20 / 28 ms.

            Written, from the root of the project, by

            ```
            mvn -q -pl junit-llmperf/bench -am -Paccuracy process-classes
            ```
            """;
}
