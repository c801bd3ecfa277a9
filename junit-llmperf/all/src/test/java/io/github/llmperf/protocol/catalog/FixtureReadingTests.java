package io.github.llmperf.protocol.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.Feeding;
import io.github.llmperf.protocol.StreamEvent;
import io.github.llmperf.protocol.Trouble;
import io.github.llmperf.protocol.WireFixture;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FixtureReadingTests {

    private static final int SMALL = 4096;

    static Stream<WireFixture> fixtures() {
        return WireFixture.all();
    }

    @Test
    void findsTheReferenceCases() {
        assertThat(WireFixture.all()).hasSizeGreaterThanOrEqualTo(46);
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void readsABodyWhole(WireFixture fixture) {
        Feeding feeding = Feeding.of(fixture).whole(fixture.text());

        assertFits(fixture, feeding.end(fixture.end()), feeding.events());
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void readsABodyByteByByte(WireFixture fixture) {
        Feeding feeding = Feeding.of(fixture).inSteps(fixture.text(), 1);

        assertFits(fixture, feeding.end(fixture.end()), feeding.events());
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void readsABodyCutAtAnyOffset(WireFixture fixture) {
        byte[] body = fixture.text();
        Feeding whole = Feeding.of(fixture).whole(body);
        AnswerResult expected = whole.end(fixture.end());
        int step = body.length < SMALL ? 1 : body.length / 7;
        for (int offset = 0; offset <= body.length; offset += step) {
            Feeding cut = Feeding.of(fixture).cutAt(body, offset);

            assertThat(cut.end(fixture.end())).as("cut at %d", offset).isEqualTo(expected);
            assertThat(cut.events()).as("cut at %d", offset).isEqualTo(whole.events());
        }
    }

    private static void assertFits(WireFixture fixture, AnswerResult reading, List<StreamEvent> events) {
        Trouble trouble = reading.trouble();
        FailureKind kind = trouble == null ? null : trouble.kind();
        // That nothing more comes is seen by the client's clock only.
        fixture.assertAnswer(
                reading.answer(),
                fixture.stalls() ? FailureKind.TIMEOUT : kind,
                trouble == null ? null : trouble.code());
        boolean streamed = fixture.expect().path("streamed").asBoolean();
        assertThat(events.stream().filter(StreamEvent.VISIBLE_OUTPUT::equals).count())
                .isEqualTo(streamed ? reading.answer().contentChunks() : 0);
        assertThat(events.stream().filter(StreamEvent.HIDDEN_OUTPUT::equals).count())
                .isEqualTo(streamed ? reading.answer().reasoningChunks() : 0);
    }
}
