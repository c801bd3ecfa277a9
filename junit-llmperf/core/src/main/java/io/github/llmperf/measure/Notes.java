package io.github.llmperf.measure;

import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Measurement.Streamed;
import io.github.llmperf.measure.Measurement.Window;
import io.github.llmperf.metric.Quantity;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.protocol.TokensFrom;
import java.util.ArrayList;
import java.util.List;

/** What the numbers do not say by themselves. */
final class Notes {

    /** From this part of coalesced events on the gaps say little about the server. */
    private static final double MANY_COALESCED = .1;

    private static final double MANY_RETRIES = .01;

    /** From this mean on an event is not a token. */
    private static final double MORE_THAN_ONE_TOKEN = 1.05;

    private final List<String> notes = new ArrayList<>();

    private Notes() {}

    static List<String> of(LoadPlan plan, LoadRun run, Window window, Tally tally) {
        Notes notes = new Notes();
        notes.onEnd(plan, run, window);
        notes.onWindow(plan, window, tally);
        if (plan.workload().stream()) {
            notes.onStream(tally);
        }
        notes.onTokens(tally);
        notes.onRetries(tally);
        notes.notes.addAll(tally.oddities());
        return notes.notes;
    }

    private void onEnd(LoadPlan plan, LoadRun run, Window window) {
        String after = " after " + number(window.wholeRunSeconds()) + " s";
        switch (run.end()) {
            case COMPLETED -> {}
            case MAX_DURATION ->
                notes.add("maxDuration ended the run" + after + ", before "
                        + (plan.phases().duration().isPresent() ? "its duration was over" : "its requests were done"));
            case NOTHING_SUCCEEDED ->
                notes.add(
                        "the first " + LoadRun.FAILURES_AT_START + " requests all failed, which ended the run" + after);
            case GENERATOR_FAILED, LIMIT_BROKEN, OVERRUN ->
                notes.add("the run was ended early" + after + ": " + run.because());
            case INTERRUPTED -> notes.add("the run was interrupted" + after);
        }
    }

    /** A repeated request counts once, and as a success: a server that drops many must not look whole. */
    private void onRetries(Tally tally) {
        if (tally.staleRetries() > MANY_RETRIES * tally.attempted()) {
            notes.add("the server closed the connection under " + tally.staleRetries() + " of " + tally.attempted()
                    + " requests, which were sent once more on a new one: look for workers that crash, or a keep-alive"
                    + " shorter than the time between requests");
        }
    }

    private void onWindow(LoadPlan plan, Window window, Tally tally) {
        if (window.ratesFromWholeRun()) {
            notes.add("the window of " + number(window.seconds()) + " s is shorter than half the run of "
                    + number(window.wholeRunSeconds())
                    + " s: rates and concurrency are those of the whole run, ramp, warm-up and drain included");
        }
        if (plan.arrival() instanceof Arrival.ClosedLoop closed && tally.attempted() < closed.users()) {
            notes.add("fewer requests (" + tally.attempted() + ") were measured than there are users (" + closed.users()
                    + "): not every user sent one");
        }
    }

    private void onStream(Tally tally) {
        onTokensWithoutTimes(tally.streamed(), tally.succeeded());
        if (tally.coalescedPart() > MANY_COALESCED) {
            notes.add(number(100 * tally.coalescedPart())
                    + " % of token events arrived together with the one before: itl shows bursts, not tokens");
        }
        if (tally.tokensFrom() != TokensFrom.EVENTS && tally.tokensPerEvent() > MORE_THAN_ONE_TOKEN) {
            notes.add("a token event carried " + number(tally.tokensPerEvent())
                    + " tokens on average: itl is the gap between events, tpot the time per token");
        }
    }

    private void onTokensWithoutTimes(Streamed streamed, long answers) {
        if (streamed.inOnePiece() > 0) {
            notes.add(part(streamed.inOnePiece(), answers)
                    + " came in one piece, with no time between tokens: no tpot and no itl");
        }
        if (streamed.hidden() > 0) {
            notes.add("usage counts " + streamed.hidden()
                    + " tokens of reasoning that were not sent: tpot is of those that" + " were, all else of both");
        }
        if (streamed.hiddenUnknown() > 0) {
            notes.add("in " + part(streamed.hiddenUnknown(), answers)
                    + " reasoning was neither sent nor counted apart: no tpot");
        }
    }

    private static String part(long some, long answers) {
        return some == answers && answers > 1
                ? "all " + answers + " answers"
                : some + " of " + answers + (answers == 1 ? " answer" : " answers");
    }

    private void onTokens(Tally tally) {
        if (tally.tokensFrom() == TokensFrom.EVENTS && tally.succeeded() > 0) {
            notes.add("output tokens are counted events, since the server sent no usage: an event may carry several"
                    + " tokens, and tpot and token rates are per event");
        }
        if (tally.exceeding() > 0) {
            notes.add("usage counts more tokens than maxNewTokens in " + tally.exceeding()
                    + (tally.exceeding() == 1 ? " request" : " requests")
                    + ": tpot and token rates rest on the server's count");
        }
        if (tally.promptTokensUnknown() > 0 && tally.promptTokensUnknown() < tally.succeeded()) {
            notes.add("prompt tokens are unknown for " + tally.promptTokensUnknown() + " of " + tally.succeeded()
                    + " requests: rates of prompt and total tokens are too low by theirs");
        }
    }

    private static String number(double value) {
        return Quantity.number(value);
    }
}
