package io.github.llmperf.client;

import static io.github.llmperf.client.ShortTalk.DONE;
import static io.github.llmperf.client.ShortTalk.LONG;
import static io.github.llmperf.client.ShortTalk.STOP;
import static io.github.llmperf.client.ShortTalk.TEXT;
import static io.github.llmperf.client.ShortTalk.request;
import static io.github.llmperf.client.ShortTalk.send;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Workloads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that come compressed although {@code identity} was asked for. */
class CompressedAnswerTests {

    private static final byte[] ANSWER = (TEXT + STOP + DONE).getBytes(StandardCharsets.UTF_8);

    enum Compression {
        GZIP("gzip") {
            @Override
            OutputStream into(OutputStream out) throws IOException {
                return new GZIPOutputStream(out);
            }
        },
        X_GZIP("X-GZip") {
            @Override
            OutputStream into(OutputStream out) throws IOException {
                return new GZIPOutputStream(out);
            }
        },
        ZLIB("deflate") {
            @Override
            OutputStream into(OutputStream out) {
                return new DeflaterOutputStream(out);
            }
        },
        RAW("deflate") {
            @Override
            OutputStream into(OutputStream out) {
                return new DeflaterOutputStream(out, new Deflater(Deflater.DEFAULT_COMPRESSION, true));
            }
        };

        final String name;

        Compression(String name) {
            this.name = name;
        }

        abstract OutputStream into(OutputStream out) throws IOException;
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void isDecodedWhateverTheServerCallsDeflate(Compression compression) {
        RequestRecord record = served(compression.name, compress(compression, ANSWER));

        assertThat(record.failure()).isNull();
        assertThat(record.answer().text()).isEqualTo("Hi");
        assertThat(record.bytes()).isEqualTo(ANSWER.length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate"})
    void isAFailureOfTheProtocolWhenItIsNotCompressedAtAll(String encoding) {
        RequestRecord record = served(encoding, ANSWER);

        assertThat(record.failure().kind()).isEqualTo(FailureKind.PROTOCOL);
        assertThat(record.failure().message()).startsWith("content-encoding " + encoding + " cannot be decoded (");
    }

    @Test
    void isAFailureOfTheProtocolWhenItsChecksumIsWrong() {
        byte[] body = compress(Compression.GZIP, TEXT.getBytes(StandardCharsets.UTF_8));
        body[body.length - 8] ^= 1;

        RequestRecord record = served("gzip", body);

        assertThat(record.failure().kind()).isEqualTo(FailureKind.PROTOCOL);
        assertThat(record.failure().message()).startsWith("content-encoding gzip cannot be decoded (CRC");
        assertThat(record.answer().text()).isEqualTo("Hi");
    }

    @Test
    void isTruncatedWhenItEndsInTheMiddle() {
        byte[] body = compress(Compression.GZIP, TEXT.getBytes(StandardCharsets.UTF_8));

        assertThat(served("gzip", Arrays.copyOf(body, body.length - 9))
                        .failure()
                        .kind())
                .isEqualTo(FailureKind.TRUNCATED);
    }

    @Test
    void isMeasuredAgainstTheLimitAfterDecoding() {
        byte[] bomb = compress(Compression.GZIP, new byte[64 << 20]);
        long limit = 4_460_480;

        RequestRecord record;
        try (ScriptedServer server = new ScriptedServer(connection -> answer(connection, "gzip", bomb));
                OkHttpLlmClient client = OkHttpLlmClient.open(
                        Target.at(server.url()), Workloads.of(16, true, false, "", ""), LONG, 1, System::nanoTime)) {
            record = client.send(request(0));
        }

        assertThat(bomb).hasSizeLessThan(1 << 17);
        assertThat(record.failure().kind()).isEqualTo(FailureKind.PROTOCOL);
        assertThat(record.failure().message())
                .isEqualTo("the answer exceeds 4460480 bytes, far more than maxNewTokens = 16 can need; if it is meant,"
                        + " set maxAnswerSize");
        assertThat(record.bytes()).isBetween(limit, limit + 8192);
    }

    private static RequestRecord served(String encoding, byte[] body) {
        return send(LONG, connection -> answer(connection, encoding, body));
    }

    private static void answer(ServedConnection connection, String encoding, byte[] body) throws IOException {
        connection.readRequest();
        connection.head(
                200,
                Map.of(
                        "content-type",
                        "text/event-stream",
                        "content-encoding",
                        encoding,
                        "content-length",
                        "" + body.length));
        connection.send(body);
    }

    private static byte[] compress(Compression compression, byte[] body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = compression.into(bytes)) {
            out.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
