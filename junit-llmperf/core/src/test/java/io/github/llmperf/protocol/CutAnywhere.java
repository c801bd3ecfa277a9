package io.github.llmperf.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.plan.Workload;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Reads a body whole, byte by byte and cut at each offset, and makes sure that it is all the same. */
public record CutAnywhere(AnswerResult reading, List<StreamEvent> events) {

    public static CutAnywhere stream(String api, String contentType, String body) {
        return read(api, Workloads.stream(true), "?", contentType, body, BodyEnd.CLEAN);
    }

    public static CutAnywhere read(
            String api, Workload workload, String prompt, String contentType, String body, BodyEnd end) {
        AnswerHead head = new AnswerHead(200, contentType.isEmpty() ? Map.of() : Map.of("content-type", contentType));
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        Feeding whole = new Feeding(api, workload, prompt, head).whole(bytes);
        CutAnywhere expected = new CutAnywhere(whole.end(end), whole.events());
        Feeding byByte = new Feeding(api, workload, prompt, head).inSteps(bytes, 1);
        assertThat(byByte.end(end)).as("byte by byte").isEqualTo(expected.reading);
        assertThat(byByte.events()).as("byte by byte").isEqualTo(expected.events);
        for (int offset = 0; offset <= bytes.length; offset++) {
            Feeding cut = new Feeding(api, workload, prompt, head).cutAt(bytes, offset);
            assertThat(cut.end(end)).as("cut at %d", offset).isEqualTo(expected.reading);
            assertThat(cut.events()).as("cut at %d", offset).isEqualTo(expected.events);
        }
        return expected;
    }

    public Answer answer() {
        return reading.answer();
    }

    public FailureKind failure() {
        return reading.trouble() == null ? null : reading.trouble().kind();
    }
}
