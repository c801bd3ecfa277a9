package io.github.llmperf.protocol.kit;

import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.AnswerResult;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.StreamEvent;
import io.github.llmperf.protocol.TokensFrom;
import java.util.ArrayList;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * An answer while it is being read, event by event. What a {@link Decoder} adds between two events belongs to one of them:
 * however many choices or parts it has, an event counts once.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class AnswerBuilder {

    private static final int NOT_SAID = -1;
    private static final int LONGEST_MODEL = 200;

    /** Where no parser takes reasoning out of the text, it stands at its beginning. */
    private static final String THOUGHTS = "<think";

    private final Workload workload;
    private final FailureKind otherError;
    private final OutputText texts = new OutputText();
    private final OutputText reasonings = new OutputText();
    private final ServerTimes times = new ServerTimes();
    private final List<String> warnings = new ArrayList<>();
    private final Troubles troubles = new Troubles();
    private final EventCounts events = new EventCounts();
    private boolean ended;
    private int tokenObjects;
    private int promptTokens = NOT_SAID;
    private int outputTokens = NOT_SAID;
    private int cachedTokens = NOT_SAID;
    private int reasoningTokens = NOT_SAID;
    private boolean reasoningKept;
    private @Nullable String finishReason;
    private @Nullable String model;
    private boolean endMark;
    private boolean sawDone;
    private boolean endless;

    /** Returns an empty draft; {@code otherError} is what an error is whose words say nothing more. */
    AnswerBuilder(Workload workload, FailureKind otherError) {
        this.workload = workload;
        this.otherError = otherError;
    }

    /**
     * Adds visible text.
     *
     * @param delta what is new; nothing when empty
     */
    public void text(String delta) {
        text(0, delta);
    }

    /**
     * Adds visible text to one of several answers.
     *
     * @param choice which, from 0
     * @param delta what is new; nothing when empty
     */
    public void text(int choice, String delta) {
        if (texts.add(choice, delta)) {
            events.visible();
        }
    }

    /**
     * Corrects the visible text of earlier events, once it is known how they were meant. The event being read does not
     * count as output by this alone.
     *
     * @param choice which answer, from 0
     * @param text all of it so far, without what this event adds
     */
    public void correct(int choice, String text) {
        texts.replace(choice, text);
    }

    /**
     * Adds reasoning.
     *
     * @param delta what is new; nothing when empty
     */
    public void reasoning(String delta) {
        reasoning(0, delta);
    }

    /**
     * Adds reasoning to one of several answers.
     *
     * @param choice which, from 0
     * @param delta what is new; nothing when empty
     */
    public void reasoning(int choice, String delta) {
        if (reasonings.add(choice, delta)) {
            events.reasoning();
        }
    }

    /** Notes that the event adds to a tool call. */
    public void toolCall() {
        events.tool();
    }

    /** Counts one token object on the wire, special tokens included. */
    public void token() {
        tokenObjects++;
        events.token();
    }

    /**
     * Notes that the event is a delta without text, as some servers send for a token whose bytes are held back. Not for
     * deltas that only name a role.
     */
    public void emptyDelta() {
        events.empty();
    }

    /**
     * Takes the count of tokens up to and with this event, from a server that counts in each event: where it grows, the
     * event stands for a token even if it has no text. {@link #usage} does not do that, since the sum of an answer may
     * stand in any event.
     *
     * @param soFar tokens so far, without those that are not sent; nothing when 0 or less
     */
    public void tokensSoFar(int soFar) {
        events.counted(soFar);
    }

    /**
     * Takes how many of the output tokens are reasoning. They are hidden unless an event brought some of it.
     *
     * @param count the highest ever said wins; negative when not said
     */
    public void reasoningTokens(int count) {
        reasoningTokens = Math.max(reasoningTokens, count);
    }

    /**
     * Takes the model that the answer names. Of a path the last name counts, for directories differ from build to build.
     *
     * @param name the first one counts, 200 characters of it; nothing when empty
     */
    public void model(String name) {
        if (model == null && !name.isEmpty()) {
            boolean path = name.startsWith("/") || name.contains(":\\");
            String last = path ? name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1) : name;
            model = last.length() > LONGEST_MODEL ? last.substring(0, LONGEST_MODEL) : last;
        }
    }

    /** Notes reasoning that is counted as output and not sent. */
    public void reasoningKept() {
        reasoningKept = true;
    }

    /**
     * Takes counts. The highest ever said win, so that zeros and placeholders never override.
     *
     * @param prompt tokens of the prompt; negative when not said
     * @param output tokens produced so far; negative when not said
     * @param cached prompt tokens taken from a cache; negative when not said
     */
    public void usage(int prompt, int output, int cached) {
        promptTokens = Math.max(promptTokens, prompt);
        outputTokens = Math.max(outputTokens, output);
        cachedTokens = Math.max(cachedTokens, cached);
    }

    /**
     * Returns the output tokens the server has counted so far.
     *
     * @return the highest count; −1 when it has not said any
     */
    public int outputTokens() {
        return outputTokens;
    }

    /**
     * Takes a time the server says of itself.
     *
     * @param metric which
     * @param millis how long; nothing when negative or no number
     */
    public void serverTime(Metric metric, double millis) {
        times.put(metric, millis);
    }

    /**
     * Returns a time the server has said of itself.
     *
     * @param metric which
     * @return ms; NaN when it has not said it
     */
    public double serverTime(Metric metric) {
        return times.get(metric);
    }

    ServerTimes times() {
        return times;
    }

    /**
     * Notes why the answer ended. More events may follow.
     *
     * @param reason verbatim; nothing when empty
     */
    public void finish(String reason) {
        finish(0, reason);
    }

    /**
     * Notes why one of several answers ended. More events may follow.
     *
     * @param choice which, from 0
     * @param reason verbatim; nothing when empty
     */
    public void finish(int choice, String reason) {
        if (!reason.isEmpty() && (choice == 0 || finishReason == null)) {
            finishReason = reason;
        }
        if (!reason.isEmpty() && !FinishReasons.isLength(reason)) {
            events.finish();
        }
    }

    /** Notes that this event is the last: what follows is no output, and the connection may break. */
    public void end() {
        endMark = true;
        ended = true;
    }

    /** Notes that answers of this shape have no end mark: a clean end of the body is all there is. */
    public void endless() {
        endless = true;
    }

    /**
     * Notes an error inside the answer, sorted by its words. It ends the output.
     *
     * @param error what the server says
     */
    public void fail(ErrorBody error) {
        events.failed();
        troubles.add(FailureSorter.inBand(error, otherError), error);
        ended = true;
    }

    /**
     * Notes something wrong with the answer that the server does not say itself.
     *
     * @param kind why it is no success
     * @param message what is wrong
     */
    public void fail(FailureKind kind, String message) {
        troubles.add(kind, message);
    }

    /**
     * Notes an oddity that is no failure.
     *
     * @param warning such as {@code missing_done}
     */
    public void warn(String warning) {
        if (!warnings.contains(warning)) {
            warnings.add(warning);
        }
    }

    /** Notes {@code [DONE]}. */
    void done() {
        sawDone = true;
        end();
    }

    /** Closes the event: counts what it added. */
    StreamEvent closeEvent() {
        return events.close();
    }

    /** Returns, once for each event, whether it ended the output. */
    boolean takeEnded() {
        boolean was = ended;
        ended = false;
        return was;
    }

    boolean sawDone() {
        return sawDone;
    }

    boolean isEndless() {
        return endless;
    }

    boolean sawEndMark() {
        return endMark;
    }

    @Nullable
    String finishReason() {
        return finishReason;
    }

    boolean hasOutput() {
        return events.outputs() > 0;
    }

    boolean hasTrouble() {
        return troubles.worst() != null;
    }

    AnswerResult reading() {
        boolean counted = outputTokens > 0;
        if (counted && Answer.exceeds(outputTokens, workload.maxNewTokens())) {
            warn("usage_exceeds_max_tokens");
        }
        int otherwise = tokenObjects > 0 ? tokenObjects : events.tokens();
        TokensFrom from = counted ? TokensFrom.USAGE : tokenObjects > 0 ? TokensFrom.OBJECTS : TokensFrom.EVENTS;
        int tokens = counted ? outputTokens : otherwise;
        if (workload.forceLength()
                && !hasTrouble()
                && from != TokensFrom.EVENTS
                && tokens + 1 < workload.maxNewTokens()) {
            warn("length_not_forced");
        }
        times.complete(from == TokensFrom.EVENTS ? NOT_SAID : tokens, this::warn);
        Answer answer = new Answer(
                texts.ofFirst(),
                reasonings.ofFirst(),
                texts.codePoints() + reasonings.codePoints(),
                events.content(),
                events.reasonings(),
                events.tools(),
                promptTokens,
                tokens,
                counted ? hiddenTokens() : 0,
                cachedTokens,
                from,
                finishReason,
                sawDone,
                times.byName(),
                model,
                warnings);
        return new AnswerResult(answer, troubles.worst());
    }

    /** Each event that stands for a token brought one at least, so that no more than the rest can be hidden. */
    private int hiddenTokens() {
        boolean sent = events.reasonings() > 0 || texts.ofFirst().stripLeading().startsWith(THOUGHTS);
        if (sent) {
            return 0;
        }
        if (reasoningTokens > 0) {
            return Math.max(0, Math.min(reasoningTokens, outputTokens - events.tokens()));
        }
        return reasoningKept ? Answer.UNKNOWN : 0;
    }
}
