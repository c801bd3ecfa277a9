package io.github.llmperf.simulator.http;

import io.github.llmperf.simulator.fault.Fault;

/** An answer sent token by token. */
final class StreamedAnswer implements TokenSink {

    private final Exchange exchange;
    private final Face face;
    private final Asked asked;
    private final AnswerShape shape;
    private final Interruption interruption;
    private int cachedTokens;

    StreamedAnswer(Exchange exchange, Face face, Asked asked, Interruption interruption) {
        this.exchange = exchange;
        this.face = face;
        this.asked = asked;
        this.shape = face.shape(asked);
        this.interruption = interruption;
    }

    @Override
    public void accepted() {
        exchange.begin(shape.streamHeaders());
    }

    @Override
    public void started(int tokens) {
        cachedTokens = tokens;
    }

    @Override
    public void refused() {
        face.refuseStream(Refusal.queueFull(), exchange);
    }

    @Override
    public boolean breaksAt(int index) {
        return interruption.isAt(index);
    }

    @Override
    public void token(int index, ServedTimes soFar) {
        if (index == 1) {
            shape.opening(asked.usage(0, cachedTokens)).ifPresent(exchange::send);
        }
        Usage usage = asked.usage(index, cachedTokens);
        byte[] event = shape.token(index, usage);
        if (breaksAt(index)) {
            interrupt(event);
            return;
        }
        exchange.send(event);
        if (asked.isLast(index)) {
            shape.ending(usage).forEach(exchange::send);
            exchange.end();
        }
    }

    private void interrupt(byte[] event) {
        if (interruption.fault() == Fault.STREAM_ERROR) {
            shape.fail(Refusal.lost(), exchange);
        } else if (interruption.fault() == Fault.CUT) {
            exchange.cut(event);
        }
    }
}
