package io.github.llmperf.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.util.function.LongSupplier;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.Interceptor;
import okhttp3.Protocol;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** How one attempt got its connection. */
final class ConnectTimes extends EventListener {

    private final LongSupplier clock;
    private final DueTime due;
    private long begun = RequestTimestamps.NEVER;
    private long connected = RequestTimestamps.NEVER;
    private long released = RequestTimestamps.NEVER;
    private boolean acquired;

    /** Prepares to listen to one attempt of a request that is not sent before it is due. */
    ConnectTimes(LongSupplier clock, DueTime due) {
        this.clock = clock;
        this.due = due;
    }

    /** There is a connection, and nothing was written for the request yet. */
    static Response sendWhenDue(Interceptor.Chain chain) throws IOException {
        ConnectTimes times = chain.request().tag(ConnectTimes.class);
        if (times != null) {
            times.holdBack();
        }
        return chain.proceed(chain.request());
    }

    private void holdBack() {
        if (due.left() > 0) {
            due.await();
            released = clock.getAsLong();
        }
    }

    /** The listener that came with a call's request. */
    static EventListener of(Call call) {
        ConnectTimes times = call.request().tag(ConnectTimes.class);
        return times == null ? EventListener.NONE : times;
    }

    /** Returns whether a connection was there, new or pooled. */
    boolean acquired() {
        return acquired;
    }

    boolean pooled() {
        return acquired && connected == RequestTimestamps.NEVER;
    }

    /**
     * When sending began, over a connection that was held back until the request was due, or with opening one;
     * {@link RequestTimestamps#NEVER} otherwise.
     */
    long begun() {
        return released == RequestTimestamps.NEVER ? begun : released;
    }

    /** DNS, TCP and TLS together; −1 when no connection was opened. */
    long nanos() {
        return connected == RequestTimestamps.NEVER ? -1 : connected - begun;
    }

    @Override
    public void dnsStart(Call call, String domainName) {
        begin();
    }

    @Override
    public void connectStart(Call call, InetSocketAddress address, Proxy proxy) {
        begin();
    }

    @Override
    public void connectEnd(Call call, InetSocketAddress address, Proxy proxy, @Nullable Protocol protocol) {
        connected = clock.getAsLong();
    }

    @Override
    public void connectionAcquired(Call call, Connection connection) {
        acquired = true;
    }

    private void begin() {
        if (begun == RequestTimestamps.NEVER) {
            due.awaitConnecting();
            begun = clock.getAsLong();
        }
    }
}
