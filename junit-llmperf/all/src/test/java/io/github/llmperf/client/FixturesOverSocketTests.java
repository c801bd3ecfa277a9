package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.WireFixture;
import io.github.llmperf.protocol.Workloads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FixturesOverSocketTests {

    /** Where usage counts more than events brought, the finish event is a token too. */
    private static final int STOP_TOKEN = 1;

    private static final long STEP = 10_000_000;

    static Stream<WireFixture> all() {
        return WireFixture.all();
    }

    static Stream<WireFixture> timed() {
        return WireFixture.all().filter(fixture -> !fixture.contentSegments().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("all")
    void readsACaseAsExpected(WireFixture fixture) {
        RequestRecord record = send(fixture, new StepClock());
        Failure failure = record.failure();

        fixture.assertAnswer(
                record.answer(), failure == null ? null : failure.kind(), failure == null ? null : failure.code());
        assertThat(record.status()).isEqualTo(fixture.status());
        assertThat(record.bytes()).isEqualTo(fixture.text().length);
        assertThat(record.staleRetries()).isZero();
        if (fixture.expect().has("retry_after_ms")) {
            assertThat(failure.retryAfterMillis())
                    .hasValue(fixture.expect().path("retry_after_ms").asLong());
        }
        assertMomentsFit(fixture, record);
    }

    @ParameterizedTest
    @MethodSource("timed")
    void stampsContentWithTheSegmentThatCompletesIt(WireFixture fixture) {
        RequestTimestamps moments = send(fixture, new StepClock()).moments();

        long[] expected = fixture.contentSegments().stream()
                .mapToLong(segment -> (segment + 2) * STEP)
                .toArray();
        assertThat(moments.tokenEvents()).startsWith(expected);
        assertThat(moments.tokenEvents().length).isBetween(expected.length, expected.length + STOP_TOKEN);
        assertThat(moments.firstToken()).isEqualTo(expected[0]);
        assertThat(moments.firstVisible()).isEqualTo(expected[0]);
        assertThat(moments.lastToken()).isEqualTo(moments.tokenEvents()[moments.tokenEvents().length - 1]);
        assertThat(moments.headers()).isEqualTo(STEP);
    }

    private static void assertMomentsFit(WireFixture fixture, RequestRecord record) {
        RequestTimestamps moments = record.moments();
        assertThat(moments.sent()).isZero();
        assertThat(moments.headers()).isEqualTo(STEP);
        assertThat(moments.end()).isGreaterThanOrEqualTo(STEP);
        assertThat(moments.connectNanos()).isZero();
        if (!fixture.expect().path("streamed").asBoolean()) {
            assertThat(moments.firstToken()).isEqualTo(RequestTimestamps.NEVER);
            assertThat(moments.tokenEvents()).isEmpty();
        } else {
            int chunks = record.answer().contentChunks() + record.answer().reasoningChunks();
            assertThat(moments.tokenEvents().length).isBetween(chunks, chunks + STOP_TOKEN);
            assertThat(moments.firstEvent())
                    .isLessThanOrEqualTo(moments.tokenEvents().length == 0 ? moments.end() : moments.firstToken());
        }
    }

    /** The head is read at one step, segment k at step k + 2. */
    private static RequestRecord send(WireFixture fixture, StepClock clock) {
        try (ScriptedServer server = new ScriptedServer(connection -> serve(fixture, clock, connection));
                OkHttpLlmClient client = OkHttpLlmClient.open(
                        Target.at(server.url())
                                .withApi(fixture.api())
                                .withModel("m")
                                .withHeader("Authorization", "none"),
                        Workloads.stream(fixture.streamAsked()),
                        Duration.ofSeconds(fixture.stalls() ? 2 : 60),
                        1,
                        clock)) {
            return client.send(new PlannedRequest(3, 1, RequestPhase.MEASURED, 1, Prompt.of(fixture.prompt()), -5));
        }
    }

    private static void serve(WireFixture fixture, StepClock clock, ServedConnection connection)
            throws IOException, InterruptedException {
        connection.readRequest();
        Map<String, String> headers = new TreeMap<>(fixture.headers());
        if (fixture.isChunked()) {
            headers.put("transfer-encoding", "chunked");
        } else {
            headers.put("content-length", String.valueOf(fixture.body().length));
        }
        connection.sendAt(
                clock,
                STEP,
                ServedConnection.headText(fixture.status(), headers).getBytes(StandardCharsets.UTF_8));
        long at = 2 * STEP;
        for (byte[] segment : fixture.segments()) {
            connection.sendAt(clock, at, fixture.isChunked() ? ServedConnection.chunk(segment) : segment);
            at += STEP;
        }
        if (fixture.stalls()) {
            connection.stall();
        } else if (fixture.end() == BodyEnd.CUT) {
            connection.abort();
        } else {
            if (fixture.isChunked()) {
                connection.lastChunk();
            }
            connection.stall();
        }
    }
}
