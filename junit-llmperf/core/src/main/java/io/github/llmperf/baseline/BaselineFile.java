package io.github.llmperf.baseline;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one baseline file, whatever their order: {@code merge=union} may shuffle them.
 *
 * @param shown how messages call it
 * @param lines as they stand in it; none when there is no file
 * @param stored one per run id, oldest first
 * @param order by which they are oldest first
 */
record BaselineFile(String shown, List<StoredLine> lines, List<LinesOfRun> stored, RunOrder order) {

    /**
     * Reads a file.
     *
     * @param file the file, which need not exist
     * @throws IOException if it exists and cannot be read
     */
    static BaselineFile read(Path file, String shown) throws IOException {
        return read(file, shown, Instant.now());
    }

    static BaselineFile read(Path file, String shown, Instant now) throws IOException {
        RunOrder order = new RunOrder(now);
        try {
            return of(StoredLine.split(Files.readAllBytes(file)), shown, order);
        } catch (NoSuchFileException e) {
            return of(List.of(), shown, order);
        }
    }

    private static BaselineFile of(List<StoredLine> lines, String shown, RunOrder order) {
        Map<String, List<StoredLine>> byRun = new LinkedHashMap<>();
        for (StoredLine line : lines) {
            if (line.run() != null) {
                byRun.computeIfAbsent(line.run().runId(), id -> new ArrayList<>())
                        .add(line);
            }
        }
        List<LinesOfRun> stored = byRun.values().stream().map(LinesOfRun::of).toList();
        return new BaselineFile(shown, lines, order.sort(stored), order);
    }

    /** Returns the effective line of each run, oldest first. */
    List<BaselineRun> runs() {
        return stored.stream().map(LinesOfRun::run).toList();
    }

    /** Returns what is wrong with which line. */
    List<LineWarning> warnings() {
        return lines.stream()
                .flatMap(line -> fault(line).map(fault -> warning(line, fault)).stream())
                .toList();
    }

    private Optional<LineWarning.Fault> fault(StoredLine line) {
        return line.run() != null && order.isInFuture(line.run())
                ? Optional.of(new LineWarning.InFuture(line.run().startedAt()))
                : Optional.ofNullable(line.trouble());
    }

    LineWarning warning(StoredLine line, LineWarning.Fault fault) {
        return new LineWarning(shown, line.number(), fault);
    }

    /**
     * Returns the file with a run more, and with no more of the older ones than needed; null when this edit of the run is
     * there already. Lines that cannot be read stay as they are, byte for byte.
     */
    byte @Nullable [] with(BaselineRun run) {
        if (runs().stream().anyMatch(r -> r.runId().equals(run.runId()) && r.edit() >= run.edit())) {
            return null;
        }
        byte[] bytes = BaselineLine.write(run).getBytes(StandardCharsets.UTF_8);
        List<StoredLine> all = new ArrayList<>(lines);
        all.add(new StoredLine(all.size() + 1, bytes, run, null));
        return StoredLine.join(Pruning.of(of(all, shown, order)));
    }
}
