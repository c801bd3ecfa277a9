package io.github.llmperf.client;

import java.net.ProtocolException;
import java.util.Locale;
import java.util.zip.Inflater;
import okhttp3.Response;
import okio.GzipSource;
import okio.InflaterSource;
import okio.Source;

/** The body of an answer, decoded as it comes when a server compresses unasked. */
final class BodySource {

    private BodySource() {}

    static Source of(Response response) throws ProtocolException {
        Source source = response.body().source();
        String encoding = response.header("Content-Encoding", "identity").toLowerCase(Locale.ROOT);
        return switch (encoding) {
            case "identity", "" -> source;
            case "gzip", "x-gzip" -> new GzipSource(source);
            case "deflate" -> new InflaterSource(source, new Inflater());
            default -> throw new ProtocolException("content-encoding " + encoding + " was not asked for");
        };
    }
}
