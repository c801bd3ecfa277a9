package io.github.llmperf.client;

import io.github.llmperf.client.socket.SocketStamp;
import io.github.llmperf.metric.Quantity;
import io.github.llmperf.plan.Times;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.Trouble;
import io.github.llmperf.protocol.WireRequest;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** One attempt to send one request, on the thread that asks for it. */
final class Exchange {

    /** A connection that was closed between requests fails at once; a later failure happened during the request. */
    private static final long STALE_WITHIN_NANOS = 1_000_000_000;

    /** A silence of this length at the timeout is worth telling. */
    private static final long STALLED_NANOS = 1_000_000_000;

    /** How long bytes of a stream may lie unread; their end shows, so that no answer is seen late. */
    private static final long WAIT = TimeUnit.SECONDS.toNanos(1);

    /** Under TLS the last bytes cannot be recognised, so the next request of a user may be this late. */
    private static final long WAIT_UNDER_TLS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final String ANSWERED_BEFORE =
            "an answer came before this request was sent; look for a proxy or server that sends answers twice";

    private final LoadSettings settings;
    private final Prompt prompt;
    private final WireRequest wire;
    private final CallsUnderWay calls;
    private final SocketStamp stamp;
    private final RequestTimestampsBuilder moments;
    private final Drain drain;
    private final DueTime due;
    private final ConnectTimes connect;

    Exchange(
            LoadSettings settings,
            PlannedRequest request,
            WireRequest wire,
            CallsUnderWay calls,
            SocketStamp stamp,
            RequestTimestampsBuilder moments,
            Drain drain,
            DueTime due) {
        this.settings = settings;
        this.prompt = request.prompt();
        this.wire = wire;
        this.calls = calls;
        this.stamp = stamp;
        this.moments = moments;
        this.drain = drain;
        this.due = due;
        this.connect = new ConnectTimes(settings.clock(), due);
    }

    Attempt run(Call.Factory http, Duration timeout) {
        stamp.begin();
        Call call = http.newCall(HttpRequests.of(wire, connect));
        call.timeout().timeout(timeout.toNanos() + due.left(), TimeUnit.NANOSECONDS);
        calls.add(call);
        Answered answered = new Answered(call);
        try {
            Response response = answered.by(call.execute());
            sent();
            settings.tls().clientKeys().answered();
            if (stamp.last() < stamp.wrote()) {
                call.cancel(); // what follows on this connection would be taken for other answers too
                return Attempt.failed(new Trouble(FailureKind.PROTOCOL, ANSWERED_BEFORE, null), false);
            }
            moments.headers(stamp.last());
            return read(answered, call, response);
        } catch (IOException e) {
            sent();
            return Attempt.failed(beforeAnswer(e), isStale(e));
        } catch (RuntimeException e) {
            sent();
            return Attempt.failed(new Trouble(FailureKind.PROTOCOL, FailureText.unreadable(e), null), false);
        } finally {
            answered.close();
            moments.connected(connect.nanos());
        }
    }

    /** Where a connection was opened, sending began with it, unless it was opened before the request was due. */
    private void sent() {
        moments.begun(connect.begun() == RequestTimestamps.NEVER ? stamp.wrote() : connect.begun());
    }

    /** A call until its body is read: here, or where the rest of it is read beside the next request. */
    private final class Answered {
        private final Call call;
        private @Nullable Response response;
        private boolean handedOver;

        Answered(Call call) {
            this.call = call;
        }

        Response by(Response head) {
            response = head;
            return head;
        }

        void handOver(Response open) {
            drain.finish(call, open, () -> calls.remove(call));
            handedOver = true;
        }

        void close() {
            if (!handedOver) {
                if (response != null) {
                    response.close();
                }
                calls.remove(call);
            }
        }
    }

    private Attempt read(Answered answered, Call call, Response response) {
        AnswerHead head = new AnswerHead(response.code(), headers(response));
        RequestContext asked = new RequestContext(settings.target(), settings.workload(), prompt);
        AnswerReader reader = settings.dialect().reader(asked, head, event -> moments.event(event, stamp.last()));
        if (isChunked(response)) {
            stamp.canWait(TlsSettings.isHttps(wire.url()) ? WAIT_UNDER_TLS : WAIT);
        }
        BodyPump pump = new BodyPump(settings.bodyLimit(prompt), stamp);
        @Nullable IOException broken = pump.pump(response, reader, moments);
        if (broken != null || pump.overLimit()) {
            call.cancel();
        }
        AnswerResult reading = reader.end(broken == null && !pump.overLimit() ? BodyEnd.CLEAN : BodyEnd.CUT);
        Trouble trouble = moments.ended() || head.status() >= 300
                ? reading.trouble()
                : duringAnswer(reading.trouble(), broken, pump.overLimit());
        if (broken == null) {
            moments.end(stamp.last());
        }
        if (pump.leftOpen()) {
            answered.handOver(response);
        }
        return new Attempt(head, pump.bytes(), reading.answer(), trouble, false);
    }

