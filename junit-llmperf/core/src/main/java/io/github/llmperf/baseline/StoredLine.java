package io.github.llmperf.baseline;

import io.github.llmperf.baseline.LineWarning.Fault;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A line of a baseline file, whatever it holds.
 *
 * @param number from 1
 * @param bytes as they are in the file, without the line end
 * @param run what it says; null when it is blank, damaged, or of a newer version
 * @param trouble why it is not used; null when it is used, or blank
 */
@SuppressWarnings("ArrayRecordComponent") // bytes are written back as they are
record StoredLine(int number, byte[] bytes, @Nullable BaselineRun run, @Nullable Fault trouble) {

    private static final byte LINE_END = '\n';

    /** Splits a file into its lines; a file that ends with a line end has no further, empty line. */
    static List<StoredLine> split(byte[] file) {
        List<StoredLine> lines = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= file.length; i++) {
            boolean ends = i == file.length ? start < i : file[i] == LINE_END;
            if (ends) {
                lines.add(of(lines.size() + 1, Arrays.copyOfRange(file, start, i)));
                start = i + 1;
            }
        }
        return lines;
    }

    /** Returns the bytes of a file with these lines, each with an end. */
    static byte[] join(List<StoredLine> lines) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        for (StoredLine line : lines) {
            file.writeBytes(line.bytes);
            file.write(LINE_END);
        }
        return file.toByteArray();
    }

    static StoredLine of(int number, byte[] bytes) {
        String text = text(bytes);
        if (text.isEmpty()) {
            return new StoredLine(number, bytes, null, null);
        }
        try {
            Optional<BaselineRun> run = BaselineLine.read(text);
            return run.isPresent()
                    ? new StoredLine(number, bytes, run.get(), null)
                    : new StoredLine(number, bytes, null, new LineWarning.Newer());
        } catch (IllegalArgumentException e) {
            return new StoredLine(number, bytes, null, LineWarning.Damaged.by(e));
        }
    }

    /** Returns the run of a line that has one. */
    BaselineRun requireRun() {
        return Objects.requireNonNull(run, () -> "line " + number + " must hold a run");
    }

    String text() {
        return text(bytes);
    }

    private static String text(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return (text.startsWith("\uFEFF") ? text.substring(1) : text).strip();
    }

    StoredLine summary() {
        return new StoredLine(number, BaselineLine.summary(text()).getBytes(StandardCharsets.UTF_8), run, trouble);
    }
}
