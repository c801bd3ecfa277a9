package io.github.llmperf.baseline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Replaces a file as a whole: whoever reads sees the old bytes or the new ones, whenever the machine stops. */
final class AtomicFile {

    /** Ending of the file that is written first. Left behind only by a kill; the next writer removes it. */
    static final String TEMPORARY = ".tmp";

    /** Writes bytes into a new file and makes them durable. Replaced in tests. */
    @FunctionalInterface
    interface Writer {

        /** The file system. */
        Writer DISK = (file, bytes) -> {
            try (FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
        };

        void write(Path file, byte[] bytes) throws IOException;
    }

    private AtomicFile() {}

    /** Replaces or creates a file. The caller holds the lock of its directory. */
    static void replace(Path file, byte[] bytes, Writer writer) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + TEMPORARY);
        Files.deleteIfExists(temporary);
        try {
            writer.write(temporary, bytes);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            try {
                Files.deleteIfExists(temporary);
            } catch (IOException alsoFailed) {
                e.addSuppressed(alsoFailed);
            }
            throw e;
        }
    }
}
