package io.github.llmperf.bench.first;

import io.github.llmperf.bench.exact.BareAnswer;
import io.github.llmperf.bench.exact.ClientProcess;
import io.github.llmperf.bench.exact.SentAnswer;
import io.github.llmperf.bench.exact.ServerProcess;
import io.github.llmperf.bench.exact.ServerProcess.Stamps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One cell, run once in a process of its own.
 *
 * @param cell what is run
 * @param java the program that runs it
 * @param jvm further options of the JVM
 * @param directory of all that it writes
 */
record Round(Cell cell, Path java, List<String> jvm, Path directory) {

    private static final long LONGEST_SECONDS = 120;

    private static final String BARE = "bare.txt";
    private static final double PER_MS = 1e6;
    private static final int TAIL = 2_000;

    /**
     * A process that has ended.
     *
     * @param started just before it was started
     * @param cpu over its life
     * @param busySeconds of other programs but this one
     * @param wallSeconds how long it lived
     */
    private record Ended(long started, CpuLog cpu, double busySeconds, double wallSeconds) {}

    /** Returns the figures of each load that the process has run. */
    List<Figures> run(ServerProcess server) throws IOException, InterruptedException {
        clear();
        Files.createDirectories(directory);
        double serverBefore = server.stamps().cpuNanos() / 1e9;
        Ended ended = execute(server);
        Stamps stamps = server.stamps();
        double serverSeconds = stamps.cpuNanos() / 1e9 - serverBefore;
        double foreign = Math.max(0, ended.busySeconds - ended.cpu.total() - serverSeconds) / ended.wallSeconds;
        Map<Integer, SentAnswer> answers = stamps.answers().entrySet().stream()
                .filter(answer -> answer.getValue().begun().length == Cell.TOKENS)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        long probeNanos = stamps.answers().values().stream()
                .filter(answer -> answer.begun().length < Cell.TOKENS)
                .mapToLong(answer -> answer.written()[answer.written().length - 1] - answer.arrived())
                .sum();
        if (answers.isEmpty()) {
            throw new IOException(cell + ": no answer was sent; " + said());
        }
        double serverMicros = serverSeconds * 1e6 / (answers.size() * Cell.TOKENS);
        if (cell.kind() == Cell.Kind.BARE) {
            List<Seen> seen = BareAnswer.read(directory.resolve(BARE)).stream()
                    .map(Seen::of)
                    .toList();
            Errors errors = Errors.of(seen, answers, false);
            return List.of(figures(ended, Notes.NONE, errors, false, answers.values(), serverMicros, foreign));
        }
        Notes notes = Notes.read(directory.resolve("notes"), probeNanos, this::said);
        List<Figures> figures = new ArrayList<>();
        for (String method : methods()) {
            List<Seen> seen = Seen.read(directory.resolve("output"), method);
            Errors errors = Errors.of(seen, answers, cell.kind() == Cell.Kind.OPEN);
            List<SentAnswer> own = seen.stream()
                    .map(request -> answers.get(SentAnswer.numberIn(request.text())))
                    .filter(answer -> answer != null)
                    .toList();
            if (own.isEmpty()) {
                throw new IOException(cell + ", " + method + ": no record is of the server's answers; " + said());
            }
            figures.add(figures(ended, notes, errors, cell.kind() != Cell.Kind.TEN, own, serverMicros, foreign));
        }
        return figures;
    }

    private List<String> methods() {
        return IntStream.rangeClosed(1, cell.kind() == Cell.Kind.TEN ? 10 : 1)
                .mapToObj(i -> String.format(Locale.ROOT, "load%02d", i))
                .toList();
    }

    private Figures figures(
            Ended ended,
            Notes notes,
            Errors errors,
            boolean isOnly,
            Collection<SentAnswer> answers,
            double serverMicros,
            double foreign) {
        long first = answers.stream().mapToLong(SentAnswer::arrived).min().orElseThrow();
        long last = answers.stream()
                .mapToLong(answer -> answer.written()[Cell.TOKENS - 1])
                .max()
                .orElseThrow();
        double events = (double) answers.size() * Cell.TOKENS;
        return new Figures(
                errors.ttft.mean(),
                errors.ttft.percentile(99),
                errors.gap.percentile(99),
                errors.tpot.percentile(99),
                errors.late.mean(),
                ended.cpu.seconds(first, last) * 1e6 / events,
                events * 1e9 / (last - first),
                serverMicros,
                answers.stream().mapToDouble(Round::lateness).average().orElse(Double.NaN),
                isOnly ? (notes.begun() - ended.started) / PER_MS : Double.NaN,
                isOnly ? (first - notes.begun() - notes.probeNanos()) / PER_MS : Double.NaN,
                ended.cpu.total(),
                notes.peakMb(),
                foreign,
                errors.lost + errors.failed,
                errors.merged);
    }

    /** Nothing of an earlier run is taken for this one's. */
    private void clear() throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** How late the server's tokens were, against its own schedule: mean, in ms. */
    private static double lateness(SentAnswer answer) {
        double late = 0;
        for (int i = 0; i < Cell.TOKENS; i++) {
            late += (answer.begun()[i] - answer.arrived()) / PER_MS - Cell.FIRST_MS - i * Cell.GAP_MS;
        }
        return late / Cell.TOKENS;
    }

    private Ended execute(ServerProcess server) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command(server))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out.txt").toFile());
        if (cell.kind() == Cell.Kind.BARE) {
            Path input = Files.writeString(
                    directory.resolve("in.txt"), ClientProcess.line(cell.streams(), cell.requests() / cell.streams()));
            builder.redirectInput(input.toFile());
        }
        double busy = MachineCpu.busySeconds() - MachineCpu.ownSeconds();
        long started = System.nanoTime();
        Process process = builder.start();
        CpuLog cpu = CpuLog.of(process);
        try (cpu) {
            if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(cell + ": must end within " + LONGEST_SECONDS + " s, but did not; " + said());
            }
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new IOException(cell + ": must end with 0, but ended with " + process.exitValue() + "; " + said());
        }
        return new Ended(
                started,
                cpu,
                MachineCpu.busySeconds() - MachineCpu.ownSeconds() - busy,
                (System.nanoTime() - started) / 1e9);
    }

    private List<String> command(ServerProcess server) {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(jvm);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        if (cell.kind() == Cell.Kind.BARE) {
            command.addAll(List.of(
                    ClientProcess.class.getName(),
                    "nio",
                    server.uri().toString(),
                    directory.resolve(BARE).toString()));
            return command;
        }
        command.addAll(List.of(
                ClientJvm.class.getName(),
                directory.resolve("notes").toString(),
                cell.test().getName(),
                "llmperf.target.url=" + server.uri(),
                "llmperf.output=" + directory.resolve("output")));
        cell.parameters().forEach((key, value) -> command.add(key + "=" + value));
        return command;
    }

    /** Returns the end of what the process has printed. */
    private String said() {
        try {
            String all = Files.readString(directory.resolve("out.txt"));
            return directory.resolve("out.txt") + " ends with: " + all.substring(Math.max(0, all.length() - TAIL));
        } catch (IOException e) {
            return "it left no output";
        }
    }
}
