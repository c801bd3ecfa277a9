package io.github.llmperf.bench.exact;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;

/** A {@link StreamClient} in a process of its own, so that its processor time and memory are nobody else's. */
public final class ClientProcess implements AutoCloseable {

    private static final double PER_MICRO = 1e3;

    private final String name;
    private final Process process;
    private final Writer to;
    private final BufferedReader from;

    /**
     * What a load cost.
     *
     * @param events token events stamped
     * @param cpuMicros processor time of the process, per event
     * @param heapBytes live heap in the middle of the load, more than before it
     * @param otherBytes resident memory outside the heap, likewise: stacks, buffers
     */
    record Cost(long events, double cpuMicros, long heapBytes, long otherBytes) {
        static Cost parse(String line) {
            String[] parts = line.split(" ", -1);
            return new Cost(
                    Long.parseLong(parts[0]),
                    Double.parseDouble(parts[1]),
                    Long.parseLong(parts[2]),
                    Long.parseLong(parts[3]));
        }

        @Override
        public String toString() {
            return events + " " + cpuMicros + " " + heapBytes + " " + otherBytes;
        }
    }

    private ClientProcess(String name, Process process) {
        this.name = name;
        this.process = process;
        to = process.outputWriter(StandardCharsets.US_ASCII);
        from = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    }

    /**
     * Returns what to write to the input of {@link #main} for one load of 64 tokens an answer, 50 ms to the first, 10 ms apart.
     */
    public static String line(int streams, int rounds) {
        return "cpu;" + new StreamLoad(URI.create("http://any"), streams, Pace.ofMillis(50, 10, 64), rounds) + "\n";
    }

    static ClientProcess start(String name, URI server) throws IOException {
        return new ClientProcess(
                name,
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-Xms512m",
                                "-Xmx512m",
                                "-XX:+AlwaysPreTouch",
                                "-cp",
                                System.getProperty("java.class.path"),
                                ClientProcess.class.getName(),
                                name,
                                server.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start());
    }

    String name() {
        return name;
    }

    /** Runs a load there; memory is looked at when asked for, which costs two collections. */
    Cost run(StreamLoad load, boolean memory) throws IOException {
        to.write((memory ? "memory;" : "cpu;") + load + "\n");
        to.flush();
        String line = from.readLine();
        if (line == null) {
            throw new IOException(name + " must answer, but ended");
        }
        return Cost.parse(line);
    }

    @Override
    public void close() {
        process.destroy();
    }

    /**
     * Runs the loads that standard input names, one per line, and prints what each cost.
     *
     * @param args name of the client; url of the server; for {@code nio} a file for what it saw, if wanted
     * @throws Exception if a load fails
     */
    public static void main(String[] args) throws Exception {
        StreamClient client = StreamClient.named(args[0]);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            int kindEnds = line.indexOf(';');
            StreamLoad load = StreamLoad.parse(URI.create(args[1]), line.substring(kindEnds + 1));
            System.out.println(line.startsWith("memory") ? memory(client, load) : cpu(client, load));
        }
        if (args.length > 2 && client instanceof NioReader bare) {
            BareAnswer.write(Path.of(args[2]), bare.answers());
        }
    }

    private static Cost cpu(StreamClient client, StreamLoad load) throws Exception {
        long before = cpuNanos();
        long events = client.run(load);
        return new Cost(events, (cpuNanos() - before) / PER_MICRO / events, 0, 0);
    }

    private static Cost memory(StreamClient client, StreamLoad load) throws Exception {
        long heap = liveHeap();
        long resident = resident();
        AtomicReference<Exception> broken = new AtomicReference<>();
        Thread running = new Thread(() -> {
            try {
                client.run(load);
            } catch (Exception e) {
                broken.set(e);
            }
        });
        running.start();
        Thread.sleep((long) (load.pace().seconds() * load.rounds() * 500));
        Cost cost = new Cost(1, 0, liveHeap() - heap, resident() - resident);
        running.join();
        if (broken.get() != null) {
            throw broken.get();
        }
        return cost;
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static long liveHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** The heap is there from the start, so that what is added lies outside. */
    private static long resident() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
            }
        }
        return 0;
    }
}
