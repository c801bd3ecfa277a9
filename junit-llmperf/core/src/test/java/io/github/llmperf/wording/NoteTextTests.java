package io.github.llmperf.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.load.EarlyEnd;
import io.github.llmperf.measure.Note;
import io.github.llmperf.measure.Note.CutByMaxDuration.Planned;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class NoteTextTests {

    static Stream<Arguments> saysEachNote() {
        return Stream.of(
                Arguments.of(
                        new Note.CutByMaxDuration(300, Planned.DURATION),
                        "maxDuration ended the run after 300 s, before its duration was over"),
                Arguments.of(
                        new Note.CutByMaxDuration(1.25, Planned.REQUESTS),
                        "maxDuration ended the run after 1.25 s, before its requests were done"),
                Arguments.of(
                        new Note.NothingSucceeded(20, 1),
                        "the first 20 requests all failed, which ended the run after 1 s"),
                Arguments.of(
                        new Note.EndedEarly(
                                2, new EarlyEnd.FailedHere(Failure.of(FailureKind.GENERATOR, "no file was free"))),
                        "the run was ended early after 2 s: no file was free"),
                Arguments.of(new Note.Interrupted(31.5), "the run was interrupted after 31.5 s"),
                Arguments.of(
                        new Note.HungAtEnd(15, 2.9),
                        "15 requests hung when the run ended, with nothing for 2.9 s, and count as failed (TIMEOUT)"),
                Arguments.of(
                        new Note.WaitedAfterRefusals(1, .5, .25),
                        "users waited 0.5 s in all after 1 refusal, which is 25 % of their time: the load was that much"
                                + " smaller than planned"),
                Arguments.of(
                        new Note.ShortWindow(1, 3),
                        "the window of 1 s is shorter than half the run of 3 s: rates and concurrency are those of the"
                                + " whole run, ramp, warm-up and drain included"),
                Arguments.of(
                        new Note.IdleUsers(1, 3),
                        "fewer requests (1) were measured than there are users (3): not every user sent one"),
                Arguments.of(
                        new Note.SentOnceMore(1, 2),
                        "the server closed the connection under 1 of 2 requests, which were sent once more on a new one:"
                                + " look for workers that crash, or a keep-alive shorter than the time between requests"),
                Arguments.of(
                        new Note.Bursts(.25),
                        "25 % of token events arrived together with the one before: itl shows bursts, not tokens"),
                Arguments.of(
                        new Note.TokensPerEvent(2.5),
                        "a token event carried 2.5 tokens on average: itl is the gap between events, tpot the time per"
                                + " token"),
                Arguments.of(
                        new Note.InOnePiece(1, 3),
                        "1 of 3 answers came in one piece, with no time between tokens: no tpot and no itl"),
                Arguments.of(
                        new Note.InOnePiece(3, 3),
                        "all 3 answers came in one piece, with no time between tokens: no tpot and no itl"),
                Arguments.of(
                        new Note.HiddenTokens(200),
                        "usage counts 200 tokens of reasoning that were not sent: tpot is of those that were, all else"
                                + " of both"),
                Arguments.of(
                        new Note.HiddenUnknown(1, 1),
                        "in 1 of 1 answer reasoning was neither sent nor counted apart: no tpot"),
                Arguments.of(
                        new Note.EventsCounted(),
                        "output tokens are counted events, since the server sent no usage: an event may carry several"
                                + " tokens, and tpot and token rates are per event"),
                Arguments.of(
                        new Note.MoreThanAsked(1),
                        "usage counts more tokens than maxNewTokens in 1 request: tpot and token rates rest on the"
                                + " server's count"),
                Arguments.of(
                        new Note.PromptTokensUnknown(1, 2),
                        "prompt tokens are unknown for 1 of 2 requests: rates of prompt and total tokens are too low by"
                                + " theirs"),
                Arguments.of(new Note.Oddity("odd", 1, 3), "in 1 of 3 answers there is this oddity: odd"));
    }

    @ParameterizedTest
    @MethodSource
    void saysEachNote(Note note, String sentence) {
        assertThat(NoteText.of(note)).isEqualTo(sentence);
    }

    @Test
    void isTestedOnAllNotes() {
        assertThat(Note.class.getPermittedSubclasses())
                .containsExactlyInAnyOrderElementsOf(saysEachNote()
                        .<Class<?>>map(one -> one.get()[0].getClass())
                        .distinct()
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    length_not_forced | the output was shorter than maxNewTokens although forceLength is ON: the server does not force lengths, so that latencies and rates rest on the lengths that came
                    server_times_inconsistent | the server's own times contradict each other (prefill + decoding and inference differ by more than 2 ms, or the time per token fits neither all tokens nor all but the first): do not rely on server metrics
                    missing_done     | the stream ended without [DONE]; it had said before that it was finished, so it counts as a success
                    not_streamed     | the answer came in one piece although stream is ON: it has no ttft, tpot and itl
                    streamed_unasked | the answer was streamed although stream is OFF
                    unclean_end      | the connection broke after the answer was complete; it counts as a success
                    """)
    void hasWordsForEveryOddityOfTheBuiltInDialects(String warning, String words) {
        assertThat(NoteText.of(new Note.Oddity(warning, 2, 2))).isEqualTo("in all 2 answers " + words);
    }
}
