package io.github.llmperf.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.TokensFrom;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RequestRecordTests {

    private static RequestRecord saying(String text, String reasoning, @Nullable String finishReason) {
        Answer answer = new Answer(
                text,
                reasoning,
                1,
                2,
                3,
                4,
                5,
                6,
                7,
                8,
                TokensFrom.EVENTS,
                finishReason,
                true,
                Map.of("serverTtft", 1.5),
                finishReason,
                List.of("missing_done"));
        RequestTimestamps moments = new RequestTimestamps(1, 2, 3, 4, 5, 6, new long[] {5, 7}, 7, 8, 9);
        Failure failure = Failure.of(FailureKind.TIMEOUT, "slow");
        return new RequestRecord(10, 11, RequestPhase.COOLDOWN, 12, 13, 14, moments, 15, 16, 17, 18, answer, failure);
    }

    @Test
    void losesItsTextsAndNothingElse() {
        RequestRecord full = saying("said", "thought", "stop");

        assertThat(full.withoutTexts()).usingRecursiveComparison().isEqualTo(saying("", "", "stop"));
        assertThat(saying("said", "", null).withoutTexts().answer().finishReason())
                .isNull();
    }

    @Test
    void sharesItsReasonToFinishAndItsModelWithAllOthers() {
        RequestRecord one =
                saying("", "", new String(new char[] {'s', 't', 'o', 'p'})).withoutTexts();
        RequestRecord other =
                saying("", "", new String(new char[] {'s', 't', 'o', 'p'})).withoutTexts();

        assertThat(Objects.requireNonNull(one.answer().finishReason()))
                .isSameAs(other.answer().finishReason());
        assertThat(Objects.requireNonNull(one.answer().model()))
                .isSameAs(other.answer().model());
    }
}
