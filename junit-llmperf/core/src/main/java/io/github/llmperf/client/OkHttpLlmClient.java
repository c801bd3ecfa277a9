package io.github.llmperf.client;

import io.github.llmperf.client.socket.StampedSockets;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Trouble;
import io.github.llmperf.protocol.WireRequest;
import io.github.llmperf.protocol.catalog.Dialects;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Sends requests over HTTP/1.1, each on the thread that asks for it, over pooled connections. Times are stamped when the
 * socket is read, below TLS and HTTP.
 *
 * <p>A pooled connection that the server has closed is not used again. If the server closes one while a request is on
 * its way, the request is sent once more, on a new connection.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class OkHttpLlmClient implements LlmClient {

    /** The load's own may be shorter than the answers of the other target, which the run's end cuts off anyway. */
    private static final Duration BESIDE_TIMEOUT = Duration.ofMinutes(1);

    private final LoadSettings settings;
    private final StampedSockets sockets;
    private final boolean sharesSockets;
    private final ConnectionGroups connections;
    private final Drain drain = new Drain();
    private final CallsUnderWay calls = new CallsUnderWay();

    private OkHttpLlmClient(LoadSettings settings, int concurrency, StampedSockets sockets, boolean sharesSockets) {
        Shortage.prepare();
        this.settings = settings;
        this.sockets = sockets;
        this.sharesSockets = sharesSockets;
        OkHttpClient http = HttpSettings.of(settings.target(), settings.tls(), settings.timeout(), concurrency)
                .socketFactory(sockets)
                .eventListenerFactory(ConnectTimes::of)
                .addNetworkInterceptor(ConnectTimes::sendWhenDue)
                .build();
        this.connections = new ConnectionGroups(http, concurrency);
    }

    /**
     * Returns a client; nothing is sent yet.
     *
     * @param timeout longest time of one request, start to end
     * @param concurrency most requests at the same time: that many connections are kept
     * @param nanoClock monotonic clock in ns, the one by which {@link PlannedRequest#scheduled()} is meant
     * @throws IllegalArgumentException if the dialect does not exist, target or workload ask for what it cannot say, or a
     *     file of the target's TLS settings cannot be used
     */
    public static OkHttpLlmClient open(
            Target target, Workload workload, Duration timeout, int concurrency, LongSupplier nanoClock) {
        return open(target, workload, timeout, OptionalLong.empty(), concurrency, nanoClock);
    }

    /**
     * Returns a client; nothing is sent yet.
     *
     * @param timeout longest time of one request, start to end
     * @param maxAnswerSize most bytes of one answer's body; empty derives it from the most tokens asked for
     * @param concurrency most requests at the same time: that many connections are kept
     * @param nanoClock monotonic clock in ns, the one by which {@link PlannedRequest#scheduled()} is meant
     * @throws IllegalArgumentException if the dialect does not exist, or target or workload ask for what it cannot say
     */
    public static OkHttpLlmClient open(
            Target target,
            Workload workload,
            Duration timeout,
            OptionalLong maxAnswerSize,
            int concurrency,
            LongSupplier nanoClock) {
        LoadSettings settings = settings(target, workload, timeout, maxAnswerSize, nanoClock);
        return new OkHttpLlmClient(settings, concurrency, new StampedSockets(nanoClock), false);
    }

    private static LoadSettings settings(
            Target target, Workload workload, Duration timeout, OptionalLong maxAnswerSize, LongSupplier nanoClock) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout must be above zero, as in \"60s\", but is " + timeout);
        }
        Dialects.check(target, workload);
        Dialect dialect = Dialects.named(target.api());
        LoadSettings settings = new LoadSettings(
                target,
                workload,
                dialect,
                new LengthWriters(dialect, target, workload),
                TlsSettings.of(target),
                timeout,
                maxAnswerSize,
                nanoClock);
        HttpRequests.of(settings.writer().write(Prompt.of("")), new ConnectTimes(nanoClock, DueTime.past(nanoClock)));
        return settings;
    }

    /** {@inheritDoc} One request at a time is enough for what it is for. */
    @Override
    public Optional<LlmClient> beside(Target other, Workload workload) {
        LoadSettings beside = settings(other, workload, BESIDE_TIMEOUT, OptionalLong.empty(), settings.clock());
        return Optional.of(new OkHttpLlmClient(beside, 1, sockets, true));
    }

    @Override
    public RequestRecord send(PlannedRequest request) {
        RequestTimestampsBuilder moments = new RequestTimestampsBuilder(request.scheduled());
        WireRequest wire;
        try {
            wire = settings.writer().write(request.prompt());
        } catch (IllegalArgumentException e) {
            moments.sent(settings.clock().getAsLong());
            Trouble refused = new Trouble(FailureKind.BAD_REQUEST, FailureText.words(e), null);
            return record(request, Map.of(), moments, Attempt.failed(refused, false), 0);
        }
        moments.sent(settings.clock().getAsLong());
        if (calls.cancelled()) {
            return record(request, Map.of(), moments, Attempt.failed(CallsUnderWay.CANCELLED, false), 0);
        }
        if (!request.connectsEarly() && connections.hasNoSeat(request.user())) {
            due(request).await(); // a connection may become free until then
        }
        int place = connections.take(request.user());
        try {
            return send(request, wire, moments, connections.of(place));
        } finally {
            connections.giveBack(request.user(), place);
            if (request.user() < 0) {
                sockets.endTurn();
            }
        }
    }

    private RequestRecord send(
            PlannedRequest request, WireRequest wire, RequestTimestampsBuilder moments, Call.Factory pooled) {
        long begun = System.nanoTime();
        Attempt attempt = attempt(request, wire, moments, pooled, settings.timeout());
        if (!attempt.stale()) {
            return record(request, wire.headers(), moments, attempt, 0);
        }
        connections.evictAll();
        Duration left = settings.timeout().minusNanos(System.nanoTime() - begun);
        Duration atLeast = Duration.ofMillis(1);
        return record(
                request,
                wire.headers(),
                moments,
                attempt(request, wire, moments, connections.fresh(), left.compareTo(atLeast) < 0 ? atLeast : left),
                1);
    }

    @Override
    public void cancelAll() {
        calls.cancelAll();
    }

    @Override
    public void ready() {
        calls.ready();
        drain.begin();
        sockets.takeUnread();
    }

    @Override
    public AnswerWaits takeWaits() {
        return new AnswerWaits(sockets.takeUnread(), drain.heldOpen());
    }

    @Override
    public void close() {
        cancelAll();
        connections.evictAll();
        drain.close();
        if (!sharesSockets) {
            sockets.close();
        }
    }

    private Attempt attempt(
            PlannedRequest request,
            WireRequest wire,
            RequestTimestampsBuilder moments,
            Call.Factory connections,
            Duration timeout) {
        Attempt attempt = new Exchange(settings, request, wire, calls, sockets.stamp(), moments, drain, due(request))
                .run(connections, timeout);
        sockets.requireReading();
        return attempt;
    }

    private DueTime due(PlannedRequest request) {
        return new DueTime(settings.clock(), request, sockets::endTurn);
    }

    private RequestRecord record(
            PlannedRequest request,
            Map<String, String> sent,
            RequestTimestampsBuilder moments,
            Attempt attempt,
            int staleRetries) {
        AnswerHead head = attempt.head();
        Trouble trouble = attempt.trouble();
        Failure failure = trouble == null ? null : FailureText.of(settings.target(), sent, trouble, head);
        if (!calls.cancelled()) {
            due(request).await(); // what fails earlier would end before its load begins
        }
        moments.end(settings.clock().getAsLong());
        if (failure == null) {
            moments.complete(attempt.answer());
        }
        return new RequestRecord(
                request.index(),
                request.user(),
                request.phase(),
                request.turn(),
                request.prompt().chars(),
                request.prompt().maxNewTokens(settings.workload()),
                moments.moments(),
                head == null ? 0 : head.status(),
                attempt.bytes(),
                moments.coalesced(),
                staleRetries,
                attempt.answer(),
                failure);
    }
}
