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

/** Serves the routes of all faces: reads the request, decides on its fate, hands it to the engine. */
final class Completions {

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

    /** Answers or refuses in the words of the server that the path belongs to. */
    void serve(Face ofPath, byte[] bytes, Exchange exchange) {
        Face face = ofPath;
        CompletionRequest request;
        try {
            JsonFields body = JsonFields.parse(bytes);
            face = ofPath.of(body);
            request = face.read(body);
        } catch (Refusal refusal) {
            face.refuse(refusal, exchange);
            return;
        }
        try {
            serve(face, request, exchange);
        } catch (Refusal refusal) {
            if (request.form().stream()) {
                face.refuseStream(refusal, exchange);
            } else {
                face.refuse(refusal, exchange);
            }
        }
    }

    private void serve(Face face, CompletionRequest request, Exchange exchange) throws Refusal {
        if (request.model() != null && !request.model().equals(model.name())) {
            throw Refusal.unknownModel(request.model());
        }
        requireRoom(face, request);
        long number = numbers.incrementAndGet();
        Asked asked =
                new Asked(request, answer(request), number, calendar.instant().getEpochSecond(), model.name());
        Interruption interruption = interruption(asked);
        TokenSink sink = request.form().stream()
                ? new StreamedAnswer(exchange, face, asked, interruption)
                : new WholeAnswer(exchange, face, asked, interruption);
        exchange.onAbandoned(() -> loop.cancel(number));
        loop.submit(engineRequest(asked), asked.answer().finishReason(), sink);
    }

    private void requireRoom(Face face, CompletionRequest request) throws Refusal {
        int prompt = request.prompt().tokens();
        int wanted = request.length().maxTokens().orElse(1);
        // As a long: a client may ask for all integers there are.
        if ((long) prompt + wanted > model.maxModelLen()) {
            throw face.tooLong(prompt, wanted, model.maxModelLen());
        }
    }

    private Answer answer(CompletionRequest request) {
        CompletionRequest.Length length = request.length();
        return model.lengths()
                .answer(
                        request.prompt().text(),
                        length.maxTokens(),
                        length.minTokens(),
                        length.ignoreEos(),
                        model.maxModelLen() - request.prompt().tokens());
    }

    private Interruption interruption(Asked asked) throws Refusal {
        Faults now = faults;
        Optional<Fault> fault = now.of(asked.number());
        if (fault.isEmpty()) {
            return Interruption.NONE;
        }
        return switch (fault.get()) {
            case TOO_MANY_REQUESTS -> throw Refusal.tooManyRequests(now.retryAfterSeconds());
            case SERVER_ERROR -> throw Refusal.serverError();
            default ->
                new Interruption(
                        fault.get(),
                        Math.min(now.afterTokens() + 1, asked.answer().tokens()));
        };
    }

    private EngineRequest engineRequest(Asked asked) {
        PromptReader prompt = asked.request().prompt();
        List<Long> prefix =
                model.prefixCaching() ? PromptText.prefixKeys(prompt.whole(), EngineRequest.PREFIX_BLOCK) : List.of();
        return new EngineRequest(asked.number(), prompt.tokens(), asked.answer().tokens(), prefix);
    }
}
