package io.github.llmperf.publish;

import org.apiguardian.api.API.Status;

import org.apiguardian.api.API;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/** Writes a file so that others see it whole or not at all. */
@API(status = Status.INTERNAL, since = "0.1")
public final class WholeFile {

    /** Writes the content of a file. */
    @FunctionalInterface
    interface Content {
        void writeTo(OutputStream target) throws IOException;
    }

    private WholeFile() {}

    public static void write(Path file, String text) throws IOException {
        write(file, target -> target.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    public static void write(Path file, Content content) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException("file must lie in a directory, but is " + file);
        }
        Files.createDirectories(directory);
        // Files for temporary use are readable by their owner only, and the finished file would stay so.
        Path unfinished = directory.resolve("." + UUID.randomUUID() + ".unfinished");
        try {
            try (OutputStream target = Files.newOutputStream(unfinished, CREATE_NEW, WRITE)) {
                content.writeTo(target);
            }
            move(unfinished, file);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** Puts a finished file in the place of another, or of none. */
    static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
