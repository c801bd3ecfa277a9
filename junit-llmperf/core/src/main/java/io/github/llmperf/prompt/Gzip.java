package io.github.llmperf.prompt;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** Packed files, as data sets are published. What is packed cannot be read from the middle, so it must fit into memory. */
final class Gzip {

    private static final String ENDING = ".gz";

    private Gzip() {}

    static boolean isPacked(String fileName) {
        return fileName.toLowerCase(Locale.ROOT).endsWith(ENDING);
    }

    /** The name without the ending. */
    static String unpacked(String fileName) {
        return fileName.substring(0, fileName.length() - ENDING.length());
    }

    /**
     * Unpacks a file.
     *
     * @throws IllegalArgumentException if it is no gzip, or holds more than so many bytes
     */
    static byte[] unpack(Path path, String source, long most) {
        int limit = (int) Math.min(Integer.MAX_VALUE - 16L, most);
        try (InputStream in = new GZIPInputStream(Files.newInputStream(path))) {
            byte[] bytes = in.readNBytes(limit);
            if (in.read() >= 0) {
                throw new IllegalArgumentException(source + " must hold at most " + most
                        + " bytes, since what is packed is read into memory, but holds more; unpack it, and name the file"
                        + " without .gz: that is read prompt by prompt");
            }
            return bytes;
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    source + " must be readable as gzip, but is not (" + e + "); correct it or unpack it", e);
        }
    }
}
