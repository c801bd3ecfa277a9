package io.github.llmperf.client;

import java.io.IOException;
import java.util.Locale;
import java.util.zip.Inflater;
import okhttp3.Response;
import okio.BufferedSource;
import okio.GzipSource;
import okio.InflaterSource;
import okio.Source;

/** The body of an answer, decoded as it comes when a server compresses unasked. */
final class BodySource {

    private static final int DEFLATE = 8;
    private static final int ZLIB_CHECK = 31;

    private BodySource() {}

    static Source of(Response response) throws IOException {
        BufferedSource source = response.body().source();
        String encoding = response.header("Content-Encoding", "identity").toLowerCase(Locale.ROOT);
        return switch (encoding) {
            case "identity", "" -> source;
            case "gzip", "x-gzip" -> DecodedSource.of(source, encoding, GzipSource::new);
            case "deflate" ->
                DecodedSource.of(source, encoding, bytes -> new InflaterSource(bytes, new Inflater(!isZlib(source))));
            default -> throw new EncodingException("content-encoding " + encoding + " was not asked for");
        };
    }

    /** In HTTP, deflate means the zlib format, but some servers omit zlib's two-byte header. */
    private static boolean isZlib(BufferedSource source) throws IOException {
        if (!source.request(2)) {
            return true;
        }
        int first = source.getBuffer().getByte(0) & 0xFF;
        int second = source.getBuffer().getByte(1) & 0xFF;
        return (first & 0x0F) == DEFLATE && (first << 8 | second) % ZLIB_CHECK == 0;
    }
}
