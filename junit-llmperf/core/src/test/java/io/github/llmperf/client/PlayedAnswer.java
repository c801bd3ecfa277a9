package io.github.llmperf.client;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.AnswerHead;
import io.github.llmperf.protocol.AnswerReader;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.RequestContext;
import io.github.llmperf.protocol.Workloads;
import io.github.llmperf.protocol.catalog.Dialects;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** An answer read by a dialect, each read of the socket at a moment that is written down. Sent at 0. */
public final class PlayedAnswer {

    private static final int MAX_NEW_TOKENS = 4096;

    private final RequestTimestampsBuilder moments = new RequestTimestampsBuilder(0);
    private final AnswerReader reader;
    private long now;

    public PlayedAnswer(String api) {
        Target target = Target.at("http://localhost:1").withApi(api).withModel("m");
        Workload workload = Workloads.of(MAX_NEW_TOKENS, true, false, "", "");
        AnswerHead head = new AnswerHead(200, Map.of("content-type", "text/event-stream"));
        reader = Dialects.named(api)
                .reader(new RequestContext(target, workload, Prompt.of("")), head, event -> moments.event(event, now));
        moments.sent(0);
        moments.headers(0);
    }

    /** One read of the socket. */
    public PlayedAnswer read(long millis, String... events) {
        now = millis * 1_000_000;
        byte[] bytes = String.join("", events).getBytes(StandardCharsets.UTF_8);
        reader.feed(bytes, 0, bytes.length);
        return this;
    }

    public RequestRecord end() {
        AnswerResult reading = reader.end(BodyEnd.CLEAN);
        moments.end(now);
        Failure failure = reading.trouble() == null
                ? null
                : Failure.of(reading.trouble().kind(), reading.trouble().message());
        if (failure == null) {
            moments.complete(reading.answer());
        }
        return new RequestRecord(
                0,
                0,
                RequestPhase.MEASURED,
                1,
                0,
                MAX_NEW_TOKENS,
                moments.moments(),
                200,
                0,
                moments.coalesced(),
                0,
                reading.answer(),
                failure);
    }
}
