package io.github.llmperf.client;

import io.github.llmperf.client.socket.SocketStamp;
import io.github.llmperf.protocol.AnswerReader;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import okhttp3.Response;
import okio.Buffer;
import okio.Source;
import org.jspecify.annotations.Nullable;

/** Moves the bytes of one body from the socket to its reader. */
final class BodyPump {

    private static final int READ = 8192;

    /** How long to wait for bytes that should have arrived. */
    private static final int DRAIN_SECONDS = 1;

    private final long limit;
    private final SocketStamp stamp;
    private long bytes;
    private boolean overLimit;
    private boolean leftOpen;

    BodyPump(long limit, SocketStamp stamp) {
        this.limit = limit;
        this.stamp = stamp;
    }

    long bytes() {
        return bytes;
    }

    boolean overLimit() {
        return overLimit;
    }

    /** Returns whether more may come after the end mark, so that the body has not been read to its end. */
    boolean leftOpen() {
        return leftOpen;
    }

    /**
     * Returns null when the body ended cleanly or was left after its end mark, otherwise what ended it; past the limit it
     * ends without an exception.
     */
    @Nullable
    IOException pump(Response response, AnswerReader reader, RequestTimestampsBuilder moments) {
        byte[] chunk = new byte[READ];
        Buffer buffer = new Buffer();
        boolean draining = false;
        try {
            Source body = BodySource.of(response);
            for (long count = body.read(buffer, READ); count >= 0; count = body.read(buffer, READ)) {
                bytes += count;
                for (int read = buffer.read(chunk); read > 0; read = buffer.read(chunk)) {
                    reader.feed(chunk, 0, read);
                }
                if (bytes > limit) {
                    overLimit = true;
                    return null;
                }
                if (moments.ended() && !draining) {
                    if (!stamp.looksComplete()) {
                        leftOpen = true;
                        return null;
                    }
                    draining = true;
                    response.body().source().timeout().deadline(DRAIN_SECONDS, TimeUnit.SECONDS);
                }
            }
            return null;
        } catch (IOException e) {
            return e;
        }
    }
}
