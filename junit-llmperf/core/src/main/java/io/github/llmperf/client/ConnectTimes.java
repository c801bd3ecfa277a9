package io.github.llmperf.client;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.util.function.LongSupplier;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.Protocol;
import org.jspecify.annotations.Nullable;

/** How one attempt came to its connection. */
final class ConnectTimes extends EventListener {

    private final LongSupplier clock;
    private long begun = Moments.NEVER;
    private long connected = Moments.NEVER;
    private boolean acquired;

    ConnectTimes(LongSupplier clock) {
        this.clock = clock;
    }

    /** The listener that came with a call's request. */
    static EventListener of(Call call) {
        ConnectTimes times = call.request().tag(ConnectTimes.class);
        return times == null ? EventListener.NONE : times;
    }

    /** Tells whether a connection was there, new or pooled. */
    boolean acquired() {
        return acquired;
    }

    boolean pooled() {
        return acquired && connected == Moments.NEVER;
    }

    /** When connecting began; {@link Moments#NEVER} when no connection was opened. */
    long begun() {
        return begun;
    }

    /** DNS, TCP and TLS together; −1 when no connection was opened. */
    long nanos() {
        return connected == Moments.NEVER ? -1 : connected - begun;
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
        if (begun == Moments.NEVER) {
            begun = clock.getAsLong();
        }
    }
}
