package io.github.llmperf.client;

import static io.github.llmperf.client.ShortTalk.DONE;
import static io.github.llmperf.client.ShortTalk.LONG;
import static io.github.llmperf.client.ShortTalk.STOP;
import static io.github.llmperf.client.ShortTalk.TEXT;
import static io.github.llmperf.client.ShortTalk.open;
import static io.github.llmperf.client.ShortTalk.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that keeps the body open after the end mark keeps nobody from going on. */
@Timeout(30)
class OpenBodyTests {

    @Test
    void returnsWithTheEndMarkThoughTheBodyStaysOpenForEver() throws Exception {
        CountDownLatch returned = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connection.readRequest();
                    connection.streamHead();
                    connection.chunk(TEXT + STOP + DONE);
                    returned.await();
                });
                OkHttpLlmClient client = open(server, LONG)) {
            RequestRecord record = client.send(request(0));
            RequestRecord next = client.send(request(1));

            returned.countDown();
            assertThat(record.failure()).isNull();
            assertThat(next.failure()).isNull();
        }
    }

    @Test
    void tellsHowManyBodiesTheServerKeptOpenAndHowLongBytesLayUnread() throws Exception {
        CountDownLatch looked = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    while (connection.readRequest()) {
                        connection.streamHead();
                        connection.chunk(TEXT + STOP + DONE);
                        if (connection.served() == 1) {
                            looked.await();
                        }
                        connection.lastChunk();
                    }
                });
                OkHttpLlmClient client = open(server, LONG)) {
            client.ready();
            client.send(request(0));
            AnswerWaits waits = client.takeWaits();
            while (waits.heldOpen() == 0) {
                Thread.onSpinWait(); // the first is held open for ever
                waits = client.takeWaits().worse(waits);
            }
            client.ready();

            assertThat(client.takeWaits()).isEqualTo(AnswerWaits.NONE);
            looked.countDown();
            assertThat(waits.heldOpen()).isOne();
            assertThat(waits.unread().isKnown()).isTrue();
            assertThat(waits.unread().maxMs())
                    .isGreaterThanOrEqualTo(waits.unread().p50Ms());
        }
    }

    /** It may still be on its way when the request is sent, and then looks like its answer: not again and again. */
    @Test
    void takesNothingForAnAnswerThatCameBeforeTheRequest() {
        assertThat(IntStream.range(0, 50).anyMatch(attempt -> refusesAnAnswerThatCameBefore()))
                .isTrue();
    }

    private static boolean refusesAnAnswerThatCameBefore() {
        CountDownLatch second = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connection.readRequest();
                    ShortTalk.answer(connection);
                    ShortTalk.answer(connection);
                    second.countDown();
                    connection.stall();
                });
                OkHttpLlmClient client = open(server, Duration.ofSeconds(2))) {
            assertThat(client.send(request(0)).failure()).isNull();
            awaitUninterrupted(second);

            return client.send(request(1)).failure() != null;
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void usesTheConnectionAgainOnceTheBodyHasEnded() throws Exception {
        AtomicInteger connections = new AtomicInteger();
        CountDownLatch returned = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connections.incrementAndGet();
                    for (int i = 0; connection.readRequest(); i++) {
                        connection.streamHead();
                        connection.chunk(TEXT + STOP + DONE);
                        if (i == 0) {
                            returned.await();
                        }
                        connection.lastChunk();
                        ended.countDown();
                    }
                });
                OkHttpLlmClient client = open(server, LONG)) {
            assertThat(client.send(request(0)).failure()).isNull();
            returned.countDown();
            ended.await();
            RequestRecord next = client.send(request(1));

            assertThat(next.failure()).isNull();
            // The rest may just be on its way: then there is a second connection, and never a third.
            assertThat(client.send(request(2)).failure()).isNull();
            assertThat(client.send(request(3)).failure()).isNull();
            assertThat(connections).hasValueLessThanOrEqualTo(2);
        }
    }
}
