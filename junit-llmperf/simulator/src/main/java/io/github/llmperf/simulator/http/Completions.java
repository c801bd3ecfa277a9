package io.github.llmperf.simulator.http;

import io.github.llmperf.simulator.engine.EngineRequest;
import io.github.llmperf.simulator.fault.Fault;
import io.github.llmperf.simulator.fault.Faults;
import io.github.llmperf.simulator.text.Answer;
import io.github.llmperf.simulator.text.PromptText;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Serves both completion routes: reads the request, decides on its fate, hands it to the engine. */
final class Completions {

    private final CompletionReader reader = new CompletionReader();
    private final AtomicLong numbers = new AtomicLong();
    private final ServedModel model;
    private final EngineLoop loop;
    private final InstantSource calendar;
    private volatile Faults faults;

    Completions(ServedModel model, Faults faults, EngineLoop loop, InstantSource calendar) {
        this.model = model;
        this.faults = faults;
        this.loop = loop;
        this.calendar = calendar;
    }

    void faults(Faults newFaults) {
        this.faults = newFaults;
    }

    void serve(Route route, byte[] body, Exchange exchange) throws Refusal {
        CompletionRequest request = reader.read(route, body);
        if (request.model() != null && !request.model().equals(model.name())) {
            throw Refusal.unknownModel(request.model());
        }
        requireRoom(request);
        Answer answer = model.lengths()
                .answer(
                        request.prompt(),
                        request.maxTokens(),
                        request.minTokens(),
                        request.ignoreEos(),
                        model.maxModelLen() - request.promptTokens());
        long number = numbers.incrementAndGet();
        Faults now = faults;
        Optional<Fault> fault = now.of(number);
        if (fault.isPresent() && fault.get() == Fault.TOO_MANY_REQUESTS) {
            exchange.refuse(Refusal.tooManyRequests(), now.retryAfterSeconds());
        } else if (fault.isPresent() && fault.get() == Fault.SERVER_ERROR) {
            exchange.refuse(Refusal.serverError("The engine failed: an injected fault."));
        } else {
            Interruption interruption = fault.map(
                            f -> new Interruption(f, Math.min(now.afterTokens() + 1, answer.tokens())))
                    .orElse(Interruption.NONE);
            AnswerShape shape = AnswerShape.of(route, number, calendar.instant().getEpochSecond(), model.name());
            TokenSink sink = request.stream()
                    ? new StreamedAnswer(exchange, shape, request, answer, interruption)
                    : new WholeAnswer(exchange, shape, request, answer, interruption);
            exchange.onAbandoned(() -> loop.cancel(number));
            loop.submit(engineRequest(number, request, answer), answer.finishReason(), sink);
        }
    }

    private EngineRequest engineRequest(long number, CompletionRequest request, Answer answer) {
        List<Long> prefix = model.prefixCaching()
                ? PromptText.prefixKeys(request.wholePrompt(), EngineRequest.PREFIX_BLOCK)
                : List.of();
        return new EngineRequest(number, request.promptTokens(), answer.tokens(), prefix);
    }

    private void requireRoom(CompletionRequest request) throws Refusal {
        int asked = request.maxTokens().orElse(1);
        // As a long: a client may ask for all integers there are.
        if ((long) request.promptTokens() + asked > model.maxModelLen()) {
            boolean promptAlone = request.promptTokens() >= model.maxModelLen();
            throw Refusal.badRequest(
                    promptAlone ? "prompt" : "max_tokens",
                    "This model's maximum context length is " + model.maxModelLen() + " tokens, but "
                            + request.promptTokens() + " prompt tokens and " + asked
                            + " output tokens were asked for. Shorten the prompt or ask for fewer tokens.");
        }
    }
}
