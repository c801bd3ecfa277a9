package io.github.llmperf.simulator.http;

import io.github.llmperf.simulator.fault.Fault;

/** An answer sent at once when its last token is there. */
final class WholeAnswer implements TokenSink {

    private final Exchange exchange;
    private final Face face;
    private final Asked asked;
    private final AnswerShape shape;
    private final Interruption interruption;
    private int cachedTokens;

    WholeAnswer(Exchange exchange, Face face, Asked asked, Interruption interruption) {
        this.exchange = exchange;
        this.face = face;
        this.asked = asked;
        this.shape = face.shape(asked);
        this.interruption = interruption;
    }

    @Override
    public void accepted() {
        // Nothing is sent before the answer is whole.
    }

    @Override
    public void started(int tokens) {
        cachedTokens = tokens;
    }

    @Override
    public void refused() {
        face.refuse(Refusal.queueFull(), exchange);
    }

    @Override
    public boolean breaksAt(int index) {
        return interruption.isAt(index);
    }

    @Override
    public void token(int index, ServedTimes soFar) {
        Usage usage = asked.usage(asked.answer().tokens(), cachedTokens);
        if (breaksAt(index)) {
            interrupt(usage, soFar);
        } else if (asked.isLast(index)) {
            exchange.respond(200, shape.wholeHeaders(usage, soFar), shape.whole(usage));
        }
    }

    private void interrupt(Usage usage, ServedTimes times) {
        if (interruption.fault() == Fault.STREAM_ERROR) {
            face.refuse(Refusal.lost(), exchange);
        } else if (interruption.fault() == Fault.CUT) {
            exchange.cutWhole(shape.wholeHeaders(usage, times), shape.whole(usage));
        }
    }
}
