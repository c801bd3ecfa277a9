package io.github.llmperf.simulator.http;

import io.github.llmperf.simulator.engine.EngineEvent;
import io.github.llmperf.simulator.engine.EngineRequest;

/** One request inside the engine: passes its tokens on and books its times. */
final class Serving {

    private final EngineRequest request;
    private final String finishReason;
    private final long submittedAt;
    private final TokenSink sink;
    private final ServingMetrics metrics;
    private long startedAt;
    private long firstTokenAt;
    private long lastTokenAt;

    Serving(EngineRequest request, String finishReason, long submittedAt, TokenSink sink, ServingMetrics metrics) {
        this.request = request;
        this.finishReason = finishReason;
        this.submittedAt = submittedAt;
        this.sink = sink;
        this.metrics = metrics;
    }

    /** Returns whether the answer breaks off at this event. */
    boolean breaksAt(EngineEvent event) {
        return event instanceof EngineEvent.TokenProduced token && sink.breaksAt(token.index());
    }

    /** Books an event and passes it on. */
    void tell(EngineEvent event) {
        if (event instanceof EngineEvent.Started started) {
            startedAt = started.at();
            metrics.started(startedAt - submittedAt, started.cachedTokens());
            sink.started(started.cachedTokens());
        } else if (event instanceof EngineEvent.Preempted) {
            metrics.preempted();
        } else if (event instanceof EngineEvent.TokenProduced token) {
            book(token);
            sink.token(token.index(), new ServedTimes(startedAt - submittedAt, token.at() - startedAt));
        }
    }

    private void book(EngineEvent.TokenProduced token) {
        long at = token.at();
        if (token.index() == 1) {
            firstTokenAt = at;
            metrics.firstToken(request.promptTokens(), at - submittedAt, at - startedAt);
        } else {
            metrics.nextToken(at - lastTokenAt);
        }
        lastTokenAt = at;
        if (token.index() == request.outputTokens() && !sink.breaksAt(token.index())) {
            metrics.finished(finishReason);
            metrics.latencies(at - submittedAt, at - startedAt, at - firstTokenAt, token.index());
        }
    }
}
