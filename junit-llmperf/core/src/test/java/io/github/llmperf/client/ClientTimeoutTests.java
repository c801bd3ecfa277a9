package io.github.llmperf.client;

import static io.github.llmperf.client.ShortTalk.DONE;
import static io.github.llmperf.client.ShortTalk.LONG;
import static io.github.llmperf.client.ShortTalk.STOP;
import static io.github.llmperf.client.ShortTalk.TEXT;
import static io.github.llmperf.client.ShortTalk.answer;
import static io.github.llmperf.client.ShortTalk.open;
import static io.github.llmperf.client.ShortTalk.request;
import static io.github.llmperf.client.ShortTalk.send;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Target;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Workloads;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long an answer is waited for, and what is not waited for. */
class ClientTimeoutTests {

    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration TWO = Duration.ofSeconds(2);
    private static final Duration FOR_EVER = Duration.ofDays(1);

    @Test
    void endsAStallBeforeTheHeadersByTimeout() {
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    while (connection.readRequest()) {
                        if (connection.number() > 1) {
                            connection.stall();
                            return; // an answer now could still reach a client that is just giving up
                        }
                        answer(connection);
                    }
                });
                OkHttpLlmClient client = open(server, SHORT)) {
            client.send(request(0)); // opens the connection

            RequestRecord record = client.send(request(1));

            assertThat(record.failure())
                    .isEqualTo(Failure.of(FailureKind.TIMEOUT, "not complete within 500ms: nothing came"));
            assertThat(record.moments().end()).isGreaterThan(record.moments().sent());
            assertThat(record.moments().headers()).isEqualTo(RequestTimestamps.NEVER);
        }
    }

    @Test
    void endsAStallInsideTheAnswerByTimeout() {
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    while (connection.readRequest()) {
                        if (connection.number() > 1) {
                            connection.streamHead();
                            connection.chunk(TEXT);
                            connection.stall();
                        }
                        answer(connection);
                    }
                });
                OkHttpLlmClient client = open(server, SHORT)) {
            client.send(request(0)); // opens the connection

            RequestRecord record = client.send(request(1));

            assertThat(record.failure().kind()).isEqualTo(FailureKind.TIMEOUT);
            assertThat(record.failure().message()).startsWith("not complete within 500ms: ");
            assertThat(record.answer().contentChunks())
                    .isEqualTo(record.moments().tokenEvents().length);
        }
    }

    @Test
    void saysSinceWhenAStallHasBeenSilent() {
        StepClock clock = new StepClock();
        long start = clock.getAsLong();
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connection.readRequest();
                    // Read before the rest is sent, or its reading would be taken for that of the events.
                    connection.sendAt(clock, start, ServedConnection.streamHeadBytes());
                    connection.sendAt(
                            clock, start + 1_000_000_000L, ServedConnection.chunk((TEXT + TEXT).getBytes(UTF_8)));
                    clock.set(start + 59_040_000_000L);
                    connection.stall();
                });
                OkHttpLlmClient client =
                        OkHttpLlmClient.open(Target.at(server.url()), Workloads.stream(true), TWO, 1, clock)) {
            assertThat(client.send(request(0)).failure())
                    .isEqualTo(new Failure(
                            FailureKind.TIMEOUT,
                            200,
                            "not complete within 2s: nothing for 58 s after 2 events",
                            null,
                            OptionalLong.empty()));
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void doesNotWaitForTheEndOfTheBodyAfterDone() {
        RequestRecord record = send(FOR_EVER, connection -> {
            connection.readRequest();
            connection.streamHead();
            connection.chunk(TEXT + STOP + DONE);
            connection.stall();
        });

        assertThat(record.failure()).isNull();
        assertThat(record.answer().warnings()).isEmpty();
        assertThat(record.moments().end()).isEqualTo(record.moments().lastToken());
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void doesNotFollowABodyThatGoesOnAfterDone() {
        StepClock reads = new StepClock();
        RequestRecord record;
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connection.readRequest();
                    connection.streamHead();
                    connection.chunk(TEXT + STOP + DONE);
                    while (true) {
                        connection.sendAt(reads, 7, ServedConnection.chunk(new byte[] {':'}));
                    }
                });
                OkHttpLlmClient client =
                        OkHttpLlmClient.open(Target.at(server.url()), Workloads.stream(true), FOR_EVER, 1, reads)) {
            record = client.send(request(0));
        }

        assertThat(record.failure()).isNull();
        assertThat(record.answer().warnings()).isEmpty();
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void doesNotWaitForTheEndOfTheBodyAfterAnError() {
        RequestRecord record = send(FOR_EVER, connection -> {
            connection.readRequest();
            connection.streamHead();
            connection.chunk(TEXT + "data: [ERROR]\n\n");
            connection.stall();
        });

        assertThat(record.failure().kind()).isEqualTo(FailureKind.STREAM_ERROR);
        assertThat(record.moments().end()).isEqualTo(record.moments().lastToken());
    }

    @Test
    void cancelsWhatIsUnderWayAndAllThatFollows() throws Exception {
        CountDownLatch streaming = new CountDownLatch(1);
        AtomicReference<RequestRecord> underWay = new AtomicReference<>();
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connection.readRequest();
                    connection.streamHead();
                    connection.chunk(TEXT);
                    streaming.countDown();
                    connection.stall();
                });
                OkHttpLlmClient client = open(server, LONG)) {
            Thread user = new Thread(() -> underWay.set(client.send(request(0))));
            user.start();
            streaming.await();

            client.cancelAll();
            user.join();

            assertThat(underWay.get().cancelled()).isTrue();
            assertThat(client.send(request(1)).failure())
                    .isEqualTo(Failure.of(FailureKind.CANCELLED, "ended by the run's own end"));
            assertThat(server.requests()).hasSize(1);
        }
    }
}
