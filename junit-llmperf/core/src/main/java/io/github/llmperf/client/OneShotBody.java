package io.github.llmperf.client;

import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/**
 * A body that OkHttp may send only once: otherwise OkHttp silently repeats the request after a 503 with
 * {@code Retry-After: 0}. The content type stands in the request's headers, where a media type would replace it.
 */
final class OneShotBody extends RequestBody {

    private final byte[] bytes;

    OneShotBody(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public @Nullable MediaType contentType() {
        return null;
    }

    @Override
    public long contentLength() {
        return bytes.length;
    }

    @Override
    public boolean isOneShot() {
        return true;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
        sink.write(bytes);
    }
}
