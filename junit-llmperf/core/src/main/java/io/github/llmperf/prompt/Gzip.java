package io.github.llmperf.prompt;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** Packed files, as data sets are published. */
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

    static InputStream open(Path path) throws IOException {
        InputStream packed = Files.newInputStream(path);
        try {
            return new GZIPInputStream(packed);
        } catch (IOException e) {
            packed.close();
            throw e;
        }
    }
}
