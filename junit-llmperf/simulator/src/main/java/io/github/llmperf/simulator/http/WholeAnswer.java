package io.github.llmperf.simulator.http;

import io.github.llmperf.simulator.fault.Fault;
import io.github.llmperf.simulator.text.Answer;

/** An answer sent at once when its last token is there. */
final class WholeAnswer implements TokenSink {

    private final Exchange exchange;
    private final AnswerShape shape;
    private final CompletionRequest request;
    private final Answer answer;
    private final Interruption interruption;
    private int cachedTokens;

    WholeAnswer(
            Exchange exchange, AnswerShape shape, CompletionRequest request, Answer answer, Interruption interruption) {
        this.exchange = exchange;
        this.shape = shape;
        this.request = request;
        this.answer = answer;
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
        exchange.refuse(Refusal.queueFull());
    }

    @Override
    public boolean breaksAt(int index) {
        return interruption.isAt(index);
    }

    @Override
    public void token(int index) {
        if (breaksAt(index)) {
            interrupt();
        } else if (index == answer.tokens()) {
            exchange.respond(200, Exchange.JSON, body());
        }
    }

    private void interrupt() {
        if (interruption.fault() == Fault.STREAM_ERROR) {
            exchange.refuse(Refusal.serverError("The engine lost this request: an injected fault."));
        } else if (interruption.fault() == Fault.CUT) {
            exchange.cutWhole(body());
        }
    }

    private byte[] body() {
        return shape.whole(
                answer.text(), answer.finishReason(), new Usage(request.promptTokens(), answer.tokens(), cachedTokens));
    }
}
