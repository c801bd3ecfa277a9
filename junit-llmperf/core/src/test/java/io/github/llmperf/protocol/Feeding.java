package io.github.llmperf.protocol;

import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.protocol.catalog.Dialects;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads a body cut in various ways, and remembers the events. */
public final class Feeding {

    private static final String URL = "http://localhost:1";

    private final List<StreamEvent> events = new ArrayList<>();
    private final AnswerReader reader;

    public Feeding(String api, boolean stream, AnswerHead head) {
        this(api, Workloads.stream(stream), "", head);
    }

    public Feeding(String api, Workload workload, String prompt, AnswerHead head) {
        Target target = Target.at(URL).withApi(api).withModel("m");
        reader = Dialects.named(api).reader(new RequestContext(target, workload, Prompt.of(prompt)), head, events::add);
    }

    public static Feeding of(WireFixture fixture) {
        return new Feeding(fixture.api(), Workloads.stream(fixture.streamAsked()), fixture.prompt(), fixture.head());
    }

    public Feeding whole(byte[] body) {
        reader.feed(body, 0, body.length);
        return this;
    }

    public Feeding whole(String body) {
        return whole(body.getBytes(StandardCharsets.UTF_8));
    }

    public Feeding inSteps(byte[] body, int step) {
        for (int from = 0; from < body.length; from += step) {
            reader.feed(body, from, Math.min(step, body.length - from));
        }
        return this;
    }

    public Feeding cutAt(byte[] body, int offset) {
        reader.feed(body, 0, offset);
        reader.feed(body, offset, body.length - offset);
        return this;
    }

    public AnswerResult end(BodyEnd how) {
        return reader.end(how);
    }

    public List<StreamEvent> events() {
        return events;
    }
}
