package io.github.llmperf.file;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * A text in UTF-8. It is read as a stream, since what is wanted may be a small part of a published data set of several
 * hundred megabytes.
 *
 * @param source what messages call the file
 * @param bytes its content
 */
@API(status = Status.INTERNAL, since = "0.1")
public record TextFile(String source, Bytes bytes) {

    private static final int BYTE_ORDER_MARK = '\uFEFF';
    private static final int BUFFER = 1 << 16;

    /** The content of a file. */
    @FunctionalInterface
    public interface Bytes {

        /** Opens it at its beginning; may be called again. */
        InputStream open() throws IOException;
    }

    /** What becomes of a text. */
    @FunctionalInterface
    public interface Reading<T> {

        /** Reads it; need not close it. */
        T of(BufferedReader text) throws IOException;
    }

    /** Makes a text of bytes that are already here. */
    public static TextFile of(String source, byte[] bytes) {
        return new TextFile(source, () -> new ByteArrayInputStream(bytes));
    }

    /**
     * Reads the file as UTF-8, strictly: a replaced character would be another prompt.
     *
     * @throws IllegalArgumentException if it cannot be read, a byte is not UTF-8, or memory does not suffice
     */
    public <T> T read(Reading<T> reading) {
        try (BufferedReader text =
                new BufferedReader(new InputStreamReader(bytes.open(), StandardCharsets.UTF_8.newDecoder()), BUFFER)) {
            text.mark(1);
            if (text.read() != BYTE_ORDER_MARK) {
                text.reset();
            }
            return reading.of(text);
        } catch (CharacterCodingException e) {
            throw notUtf8(e);
        } catch (IOException e) {
            throw unreadable(e);
        } catch (OutOfMemoryError e) {
            throw tooLarge(Runtime.getRuntime().maxMemory(), "what was read took all of it", e);
        }
    }

    /** Returns the whole text with lines ended by {@code \n} alone. */
    public String text() {
        return read(text -> {
            StringWriter all = new StringWriter();
            text.transferTo(all);
            return all.toString().replace("\r\n", "\n").replace('\r', '\n');
        });
    }

    /** An error in this file: the source, then the sentence. */
    public IllegalArgumentException error(String sentence) {
        return error(sentence, null);
    }

    /**
     * The message for a file that does not fit into the heap.
     *
     * @param heap most bytes it may grow to
     * @param found what was seen of the file until then
     */
    public IllegalArgumentException tooLarge(long heap, String found, @Nullable OutOfMemoryError cause) {
        return error(
                "must leave half of the heap of " + megabytes(heap) + " to the load, but of its " + megabytes(size())
                        + " " + found + "; raise -Xmx (Surefire: argLine), or cut the file",
                cause);
    }

    private static String megabytes(long bytes) {
        return (bytes >> 20) + " MB";
    }

    private long size() {
        try (InputStream in = bytes.open()) {
            return in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private IllegalArgumentException notUtf8(CharacterCodingException cause) {
        try (InputStream in = bytes.open()) {
            return error("must be UTF-8, but " + WrongByte.first(in) + " is not; save the file as UTF-8", cause);
        } catch (IOException e) {
            return unreadable(e);
        }
    }

    private IllegalArgumentException unreadable(IOException e) {
        return error("must be readable, but is not (" + e + "); correct the file or its permissions", e);
    }

    private IllegalArgumentException error(String sentence, @Nullable Throwable cause) {
        return new IllegalArgumentException(source + " " + sentence, cause);
    }
}
