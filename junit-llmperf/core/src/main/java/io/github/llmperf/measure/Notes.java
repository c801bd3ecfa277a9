package io.github.llmperf.measure;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement.Streamed;
import io.github.llmperf.measure.Measurement.Window;
import io.github.llmperf.measure.Note.CutByMaxDuration.Planned;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.protocol.TokensFrom;
import java.util.ArrayList;
import java.util.List;

/** Finds what the numbers do not say by themselves. */
final class Notes {

    /** From this part of coalesced events on the gaps say little about the server. */
    private static final double MANY_COALESCED = .1;

    private static final double MANY_RETRIES = .01;

    /** From this mean on an event is not a token. */
    private static final double MORE_THAN_ONE_TOKEN = 1.05;

    private final List<Note> notes = new ArrayList<>();

    private Notes() {}

    static List<Note> of(LoadPlan plan, LoadRun run, Window window, Tally tally) {
        Notes notes = new Notes();
        notes.onEnd(plan, run, window.wholeRunSeconds());
        notes.onWindow(plan, window, tally);
        if (plan.workload().stream()) {
            notes.onStream(tally);
        }
        notes.onTokens(tally);
        if (tally.staleRetries() > MANY_RETRIES * tally.attempted()) {
            notes.add(new Note.SentOnceMore(tally.staleRetries(), tally.attempted()));
        }
        notes.notes.addAll(tally.oddities());
        return notes.notes;
    }

    private void add(Note note) {
        notes.add(note);
    }

    private void onEnd(LoadPlan plan, LoadRun run, double seconds) {
        switch (run.end()) {
            case COMPLETED -> {}
            case MAX_DURATION ->
                add(new Note.CutByMaxDuration(
                        seconds, plan.phases().duration().isPresent() ? Planned.DURATION : Planned.REQUESTS));
            case NOTHING_SUCCEEDED -> add(new Note.NothingSucceeded(LoadRun.FAILURES_AT_START, seconds));
            case GENERATOR_FAILED, LIMIT_BROKEN, OVERRUN ->
                run.early().ifPresent(why -> add(new Note.EndedEarly(seconds, why)));
            case INTERRUPTED -> add(new Note.Interrupted(seconds));
        }
    }

    private void onWindow(LoadPlan plan, Window window, Tally tally) {
        if (window.ratesFromWholeRun()) {
            add(new Note.ShortWindow(window.seconds(), window.wholeRunSeconds()));
        }
        if (plan.arrival() instanceof Arrival.ClosedLoop closed && tally.attempted() < closed.users()) {
            add(new Note.IdleUsers(tally.attempted(), closed.users()));
        }
    }

    private void onStream(Tally tally) {
        onTokensWithoutTimes(tally.streamed(), tally.succeeded());
        if (tally.coalescedPart() > MANY_COALESCED) {
            add(new Note.Bursts(tally.coalescedPart()));
        }
        if (tally.tokensFrom() != TokensFrom.EVENTS && tally.tokensPerEvent() > MORE_THAN_ONE_TOKEN) {
            add(new Note.TokensPerEvent(tally.tokensPerEvent()));
        }
    }

    private void onTokensWithoutTimes(Streamed streamed, long answers) {
        if (streamed.inOnePiece() > 0) {
            add(new Note.InOnePiece(streamed.inOnePiece(), answers));
        }
        if (streamed.hidden() > 0) {
            add(new Note.HiddenTokens(streamed.hidden()));
        }
        if (streamed.hiddenUnknown() > 0) {
            add(new Note.HiddenUnknown(streamed.hiddenUnknown(), answers));
        }
    }

    private void onTokens(Tally tally) {
        if (tally.tokensFrom() == TokensFrom.EVENTS && tally.succeeded() > 0) {
            add(new Note.EventsCounted());
        }
        if (tally.exceeding() > 0) {
            add(new Note.MoreThanAsked(tally.exceeding()));
        }
        if (tally.promptTokensUnknown() > 0 && tally.promptTokensUnknown() < tally.succeeded()) {
            add(new Note.PromptTokensUnknown(tally.promptTokensUnknown(), tally.succeeded()));
        }
    }
}
