package io.github.llmperf.measure;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.RefusalWaits;
import io.github.llmperf.measure.Measurement.Window;
import io.github.llmperf.measure.Note.CutByMaxDuration.Planned;
import io.github.llmperf.measure.TokenCounts.Streamed;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.protocol.TokensFrom;
import java.util.ArrayList;
import java.util.List;

/** Finds what the numbers do not say by themselves. */
final class Notes {

    /** From this share of coalesced events on, the gaps say little about the server. */
    private static final double MANY_COALESCED = .1;

    private static final double MANY_RETRIES = .01;

    /** From this mean number of tokens per event on, an event is not a token. */
    private static final double MORE_THAN_ONE_TOKEN = 1.05;

    private final List<Note> notes = new ArrayList<>();

    private Notes() {}

    static List<Note> of(LoadPlan plan, LoadRun run, Window window, MeasuredCounts measuredCounts) {
        Notes notes = new Notes();
        notes.onEnd(plan, run, window.wholeRunSeconds());
        notes.onHanging(measuredCounts);
        notes.onWaits(plan, run, window);
        notes.onWindow(plan, window, measuredCounts);
        if (plan.load().workload().stream()) {
            notes.onStream(measuredCounts);
        }
        notes.onTokens(measuredCounts);
        if (measuredCounts.staleRetries() > MANY_RETRIES * measuredCounts.attempted()) {
            notes.add(new Note.SentOnceMore(measuredCounts.staleRetries(), measuredCounts.attempted()));
        }
        notes.notes.addAll(measuredCounts.oddities());
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
                        seconds, plan.load().phases().duration().isPresent() ? Planned.DURATION : Planned.REQUESTS));
            case NOTHING_SUCCEEDED -> add(new Note.NothingSucceeded(ended(run), seconds));
            case GENERATOR_FAILED, LIMIT_BROKEN, OVERRUN ->
                run.early().ifPresent(why -> add(new Note.EndedEarly(seconds, why)));
            case INTERRUPTED -> add(new Note.Interrupted(seconds));
        }
    }

    private static int ended(LoadRun run) {
        return (int)
                run.records().stream().filter(record -> !record.cancelled()).count();
    }

    private void onHanging(MeasuredCounts measuredCounts) {
        if (measuredCounts.hung() > 0) {
            add(new Note.HungAtEnd(measuredCounts.hung(), measuredCounts.leastSilentMillis() / 1000));
        }
    }

    private void onWaits(LoadPlan plan, LoadRun run, Window window) {
        RefusalWaits waited = run.waited();
        if (waited.seconds() > 0 && plan.load().arrival() instanceof Arrival.ClosedLoop closed) {
            add(new Note.WaitedAfterRefusals(
                    waited.waits(), waited.seconds(), waited.seconds() / (closed.users() * window.seconds())));
        }
    }

    private void onWindow(LoadPlan plan, Window window, MeasuredCounts measuredCounts) {
        if (window.ratesFromWholeRun()) {
            add(new Note.ShortWindow(window.seconds(), window.wholeRunSeconds()));
        }
        if (plan.load().arrival() instanceof Arrival.ClosedLoop closed && measuredCounts.attempted() < closed.users()) {
            add(new Note.IdleUsers(measuredCounts.attempted(), closed.users()));
        }
    }

    private void onStream(MeasuredCounts measuredCounts) {
        onTokensWithoutTimes(measuredCounts.streamed(), measuredCounts.succeeded());
        if (measuredCounts.coalescedPart() > MANY_COALESCED) {
            add(new Note.Bursts(measuredCounts.coalescedPart()));
        }
        if (measuredCounts.tokensFrom() != TokensFrom.EVENTS && measuredCounts.tokensPerEvent() > MORE_THAN_ONE_TOKEN) {
            add(new Note.TokensPerEvent(measuredCounts.tokensPerEvent()));
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

    private void onTokens(MeasuredCounts measuredCounts) {
        if (measuredCounts.tokensFrom() == TokensFrom.EVENTS && measuredCounts.succeeded() > 0) {
            add(new Note.EventsCounted());
        }
        if (measuredCounts.exceeding() > 0) {
            add(new Note.MoreThanAsked(measuredCounts.exceeding()));
        }
        if (measuredCounts.promptTokensUnknown() > 0
                && measuredCounts.promptTokensUnknown() < measuredCounts.succeeded()) {
            add(new Note.PromptTokensUnknown(measuredCounts.promptTokensUnknown(), measuredCounts.succeeded()));
        }
    }
}
