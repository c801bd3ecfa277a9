package io.github.llmperf.client;

import static io.github.llmperf.client.ShortTalk.LONG;
import static io.github.llmperf.client.ShortTalk.answer;
import static io.github.llmperf.client.ShortTalk.answerWithoutMark;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Workloads;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that are handed over before they are due, by a clock that stands until it is set. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DueTimeTests {

    private static final long DUE = 50_000_000;

    private final AtomicLong clock = new AtomicLong(1);
    private final List<Long> connected = new CopyOnWriteArrayList<>();
    private final List<Long> asked = new CopyOnWriteArrayList<>();

    private ScriptedServer server() {
        return new ScriptedServer(connection -> {
            connected.add(clock.get());
            while (connection.readRequest()) {
                asked.add(clock.get());
                answerWithoutMark(connection);
            }
        });
    }

    private OkHttpLlmClient open(ScriptedServer server) {
        return OkHttpLlmClient.open(Target.at(server.url()), Workloads.stream(true), LONG, 1, clock::get);
    }

    private static PlannedRequest request(long due, boolean connectsEarly) {
        return new PlannedRequest(0, 0, RequestPhase.MEASURED, 1, Prompt.of("Hello"), due, connectsEarly);
    }

    private static void awaitParked(Thread thread) {
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    /** Sends on a thread of its own, and makes the request due once that waits. */
    private RequestRecord sendAndLetItBeDue(OkHttpLlmClient client, PlannedRequest request) throws Exception {
        return sendAndLetItBeDue(client, request, request.scheduled());
    }

    private RequestRecord sendAndLetItBeDue(OkHttpLlmClient client, PlannedRequest request, long woken)
            throws Exception {
        CompletableFuture<Thread> sender = new CompletableFuture<>();
        Future<RequestRecord> record = CompletableFuture.supplyAsync(() -> {
            sender.complete(Thread.currentThread());
            return client.send(request);
        });
        awaitParked(sender.get());
        clock.set(woken);
        return record.get();
    }

    @Test
    void opensNoConnectionBeforeItIsDue() throws Exception {
        try (ScriptedServer server = server();
                OkHttpLlmClient client = open(server)) {
            RequestRecord record = sendAndLetItBeDue(client, request(DUE, false));

            assertThat(record.failure()).isNull();
            assertThat(connected).containsExactly(DUE);
            assertThat(record.moments().sent()).isEqualTo(DUE);
        }
    }

    @Test
    void sendsOverAPooledConnectionWhenItIsDue() throws Exception {
        try (ScriptedServer server = server();
                OkHttpLlmClient client = open(server)) {
            client.send(request(0, false));

            RequestRecord record = sendAndLetItBeDue(client, request(DUE, false));

            assertThat(asked).containsExactly(1L, DUE);
            assertThat(record.moments().sent()).isEqualTo(DUE);
            assertThat(record.moments().connectNanos()).isEqualTo(-1);
        }
    }

    /** The clock goes on only when the server has seen the connection. */
    @Test
    void opensAConnectionBeforeTheLoadBegins() {
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connected.add(clock.getAndSet(DUE));
                    connection.readRequest();
                    asked.add(clock.get());
                    answer(connection);
                });
                OkHttpLlmClient client = open(server)) {
            RequestRecord record = client.send(request(DUE, true));

            assertThat(record.failure()).isNull();
            assertThat(connected).containsExactly(1L);
            assertThat(asked).containsExactly(DUE);
            assertThat(record.moments().sent()).isEqualTo(DUE);
            assertThat(record.moments().connectNanos()).isNotNegative();
        }
    }

    /** What is sent late by this machine must show, or it would be the server's. */
    @Test
    void isSentLateWhenItsThreadIsLate() throws Exception {
        try (ScriptedServer server = server();
                OkHttpLlmClient client = open(server)) {
            RequestRecord record = sendAndLetItBeDue(client, request(DUE, true), DUE + 7);

            assertThat(record.failure()).isNull();
            assertThat(record.moments().scheduled()).isEqualTo(DUE);
            assertThat(record.moments().sent()).isEqualTo(DUE + 7);
        }
    }

    /** Otherwise a target that refuses connections would end a load before it begins. */
    @Test
    void failsWhenItIsDueThoughItsConnectionWasRefusedBefore() throws Exception {
        ScriptedServer closed = server();
        closed.close();
        try (OkHttpLlmClient client = open(closed)) {
            RequestRecord record = sendAndLetItBeDue(client, request(DUE, true));

            assertThat(record.failure().kind()).isEqualTo(FailureKind.CONNECT);
            assertThat(record.moments().sent()).isEqualTo(DUE);
            assertThat(record.moments().end()).isEqualTo(DUE);
        }
    }

    @Test
    void endsWithTheRunThoughItIsNotDue() throws Exception {
        try (ScriptedServer server = server();
                OkHttpLlmClient client = open(server)) {
            Thread[] sender = new Thread[1];
            CompletableFuture<RequestRecord> record = new CompletableFuture<>();
            sender[0] = new Thread(() -> record.complete(client.send(request(Long.MAX_VALUE / 2, false))));
            sender[0].start();
            awaitParked(sender[0]);

            client.cancelAll();
            sender[0].interrupt();

            assertThat(record.get().failure().kind()).isEqualTo(FailureKind.CANCELLED);
            assertThat(record.get().moments().end())
                    .isEqualTo(record.get().moments().sent());
            assertThat(asked).isEmpty();
        }
    }
}
