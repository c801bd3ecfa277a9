package io.github.llmperf.simulator.http;

import io.github.llmperf.simulator.engine.Engine;
import io.github.llmperf.simulator.engine.EngineEvent;
import io.github.llmperf.simulator.engine.EngineRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Runs an engine by a clock on a thread of its own. All calls into the engine happen on that thread; what other threads
 * ask for is done in the order in which they asked. Waking up late delays what is due and nothing after it, since the
 * engine's events have absolute moments.
 */
final class EngineLoop implements AutoCloseable {

    private final Engine engine;
    private final LoopClock clock;
    private final ServingMetrics metrics;
    private final Runnable atEnd;
    private final Queue<LongConsumer> asked = new ConcurrentLinkedQueue<>();
    private final Map<Long, Serving> servings = new HashMap<>();
    private final Thread thread;
    private volatile boolean closed;

    /** Prepares the loop; {@code atEnd} runs when it ends, for whatever reason. */
    EngineLoop(Engine engine, LoopClock clock, ServingMetrics metrics, Runnable atEnd) {
        this.engine = engine;
        this.clock = clock;
        this.metrics = metrics;
        this.atEnd = atEnd;
        this.thread = new Thread(this::run, "llmperf-simulator-engine");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Hands a request to the engine; the sink is called from then on. */
    void submit(EngineRequest request, String finishReason, TokenSink sink) {
        ask(now -> {
            if (!engine.submit(request, now)) {
                sink.refused();
                return;
            }
            servings.put(request.id(), new Serving(request, finishReason, now, sink, metrics));
            metrics.load(engine);
            sink.accepted();
        });
    }

    /** Gives a request up that nobody waits for any more; no effect when it has ended. */
    void cancel(long request) {
        ask(now -> abandon(request, now, "abort"));
    }

    void slowFactor(double factor) {
        ask(now -> engine.slowFactor(factor));
    }

    private void ask(LongConsumer what) {
        asked.add(what);
        LockSupport.unpark(thread);
    }

    private void run() {
        try {
            while (!closed) {
                advance(clock.now());
                LongConsumer next = asked.poll();
                while (next != null) {
                    long now = clock.now();
                    advance(now);
                    next.accept(now);
                    next = asked.poll();
                }
                clock.parkUntil(engine.nextEventAt());
            }
        } finally {
            atEnd.run();
        }
    }

    private void advance(long now) {
        List<EngineEvent> events = engine.advance(now);
        // Booked before anything is sent: whoever has read a token finds it in the metrics.
        metrics.load(engine);
        for (EngineEvent event : events) {
            Serving serving = servings.get(event.request());
            if (serving == null) {
                // Given up while its last events were being told.
                continue;
            }
            if (serving.breaksAt(event)) {
                abandon(event.request(), now, "error");
            } else if (event instanceof EngineEvent.Finished) {
                servings.remove(event.request());
            }
            serving.tell(event);
        }
    }

    private void abandon(long request, long now, String reason) {
        if (servings.remove(request) != null) {
            engine.cancel(request, now);
            metrics.finished(reason);
            metrics.load(engine);
        }
    }

    /** Ends the thread and waits for that. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
