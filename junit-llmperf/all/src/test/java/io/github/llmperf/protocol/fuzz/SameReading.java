package io.github.llmperf.protocol.fuzz;

import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.StreamEvent;
import io.github.llmperf.protocol.TokensFrom;
import io.github.llmperf.protocol.Trouble;
import java.util.List;

/** Compares two readings of the same bytes, cut differently. */
final class SameReading {

    private SameReading() {}

    static void check(
            FuzzInput input,
            AnswerResult whole,
            List<StreamEvent> events,
            AnswerResult inPieces,
            List<StreamEvent> eventsInPieces) {
        boolean dripped = mayDrip(input);
        if (!of(whole, dripped).equals(of(inPieces, dripped))) {
            throw new AssertionError("read in pieces it is another answer: " + inPieces + ", whole: " + whole);
        }
        if (!dripped && !events.equals(eventsInPieces)) {
            throw new AssertionError("read in pieces it is other events: " + eventsInPieces + ", whole: " + events);
        }
    }

    /**
     * One JSON text that comes in pieces has no events but the pieces themselves, wherever they are cut; and what of a
     * broken one was told before it broke depends on them too, an opening brace that belongs to an error included.
     */
    private static boolean mayDrip(FuzzInput input) {
        return (input.api().equals("djl-invocations") || input.api().startsWith("sagemaker"))
                && input.body().contains("generated_text");
    }

    private static AnswerResult of(AnswerResult reading, boolean dripped) {
        if (!dripped) {
            return reading;
        }
        Answer answer = reading.answer();
        if (reading.trouble() != null) {
            return new AnswerResult(Answer.NONE, new Trouble(reading.trouble().kind(), "", null));
        }
        boolean counted = answer.tokensFrom() == TokensFrom.EVENTS;
        return new AnswerResult(
                new Answer(
                        answer.text().replace("{", ""),
                        answer.reasoningText(),
                        0,
                        Math.min(1, answer.contentChunks()),
                        answer.reasoningChunks(),
                        answer.toolChunks(),
                        answer.promptTokens(),
                        counted ? Math.min(1, answer.outputTokens()) : answer.outputTokens(),
                        counted ? 0 : answer.hiddenTokens(),
                        answer.cachedTokens(),
                        answer.tokensFrom(),
                        answer.finishReason(),
                        answer.sawDone(),
                        answer.serverTimes(),
                        answer.model(),
                        List.of()),
                null);
    }
}
