package io.github.llmperf.prompt;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * A file that is read in parts while a load runs, and must not change meanwhile. Each part is read through a handle of its
 * own: a thread that is interrupted closes no channel of others.
 *
 * @param path where it lies
 * @param file what messages call it; its text is not held
 * @param size when it was opened, in bytes
 * @param modified when it was changed last before that
 */
record LargeFile(Path path, PromptFile file, long size, FileTime modified) {

    /**
     * Notes what the file is now.
     *
     * @param source what messages call it
     * @throws IllegalArgumentException if it cannot be read
     */
    static LargeFile of(Path path, String source) {
        PromptFile file = new PromptFile(source, "");
        try {
            BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
            return new LargeFile(path, file, now.size(), now.lastModifiedTime());
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    InputStream open() throws IOException {
        return Files.newInputStream(path);
    }

    /**
     * Reads a part.
     *
     * @param from first byte
     * @param to byte after the last
     * @throws IllegalArgumentException if the file has changed, or can no longer be read
     */
    String text(long from, long to) {
        requireUnchanged();
        byte[] bytes = new byte[Math.toIntExact(to - from)];
        try (RandomAccessFile in = new RandomAccessFile(path.toFile(), "r")) {
            in.seek(from);
            in.readFully(bytes);
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString()
                    .replace("\r\n", "\n")
                    .replace('\r', '\n');
        } catch (CharacterCodingException e) {
            throw changed(e);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private void requireUnchanged() {
        LargeFile now = of(path, file.source());
        if (now.size != size || !now.modified.equals(modified)) {
            throw changed(null);
        }
    }

    /** What is said when the file is no longer the one that was looked through. */
    IllegalArgumentException changed(@Nullable Exception cause) {
        return new IllegalArgumentException(
                file.source() + " must not change while a load reads it, but did; run the test again with a file that"
                        + " nothing writes to",
                cause);
    }

    /** What is said when the file cannot be read. */
    static IllegalArgumentException unreadable(PromptFile file, IOException e) {
        return new IllegalArgumentException(file.source() + " must be readable, but is not (" + e + ")", e);
    }
}
