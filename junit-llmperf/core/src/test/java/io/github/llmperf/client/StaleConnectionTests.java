package io.github.llmperf.client;

import static io.github.llmperf.client.ShortTalk.LONG;
import static io.github.llmperf.client.ShortTalk.answer;
import static io.github.llmperf.client.ShortTalk.answerWithoutMark;
import static io.github.llmperf.client.ShortTalk.open;
import static io.github.llmperf.client.ShortTalk.request;
import static io.github.llmperf.client.ShortTalk.send;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.socket.StampedSockets;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.WireRequest;
import io.github.llmperf.protocol.Workloads;
import io.github.llmperf.protocol.catalog.Dialects;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StaleConnectionTests {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void opensAConnectionWhenThePooledOneWasClosedMeanwhile(boolean reset) throws Exception {
        CountDownLatch received = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        AtomicInteger connections = new AtomicInteger();
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    boolean first = connections.getAndIncrement() == 0;
                    while (connection.readRequest()) {
                        answerWithoutMark(connection);
                        if (first) {
                            received.await();
                            connection.close(reset);
                            closed.countDown();
                            return;
                        }
                    }
                });
                OkHttpLlmClient client = open(server, LONG)) {
            assertThat(client.send(request(0)).failure()).isNull();
            received.countDown();
            closed.await();

            RequestRecord record = client.send(request(1));

            assertThat(record.failure()).isNull();
            assertThat(record.answer().text()).isEqualTo("Hi");
            assertThat(record.moments().connectNanos()).isNotNegative();
        }
    }

    @Test
    void sendsOnceMoreWhenAPooledConnectionIsClosedUnderTheRequest() throws Exception {
        AtomicInteger connections = new AtomicInteger();
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    boolean first = connections.getAndIncrement() == 0;
                    while (connection.readRequest()) {
                        answerWithoutMark(connection);
                        if (first) {
                            connection.readRequest();
                            return;
                        }
                    }
                });
                OkHttpLlmClient client = open(server, LONG)) {
            assertThat(client.send(request(0)).failure()).isNull();

            RequestRecord record = client.send(request(1));

            assertThat(record.failure()).isNull();
            assertThat(record.staleRetries()).isEqualTo(1);
            assertThat(record.answer().text()).isEqualTo("Hi");
            assertThat(record.moments().connectNanos()).isNotNegative();
        }
    }

    /** Each user's retry needs a connection that no other one has had. */
    @Test
    void answersAllWhoseServerClosesEachConnectionAfterAnAnswer() throws Exception {
        int users = 8;
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connection.readRequest();
                    answer(connection);
                });
                OkHttpLlmClient client = open(server, LONG)) {
            ExecutorService threads = Executors.newFixedThreadPool(users);
            List<Callable<RequestRecord>> requests = IntStream.range(0, 25 * users)
                    .<Callable<RequestRecord>>mapToObj(i -> () ->
                            client.send(new PlannedRequest(i, -1, RequestPhase.MEASURED, 1, Prompt.of("Hello"), 0)))
                    .toList();

            List<RequestRecord> records = new ArrayList<>();
            for (Future<RequestRecord> future : threads.invokeAll(requests)) {
                records.add(future.get());
            }
            threads.shutdown();

            assertThat(records).extracting(RequestRecord::failure).containsOnlyNulls();
        }
    }

    @Test
    void doesNotSendAgainWhenANewConnectionIsClosed() {
        RequestRecord record = send(LONG, ServedConnection::readRequest);

        assertThat(record.staleRetries()).isZero();
        assertThat(record.failure().kind()).isEqualTo(FailureKind.TRUNCATED);
        assertThat(record.failure().message()).startsWith("the connection closed before an answer (");
    }

    @Test
    void doesNotSendAgainWhenTheServerHadWorkedOnIt() {
        StepClock clock = new StepClock();
        AtomicInteger requests = new AtomicInteger();
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    while (connection.readRequest() && requests.getAndIncrement() == 0) {
                        answer(connection);
                    }
                    clock.set(2_000_000_000L);
                });
                OkHttpLlmClient client =
                        OkHttpLlmClient.open(Target.at(server.url()), Workloads.stream(true), LONG, 1, clock)) {
            client.send(request(0));

            RequestRecord record = client.send(request(1));

            assertThat(record.staleRetries()).isZero();
            assertThat(record.failure().kind()).isEqualTo(FailureKind.TRUNCATED);
        }
    }

    @Test
    void callsItStaleWhenThePooledConnectionOfAnAttemptWasClosed() throws Exception {
        Workload workload = Workloads.stream(true);
        try (ScriptedServer server = new ScriptedServer(connection -> {
                    connection.readRequest();
                    answer(connection);
                    connection.readRequest();
                    connection.close(true);
                });
                StampedSockets sockets = new StampedSockets(System::nanoTime)) {
            Target target = Target.at(server.url());
            Dialect dialect = Dialects.named(target.api());
            TlsSettings tls = TlsSettings.of(target);
            LoadSettings settings = new LoadSettings(
                    target,
                    workload,
                    dialect,
                    dialect.writer(target, workload),
                    tls,
                    LONG,
                    OptionalLong.empty(),
                    System::nanoTime);
            OkHttpClient http = HttpSettings.of(target, tls, LONG, 1)
                    .socketFactory(sockets)
                    .eventListenerFactory(ConnectTimes::of)
                    .build();
            assertThat(attempt(settings, sockets, http).trouble()).isNull();

            Attempt second = attempt(settings, sockets, http);

            assertThat(second.stale()).isTrue();
            assertThat(second.trouble().kind()).isEqualTo(FailureKind.CONNECTION_REUSED_CLOSED);
            assertThat(second.trouble().message()).startsWith("the server had closed the pooled connection (");
        }
    }

    private static Attempt attempt(LoadSettings settings, StampedSockets sockets, OkHttpClient http) {
        RequestTimestampsBuilder moments = new RequestTimestampsBuilder(0);
        moments.sent(System.nanoTime());
        PlannedRequest request = ShortTalk.request(0);
        WireRequest wire = settings.writer().write(request.prompt());
        return new Exchange(
                        settings,
                        request,
                        wire,
                        new CallsUnderWay(),
                        sockets.stamp(),
                        moments,
                        new Drain(),
                        DueTime.past(settings.clock()))
                .run(http, LONG);
    }
}
