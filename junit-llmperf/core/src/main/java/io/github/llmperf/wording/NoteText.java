package io.github.llmperf.wording;

import io.github.llmperf.measure.Note;
import io.github.llmperf.measure.Note.CutByMaxDuration;
import io.github.llmperf.measure.Note.EndedEarly;
import io.github.llmperf.measure.Note.HiddenTokens;
import io.github.llmperf.measure.Note.HungAtEnd;
import io.github.llmperf.measure.Note.IdleUsers;
import io.github.llmperf.measure.Note.MoreThanAsked;
import io.github.llmperf.measure.Note.NothingSucceeded;
import io.github.llmperf.measure.Note.Oddity;
import io.github.llmperf.measure.Note.PromptTokensUnknown;
import io.github.llmperf.measure.Note.SentOnceMore;
import io.github.llmperf.measure.Note.ShortWindow;
import io.github.llmperf.measure.Note.WaitedAfterRefusals;
import java.util.Map;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** What the numbers of a measurement do not say by themselves, in words. */
@API(status = Status.INTERNAL, since = "0.1")
public final class NoteText {

    private static final Map<String, String> ODDITIES = Map.of(
            "length_not_forced",
            "the output was shorter than maxNewTokens although forceLength is ON: the server does not force lengths, so"
                    + " that latencies and rates rest on the lengths that came",
            "missing_done",
            "the stream ended without [DONE]; it had said before that it was finished, so it counts as a success",
            "not_streamed",
            "the answer came in one piece although stream is ON: it has no ttft, tpot and itl",
            "server_times_inconsistent",
            "the server's own times contradict each other (prefill + decoding and inference differ by more than 2 ms, or"
                    + " the time per token fits neither all tokens nor all but the first): do not rely on server metrics",
            "streamed_unasked",
            "the answer was streamed although stream is OFF",
            "unclean_end",
            "the connection broke after the answer was complete; it counts as a success");

    private NoteText() {}

    /**
     * Says a note.
     *
     * @return one sentence, without a stop
     */
    public static String of(Note note) {
        if (note instanceof CutByMaxDuration || note instanceof NothingSucceeded || note instanceof EndedEarly) {
            return ended(note);
        }
        if (note instanceof Note.Interrupted interrupted) {
            return "the run was interrupted" + after(interrupted.seconds());
        }
        if (note instanceof ShortWindow window) {
            return "the window of " + number(window.windowSeconds()) + " s is shorter than half the run of "
                    + number(window.runSeconds())
                    + " s: rates and concurrency are those of the whole run, ramp, warm-up and drain included";
        }
        if (note instanceof IdleUsers idle) {
            return "fewer requests (" + idle.requests() + ") were measured than there are users (" + idle.users()
                    + "): not every user sent one";
        }
        if (note instanceof SentOnceMore again) {
            return "the server closed the connection under " + again.requests() + " of " + again.attempted()
                    + " requests, which were sent once more on a new one: look for workers that crash, or a keep-alive"
                    + " shorter than the time between requests";
        }
        if (note instanceof HungAtEnd hung) {
            return hung.requests() + (hung.requests() == 1 ? " request" : " requests")
                    + " hung when the run ended, with nothing for " + number(hung.seconds())
                    + " s, and count as failed (TIMEOUT)";
        }
        if (note instanceof WaitedAfterRefusals waited) {
            return "users waited " + number(waited.seconds()) + " s in all after " + waited.waits()
                    + (waited.waits() == 1 ? " refusal" : " refusals") + ", which is " + number(100 * waited.part())
                    + " % of their time: the load was that much smaller than planned";
        }
        if (note instanceof Oddity odd) {
            return oddity(odd);
        }
        return tokens(note);
    }

    private static String ended(Note note) {
        if (note instanceof CutByMaxDuration cut) {
            return "maxDuration ended the run" + after(cut.seconds()) + ", before "
                    + switch (cut.planned()) {
                        case DURATION -> "its duration was over";
                        case REQUESTS -> "its requests were done";
                    };
        }
        if (note instanceof NothingSucceeded nothing) {
            return "the first " + nothing.requests() + " requests all failed, which ended the run"
                    + after(nothing.seconds());
        }
        EndedEarly early = (EndedEarly) note;
        return "the run was ended early" + after(early.seconds()) + ": " + EarlyEndText.of(early.why());
    }

    private static String after(double seconds) {
        return " after " + number(seconds) + " s";
    }

    private static String tokens(Note note) {
        if (note instanceof Note.Bursts bursts) {
            return number(100 * bursts.part())
                    + " % of token events arrived together with the one before: itl shows bursts, not tokens";
        }
        if (note instanceof Note.TokensPerEvent event) {
            return "a token event carried " + number(event.tokens())
                    + " tokens on average: itl is the gap between events, tpot the time per token";
        }
        if (note instanceof Note.InOnePiece pieces) {
            return part(pieces.some(), pieces.answers())
                    + " came in one piece, with no time between tokens: no tpot and no itl";
        }
        if (note instanceof HiddenTokens hidden) {
            return "usage counts " + hidden.tokens()
                    + " tokens of reasoning that were not sent: tpot is of those that were, all else of both";
        }
        if (note instanceof Note.HiddenUnknown hidden) {
            return "in " + part(hidden.some(), hidden.answers())
                    + " reasoning was neither sent nor counted apart: no tpot";
        }
        if (note instanceof Note.EventsCounted) {
            return "output tokens are counted events, since the server sent no usage: an event may carry several tokens,"
                    + " and tpot and token rates are per event";
        }
        if (note instanceof MoreThanAsked more) {
            return "usage counts more tokens than maxNewTokens in " + more.requests()
                    + (more.requests() == 1 ? " request" : " requests")
                    + ": tpot and token rates rest on the server's count";
        }
        if (note instanceof PromptTokensUnknown unknown) {
            return "prompt tokens are unknown for " + unknown.requests() + " of " + unknown.succeeded()
                    + " requests: rates of prompt and total tokens are too low by theirs";
        }
        throw MissingWording.of(note);
    }

    private static String oddity(Oddity odd) {
        boolean all = odd.some() == odd.answers();
        return "in " + (all ? "all " + odd.some() : odd.some() + " of " + odd.answers())
                + (odd.answers() == 1 ? " answer " : " answers ")
                + ODDITIES.getOrDefault(odd.warning(), "there is this oddity: " + odd.warning());
    }

    private static String part(long some, long answers) {
        return some == answers && answers > 1
                ? "all " + answers + " answers"
                : some + " of " + answers + (answers == 1 ? " answer" : " answers");
    }

    private static String number(double value) {
        return Numbers.number(value);
    }
}
