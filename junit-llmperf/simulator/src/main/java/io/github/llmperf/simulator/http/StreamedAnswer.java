package io.github.llmperf.simulator.http;

import io.github.llmperf.simulator.fault.Fault;
import io.github.llmperf.simulator.text.Answer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** An answer sent token by token, framed as vLLM frames it. */
final class StreamedAnswer implements TokenSink {

    private static final byte[] DONE = "data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8);

    private final Exchange exchange;
    private final AnswerShape shape;
    private final CompletionRequest request;
    private final Answer answer;
    private final Interruption interruption;
    private int cachedTokens;

    StreamedAnswer(
            Exchange exchange, AnswerShape shape, CompletionRequest request, Answer answer, Interruption interruption) {
        this.exchange = exchange;
        this.shape = shape;
        this.request = request;
        this.answer = answer;
        this.interruption = interruption;
    }

    @Override
    public void accepted() {
        exchange.begin();
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
        if (index == 1) {
            shape.opening(continuousUsage(0)).ifPresent(this::sendEvent);
        }
        boolean last = index == answer.tokens();
        byte[] event = shape.token(answer.piece(index), last ? answer.finishReason() : null, continuousUsage(index));
        if (breaksAt(index)) {
            interrupt(event);
            return;
        }
        sendEvent(event);
        if (last) {
            if (request.includeUsage()) {
                sendEvent(shape.usage(new Usage(request.promptTokens(), answer.tokens(), cachedTokens)));
            }
            finish();
        }
    }

    private @Nullable Usage continuousUsage(int tokens) {
        return request.continuousUsage() ? new Usage(request.promptTokens(), tokens, cachedTokens) : null;
    }

    private void interrupt(byte[] event) {
        if (interruption.fault() == Fault.STREAM_ERROR) {
            sendEvent(Refusal.serverError("The engine lost this request: an injected fault.")
                    .body());
            finish();
        } else if (interruption.fault() == Fault.CUT) {
            exchange.cut(frame(event));
        }
    }

    private void finish() {
        exchange.send(DONE);
        exchange.end();
    }

    private void sendEvent(byte[] json) {
        exchange.send(frame(json));
    }

    private static byte[] frame(byte[] json) {
        byte[] event = new byte[json.length + 8];
        System.arraycopy("data: ".getBytes(StandardCharsets.UTF_8), 0, event, 0, 6);
        System.arraycopy(json, 0, event, 6, json.length);
        event[event.length - 2] = '\n';
        event[event.length - 1] = '\n';
        return event;
    }
}
