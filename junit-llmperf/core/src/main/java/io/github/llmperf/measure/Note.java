package io.github.llmperf.measure;

import io.github.llmperf.load.EarlyEnd;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What the numbers of a measurement do not say by themselves. {@code io.github.llmperf.wording} has the sentences.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public sealed interface Note {

    /**
     * {@code maxDuration} ended the run.
     *
     * @param seconds how long it lasted
     * @param planned what it would have ended by
     */
    record CutByMaxDuration(double seconds, Planned planned) implements Note {

        /** What a plan lets a run end by. */
        public enum Planned {
            /** A time. */
            DURATION,
            /** A number of requests. */
            REQUESTS
        }
    }

    /**
     * The first requests all failed, which ended the run.
     *
     * @param requests how many
     * @param seconds how long it lasted
     */
    record NothingSucceeded(int requests, double seconds) implements Note {}

    /**
     * Measured requests hung when the run ended, and count as failed.
     *
     * @param requests how many
     * @param seconds how long nothing had come for any of them, at least
     */
    record HungAtEnd(long requests, double seconds) implements Note {}

    /**
     * Users waited after refusals instead of sending, so that the load was smaller than planned.
     *
     * @param waits how often
     * @param seconds of all users together
     * @param part of the time of all users in the window, 0 to 1
     */
    record WaitedAfterRefusals(long waits, double seconds, double part) implements Note {}

    /**
     * The run was ended before its time.
     *
     * @param seconds how long it lasted
     * @param why what ended it
     */
    @API(status = Status.INTERNAL, since = "0.1")
    record EndedEarly(double seconds, EarlyEnd why) implements Note {}

    /**
     * The build was interrupted.
     *
     * @param seconds how long the run lasted
     */
    record Interrupted(double seconds) implements Note {}

    /**
     * Rates are those of the whole run, since the window was shorter than half of it.
     *
     * @param windowSeconds length of the window
     * @param runSeconds length of the run
     */
    record ShortWindow(double windowSeconds, double runSeconds) implements Note {}

    /**
     * Not every user sent a measured request.
     *
     * @param requests that were measured
     * @param users of the plan
     */
    record IdleUsers(long requests, int users) implements Note {}

    /**
     * The server closed many connections under requests, which were sent once more. Each counts once, and as a success: a
     * server that drops many must not look whole.
     *
     * @param requests how many
     * @param attempted of how many
     */
    record SentOnceMore(long requests, long attempted) implements Note {}

    /**
     * Many token events arrived together with the one before.
     *
     * @param part of them, from 0 to 1
     */
    record Bursts(double part) implements Note {}

    /**
     * A token event carried more than one token.
     *
     * @param tokens on average
     */
    record TokensPerEvent(double tokens) implements Note {}

    /**
     * Answers came in one piece, with no time between tokens.
     *
     * @param some how many
     * @param answers of how many
     */
    record InOnePiece(long some, long answers) implements Note {}

    /**
     * The server counts tokens of reasoning that it did not send.
     *
     * @param tokens how many
     */
    record HiddenTokens(long tokens) implements Note {}

    /**
     * Reasoning was neither sent nor counted apart.
     *
     * @param some in how many answers
     * @param answers of how many
     */
    record HiddenUnknown(long some, long answers) implements Note {}

    /** The server sent no usage, so that events were counted as tokens. */
    record EventsCounted() implements Note {}

    /**
     * The server counts more tokens than were asked for.
     *
     * @param requests in how many
     */
    record MoreThanAsked(long requests) implements Note {}

    /**
     * Prompt tokens of some requests are unknown.
     *
     * @param requests how many
     * @param succeeded of how many
     */
    record PromptTokensUnknown(long requests, long succeeded) implements Note {}

    /**
     * Readers of answers warned of something.
     *
     * @param warning its name, such as {@code missing_done}; a dialect of a user may have its own
     * @param some in how many answers
     * @param answers of how many
     */
    record Oddity(String warning, long some, long answers) implements Note {}
}