    private @Nullable Trouble duringAnswer(@Nullable Trouble read, @Nullable IOException broken, boolean overLimit) {
        if (overLimit) {
            return new Trouble(FailureKind.PROTOCOL, settings.beyondLimit(prompt), null);
        }
        Trouble own = broken == null ? null : waitedOrCancelled(broken);
        if (own != null) {
            return own;
        }
        return broken instanceof EncodingException
                ? new Trouble(FailureKind.PROTOCOL, FailureText.words(broken), null)
                : read;
    }

    private Trouble beforeAnswer(IOException e) {
        Trouble own = connect.acquired() || calls.cancelled() ? waitedOrCancelled(e) : null;
        if (own != null) {
            return own;
        }
        ConnectFailures failures = new ConnectFailures(
                settings.target(), wire.url(), settings.tls().clientKeys());
        Optional<Shortage> ofMachine = connect.acquired() ? Optional.empty() : Shortage.behind(e);
        if (ofMachine.isPresent()) {
            return ofMachine.get().trouble(wire.url());
        }
        if (!connect.acquired()) {
            return failures.explainHandshake(e)
                    .orElseGet(() ->
                            FailureText.noConnection(wire.url(), e, HttpSettings.connectTimeout(settings.timeout())));
        }
        if (isStale(e)) {
            return new Trouble(
                    FailureKind.CONNECTION_REUSED_CLOSED,
                    "the server had closed the pooled connection (" + FailureText.words(e) + ")",
                    null);
        }
        Optional<Trouble> refused = connect.pooled() ? Optional.empty() : failures.explainEnd(e);
        if (refused.isPresent()) {
            return refused.get();
        }
        if (e instanceof ProtocolException) {
            return new Trouble(FailureKind.PROTOCOL, "no HTTP: " + FailureText.words(e), null);
        }
        return new Trouble(
                FailureKind.TRUNCATED, "the connection closed before an answer (" + FailureText.words(e) + ")", null);
    }

    private @Nullable Trouble waitedOrCancelled(IOException e) {
        if (calls.cancelled() || Thread.currentThread().isInterrupted()) {
            return CallsUnderWay.CANCELLED;
        }
        return e instanceof InterruptedIOException
                ? new Trouble(
                        FailureKind.TIMEOUT,
                        "not complete within " + Times.text(settings.timeout()) + ": " + lastSeen(),
                        null)
                : null;
    }

    private String lastSeen() {
        if (!stamp.sawBytes()) {
            return "nothing came";
        }
        long silent = settings.clock().getAsLong() - stamp.lastBytes();
        String after = moments.events() == 0
                ? "the headers"
                : moments.events() + (moments.events() == 1 ? " event" : " events");
        return silent < STALLED_NANOS
                ? "still coming after " + after
                : "nothing for " + Quantity.number(Math.round(silent / 1e8) / 10.0) + " s after " + after;
    }

    private boolean isStale(IOException e) {
        return connect.pooled()
                && !sawAnswer()
                && settings.clock().getAsLong() - moments.sentAt() < STALE_WITHIN_NANOS
                && !(e instanceof InterruptedIOException)
                && !calls.cancelled();
    }

    /** Under TLS the server's close notification consists of bytes too, so available bytes prove nothing. */
    private boolean sawAnswer() {
        return stamp.sawBytes() && !"https".equalsIgnoreCase(wire.url().getScheme());
    }

    private static boolean isChunked(Response response) {
        return "chunked".equalsIgnoreCase(response.header("Transfer-Encoding"));
    }

    private static Map<String, String> headers(Response response) {
        Map<String, String> headers = new HashMap<>();
        response.headers()
                .forEach(header -> headers.put(header.getFirst().toLowerCase(Locale.ROOT), header.getSecond()));
        return headers;
    }
}
