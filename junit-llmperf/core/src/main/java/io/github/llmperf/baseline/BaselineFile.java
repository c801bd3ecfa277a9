package io.github.llmperf.baseline;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one baseline file, whatever their order: {@code merge=union} may shuffle them.
 *
 * @param bytes the file as it is; empty when there is none
 * @param runs one per run id, oldest first
 * @param warnings what is wrong with which line
 */
@SuppressWarnings("ArrayRecordComponent") // bytes are written back as they are
record BaselineFile(byte[] bytes, List<BaselineRun> runs, List<String> warnings) {

    /** Oldest first; the run id decides between runs of the same moment. */
    static final Comparator<BaselineRun> BY_AGE =
            Comparator.comparing(BaselineRun::startedAt).thenComparing(BaselineRun::runId);

    /** Of two lines of one run the higher edit counts; without one, the accepted; else any, but always the same. */
    private static final Comparator<BaselineRun> BY_EDIT = Comparator.comparingInt(BaselineRun::edit)
            .thenComparing(run -> run.accepted() != null)
            .thenComparing(BaselineLine::write);

    /**
     * Reads a file.
     *
     * @param file the file, which need not exist
     * @param shown how messages call it
     * @throws IOException if it exists and cannot be read
     */
    static BaselineFile read(Path file, String shown) throws IOException {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return new BaselineFile(new byte[0], List.of(), List.of());
        }
        Map<String, BaselineRun> runs = new LinkedHashMap<>();
        List<String> warnings = new ArrayList<>();
        String text = new String(bytes, StandardCharsets.UTF_8);
        String[] lines = (text.startsWith("\uFEFF") ? text.substring(1) : text).split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            readLine(lines[i].strip(), shown + " line " + (i + 1), warnings)
                    .ifPresent(run -> runs.merge(run.runId(), run, BaselineFile::newer));
        }
        return new BaselineFile(bytes, sorted(runs.values()), warnings);
    }

    private static Optional<BaselineRun> readLine(String line, String where, List<String> warnings) {
        if (line.isEmpty()) {
            return Optional.empty();
        }
        try {
            Optional<BaselineRun> run = BaselineLine.read(line);
            if (run.isEmpty()) {
                warnings.add(where + " was written by a newer version of junit-llmperf and is not used;"
                        + " it stays in the file. Upgrade to use it.");
            }
            return run;
        } catch (IllegalArgumentException e) {
            warnings.add(where + " is damaged (" + e.getMessage() + ") and is not used; all other lines are."
                    + " Restore the line from git or delete it.");
            return Optional.empty();
        }
    }

    private static BaselineRun newer(BaselineRun one, BaselineRun other) {
        return BY_EDIT.compare(one, other) >= 0 ? one : other;
    }

    private static List<BaselineRun> sorted(Collection<BaselineRun> runs) {
        return runs.stream().sorted(BY_AGE).toList();
    }

    /** Returns the file with a run more, all present bytes untouched; null when this edit of the run is there already. */
    byte @Nullable [] with(BaselineRun run) {
        if (runs.stream().anyMatch(r -> r.runId().equals(run.runId()) && r.edit() >= run.edit())) {
            return null;
        }
        boolean unfinished = bytes.length > 0 && bytes[bytes.length - 1] != '\n';
        byte[] line = ((unfinished ? "\n" : "") + BaselineLine.write(run) + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] all = Arrays.copyOf(bytes, bytes.length + line.length);
        System.arraycopy(line, 0, all, bytes.length, line.length);
        return all;
    }
}
