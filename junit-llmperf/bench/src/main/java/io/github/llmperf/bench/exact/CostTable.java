package io.github.llmperf.bench.exact;

import com.sun.management.OperatingSystemMXBean;
import io.github.llmperf.bench.exact.ClientProcess.Cost;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What clients cost per event and per stream, side by side against the same server. */
public final class CostTable {

    private static final List<String> CLIENTS = List.of("nio", "okhttp", "llmperf", "java.net.http");
    private static final int STREAMS = 1_000;
    private static final int WARMUPS = 3;
    private static final Pace PACE = Pace.ofMillis(50, 20, 50);
    private static final int ANSWERS = 2;

    private CostTable() {}

    /**
     * Measures all clients and writes the table.
     *
     * @param args the file to write; how often each client is measured; optionally clients to measure instead of all
     * @throws IOException if a process cannot be started, or the file not be written
     */
    public static void main(String[] args) throws IOException {
        int rounds = Integer.parseInt(args[1]);
        List<String> names = args.length > 2 ? List.of(args).subList(2, args.length) : CLIENTS;
        try (ServerProcess server = ServerProcess.start()) {
            StreamLoad load = new StreamLoad(server.uri(), STREAMS, PACE, ANSWERS);
            List<Cost> memory = memory(server, names, load);
            Samples foreign = new Samples();
            List<List<Cost>> costs = costs(server, names, load, rounds, foreign);
            StringBuilder table = new StringBuilder(head(rounds, foreign));
            for (int i = 0; i < names.size(); i++) {
                table.append(row(names.get(i), costs.get(i), costs.get(0), memory.get(i)));
            }
            table.append(TAIL);
            Files.writeString(Path.of(args[0]), table);
            System.out.println(table);
        }
    }

    /** In fresh processes, since what earlier loads have taken from the system is not given back. */
    private static List<Cost> memory(ServerProcess server, List<String> names, StreamLoad load) throws IOException {
        List<Cost> memory = new ArrayList<>();
        for (String name : names) {
            try (ClientProcess client = ClientProcess.start(name, server.uri())) {
                client.run(new StreamLoad(server.uri(), 10, PACE, ANSWERS), false);
                memory.add(client.run(load, true));
                server.stamps();
            }
        }
        return memory;
    }

    private static List<List<Cost>> costs(
            ServerProcess server, List<String> names, StreamLoad load, int rounds, Samples foreign) throws IOException {
        List<List<Cost>> costs = new ArrayList<>();
        List<ClientProcess> clients = new ArrayList<>();
        try {
            for (String name : names) {
                ClientProcess client = ClientProcess.start(name, server.uri());
                clients.add(client);
                costs.add(new ArrayList<>());
                for (int i = 0; i < WARMUPS; i++) {
                    client.run(load, false);
                }
            }
            for (int round = 0; round < rounds; round++) {
                for (int i = 0; i < clients.size(); i++) {
                    costs.get(i).add(cost(server, clients.get(i), load, foreign));
                }
            }
        } finally {
            clients.forEach(ClientProcess::close);
        }
        return costs;
    }

    private static Cost cost(ServerProcess server, ClientProcess client, StreamLoad load, Samples foreign)
            throws IOException {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long serverCpu = server.stamps().cpuNanos();
        system.getCpuLoad();
        long begun = System.nanoTime();
        Cost cost = client.run(load, false);
        double wall = System.nanoTime() - begun;
        double all = system.getCpuLoad() * Runtime.getRuntime().availableProcessors();
        double known = cost.events() * cost.cpuMicros() * 1e3 + server.stamps().cpuNanos() - serverCpu;
        foreign.add(all - known / wall);
        return cost;
    }

    private static String row(String name, List<Cost> costs, List<Cost> limit, Cost memory) {
        Samples micros = new Samples();
        Samples ratio = new Samples();
        for (int i = 0; i < costs.size(); i++) {
            micros.add(costs.get(i).cpuMicros());
            ratio.add(costs.get(i).cpuMicros() / limit.get(i).cpuMicros());
        }
        return String.format(
                Locale.ROOT,
                "| %s | %.1f (%.1f–%.1f) | %.2f (%.2f–%.2f) | %.0f | %.0f |%n",
                name,
                micros.percentile(50),
                micros.min(),
                micros.max(),
                ratio.percentile(50),
                ratio.min(),
                ratio.max(),
                memory.heapBytes() / 1024.0 / STREAMS,
                memory.otherBytes() / 1024.0 / STREAMS);
    }

    private static String head(int rounds, Samples foreign) {
        return """
                # What a stream costs its client

                %,d streams of one token per %d ms, against one server in a process of its own, each client in a process of its
                own too (-Xmx512m, %d loads to warm up, then %d rounds, interleaved). Microseconds of processor time of the
                client's process per token event, connecting, requests and all; memory per stream in KiB, in the middle of a
                load: live heap, and what is resident outside of it (mostly stacks). The middle of all rounds, with the least and
                the most; the ratio is taken round by round.

                - `nio`: one thread that reads and stamps, and finds where events end: the limit. No JSON, no HTTP to speak of.
                - `okhttp`: OkHttp alone, one thread per stream, which does no more than that.
                - `llmperf`: this library, `LoadRunner` and `OkHttpLlmClient`, with JSON, text, counts and health.
                - `java.net.http`: asynchronous, its own threads, no JSON.

                %s. Other programs used %.2f processors in the middle of all rounds, %.2f at most%s.

                | client | µs per event | ratio to `nio` | heap, KiB | other, KiB |
                |---|---|---|---|---|
                """
                .formatted(
                        STREAMS,
                        PACE.gapNanos() / 1_000_000,
                        WARMUPS,
                        rounds,
                        Machine.words(),
                        foreign.percentile(50),
                        foreign.max(),
                        foreign.max() > Machine.FOREIGN ? ": **noisy**" : "");
    }

    private static final String TAIL =
            """

            To reach: `llmperf` at most 2.0 times `nio`.

            ## What was found

            - What the library adds to OkHttp alone (stamps, cutting events, JSON, counts) is the small part: most of an event's
              cost is waking its thread and OkHttp's way from the socket to the bytes of a chunk. On a machine in full use the
              gap to `nio` grows, since one thread then finds many streams ready at a time, and a thousand threads do not.
            - For each request OkHttp looks at all connections of a pool, with the lock of each, when it takes one and again when
              it gives it back. With 1,000 users that was most of what a request cost before it was on its way. The library now
              keeps users to groups of connections, as many groups as there are users in each: beside one pool, on the same
              full machine, the way there of 1,000 users at once was 2 to 4 times shorter.
            - Nagle's algorithm held the last part of a long request back until the server had acknowledged the rest: 45 ms more
              TTFT with prompts of 20,000 characters on the loopback. It is switched off now.
            - On Java 25 a platform thread that reads a socket which was connected with a time-out takes three calls of the
              system (read, poll, read) instead of one, as `strace` shows; on Java 17 it takes one.

            Written, from the root of the project, by

            ```
            mvn -q -Pbench,cost -pl junit-llmperf/bench -am process-classes
            ```
            """;
}
