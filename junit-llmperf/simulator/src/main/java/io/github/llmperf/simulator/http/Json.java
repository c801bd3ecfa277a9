package io.github.llmperf.simulator.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** Writes JSON in exactly the order given, as UTF-8 without escapes. */
final class Json {

    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /** Something that can be written as JSON. */
    interface Value {
        void writeTo(JsonGenerator generator) throws IOException;
    }

    static byte[] bytes(Value value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator generator = FACTORY.createGenerator(bytes)) {
            value.writeTo(generator);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot fail", e);
        }
        return bytes.toByteArray();
    }

    /** A value and the end of its line. */
    static byte[] line(Value value) {
        byte[] bytes = bytes(value);
        byte[] line = Arrays.copyOf(bytes, bytes.length + 1);
        line[bytes.length] = '\n';
        return line;
    }
}
