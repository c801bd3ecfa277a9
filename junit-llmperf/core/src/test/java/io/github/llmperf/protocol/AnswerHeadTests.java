package io.github.llmperf.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerHeadTests {

    @Test
    void prefersMillisecondsToSeconds() {
        assertThat(head(Map.of("retry-after-ms", "1500", "retry-after", "2")).retryAfterMillis())
                .hasValue(1500);
        assertThat(head(Map.of("retry-after", "0.5")).retryAfterMillis()).hasValue(500);
    }

    @Test
    void countsADateFromTheServersOwn() {
        Map<String, String> headers =
                Map.of("date", "Mon, 05 Jan 2026 09:00:00 GMT", "retry-after", "Mon, 05 Jan 2026 09:00:07 GMT");

        assertThat(head(headers).retryAfterMillis()).hasValue(7000);
        assertThat(head(Map.of("retry-after", "Mon, 05 Jan 2026 09:00:07 GMT")).retryAfterMillis())
                .isEmpty();
    }

    @Test
    void ignoresWhatCannotBeRead() {
        assertThat(head(Map.of("retry-after", "soon")).retryAfterMillis()).isEmpty();
        assertThat(head(Map.of("retry-after", "-1")).retryAfterMillis()).isEmpty();
        assertThat(head(Map.of()).retryAfterMillis()).isEmpty();
    }

    @Test
    void cutsParametersOffTheContentType() {
        assertThat(head(Map.of("content-type", "Text/HTML; charset=utf-8")).contentType())
                .isEqualTo("text/html");
        assertThat(head(Map.of()).contentType()).isEmpty();
    }

    private static AnswerHead head(Map<String, String> headers) {
        return new AnswerHead(200, headers);
    }
}
