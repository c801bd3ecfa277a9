package io.github.llmperf.baseline;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one baseline file, whatever their order: {@code merge=union} may shuffle them.
 *
 * @param shown how messages call it
 * @param lines as they stand in it; none when there is no file
 * @param stored one per run id, oldest first
 */
record BaselineFile(String shown, List<StoredLine> lines, List<LinesOfRun> stored) {

    /** Oldest first; the run id decides between runs of the same moment. */
    static final Comparator<BaselineRun> BY_AGE =
            Comparator.comparing(BaselineRun::startedAt).thenComparing(BaselineRun::runId);

    /**
     * Reads a file.
     *
     * @param file the file, which need not exist
     * @throws IOException if it exists and cannot be read
     */
    static BaselineFile read(Path file, String shown) throws IOException {
        try {
            return of(StoredLine.split(Files.readAllBytes(file)), shown);
        } catch (NoSuchFileException e) {
            return of(List.of(), shown);
        }
    }

    private static BaselineFile of(List<StoredLine> lines, String shown) {
        Map<String, List<StoredLine>> byRun = new LinkedHashMap<>();
        for (StoredLine line : lines) {
            if (line.run() != null) {
                byRun.computeIfAbsent(line.run().runId(), id -> new ArrayList<>())
                        .add(line);
            }
        }
        return new BaselineFile(shown, lines, byAge(byRun.values()));
    }

    private static List<LinesOfRun> byAge(Collection<List<StoredLine>> lines) {
        return lines.stream()
                .map(LinesOfRun::of)
                .sorted(Comparator.comparing(LinesOfRun::run, BY_AGE))
                .toList();
    }

    /** Returns the effective line of each run, oldest first. */
    List<BaselineRun> runs() {
        return stored.stream().map(LinesOfRun::run).toList();
    }

    /** Returns what is wrong with which line. */
    List<LineWarning> warnings() {
        return lines.stream()
                .flatMap(line -> Stream.ofNullable(line.trouble()).map(fault -> warning(line, fault)))
                .toList();
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
        return StoredLine.join(Pruning.of(of(all, shown)));
    }
}
