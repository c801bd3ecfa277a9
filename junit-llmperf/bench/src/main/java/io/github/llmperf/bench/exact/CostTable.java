package io.github.llmperf.bench.exact;

import io.github.llmperf.bench.exact.ClientProcess.Cost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What clients cost per event and per stream, side by side against the same server. */
public final class CostTable {

    private static final List<String> CLIENTS = List.of("nio", "okhttp", "llmperf", "java.net.http");
    private static final int STREAMS = 1_000;
    private static final Pace PACE = Pace.ofMillis(50, 20, 100);

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
        List<ClientProcess> clients = new ArrayList<>();
        try (ServerProcess server = ServerProcess.start()) {
            for (String name : names) {
                clients.add(ClientProcess.start(name, server.uri()));
            }
            StreamLoad load = new StreamLoad(server.uri(), STREAMS, PACE, 2);
            List<List<Cost>> costs = new ArrayList<>();
            for (ClientProcess client : clients) {
                client.run(load, false);
                costs.add(new ArrayList<>());
            }
            for (int round = 0; round < rounds; round++) {
                for (int i = 0; i < clients.size(); i++) {
                    costs.get(i).add(clients.get(i).run(load, false));
                    server.stamps();
                }
            }
            StringBuilder table = new StringBuilder();
            for (int i = 0; i < clients.size(); i++) {
                Cost memory = clients.get(i).run(load, true);
                server.stamps();
                table.append(row(clients.get(i).name(), costs.get(i), costs.get(0), memory));
            }
            Files.writeString(Path.of(args[0]), table);
            System.out.println(table);
        } finally {
            clients.forEach(ClientProcess::close);
        }
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
                "| %s | %.1f (%.1f–%.1f) | %.2f (%.2f–%.2f) | %.1f | %.1f |%n",
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
}
