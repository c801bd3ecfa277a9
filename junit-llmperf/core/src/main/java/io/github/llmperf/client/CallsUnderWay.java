package io.github.llmperf.client;

import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Trouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.Call;

/**
 * The calls in progress, which can be cancelled from outside. OkHttp itself forgets a call once its headers are read.
 */
final class CallsUnderWay {

    static final Trouble CANCELLED = new Trouble(FailureKind.CANCELLED, "ended by the run's own end", null);

    private final Set<Call> calls = ConcurrentHashMap.newKeySet();
    private volatile boolean cancelled;

    /** Cancels the call at once when all were cancelled already. */
    void add(Call call) {
        calls.add(call);
        if (cancelled) {
            call.cancel();
        }
    }

    void remove(Call call) {
        calls.remove(call);
    }

    void cancelAll() {
        cancelled = true;
        calls.forEach(Call::cancel);
    }

    void ready() {
        cancelled = false;
    }

    boolean cancelled() {
        return cancelled;
    }
}
