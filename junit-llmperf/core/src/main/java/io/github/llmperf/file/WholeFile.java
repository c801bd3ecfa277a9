package io.github.llmperf.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Writes a file so that others see it whole or not at all. */
@API(status = Status.INTERNAL, since = "0.1")
public final class WholeFile {

    private WholeFile() {}

    /** Writes the content of a file. */
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream target) throws IOException;
    }

    /** Writes or replaces a file, and makes its directory where there is none. */
    public static void write(Path file, String text) throws IOException {
        write(file, target -> target.write(text.getBytes(UTF_8)));
    }

    /** Writes or replaces a file, and makes its directory where there is none. */
    public static void write(Path file, Content content) throws IOException {
        // Files for temporary use are readable by their owner only, and the finished file would stay so.
        replace(file, file.resolveSibling("." + UUID.randomUUID() + ".unfinished"), content, false);
    }

    /**
     * Writes or replaces a file, so that even a machine that stops leaves the old bytes or the new ones. A kill leaves
     * another file behind, whose name ends in {@code .tmp}; the next writer removes it. Only one may write at a time.
     */
    public static void writeDurably(Path file, Content content) throws IOException {
        replace(file, file.resolveSibling(file.getFileName() + ".tmp"), content, true);
    }

    private static void replace(Path file, Path unfinished, Content content, boolean durable) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException("file must lie in a directory, but is " + file);
        }
        Files.createDirectories(directory);
        Files.deleteIfExists(unfinished);
        try {
            try (FileChannel channel =
                    FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                content.writeTo(Channels.newOutputStream(channel));
                if (durable) {
                    channel.force(true);
                }
            }
            move(unfinished, file);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** Puts a finished file in the place of another, or of none. */
    public static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
