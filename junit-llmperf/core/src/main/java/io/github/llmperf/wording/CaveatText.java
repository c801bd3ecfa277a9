package io.github.llmperf.wording;

import io.github.llmperf.baseline.BaselineStore;
import io.github.llmperf.measure.RequestCounts;
import io.github.llmperf.measure.TokenCounts;
import io.github.llmperf.protocol.TokensFrom;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** What a reader must know of the numbers in a report, whatever the run; {@link NoteText} has what one run adds. */
@API(status = Status.INTERNAL, since = "0.1")
public final class CaveatText {

    /** From how many requests on there is a percentile. */
    public static final String PERCENTILES =
            "A percentile is shown from 10 requests on for p90 and 100 for p99; it is certain within its sample from 64"
                    + " and 662 on.";

    /** The window was short. */
    public static final String WHOLE_RUN =
            "The window was shorter than half the run, so rates and concurrency are those of the whole run.";

    /** {@code maxDuration} ended the run. */
    public static final String LONGEST_DURATION =
            "The run ended at its longest duration, before everything planned was measured.";

    private CaveatText() {}

    /** Says whose latencies they are. */
    public static String latencies(RequestCounts requests) {
        return "Latencies are those of " + Numbers.count(requests.succeeded(), "successful request")
                + " as this machine saw them, network included; in limits on percentiles a failed request counts as"
                + " infinitely slow.";
    }

    /** Says the same beside a table or picture of a run in which requests failed. */
    public static String latenciesWithoutFailures(RequestCounts requests) {
        return "Latencies are those of the " + Numbers.count(requests.succeeded(), "successful request")
                + ", responseTime of all; limits on percentiles count "
                + (requests.failed() == 1 ? "the failed one" : "each of the " + requests.failed() + " failed ones")
                + " as ∞.";
    }

    /** Says what one build cannot tell. */
    public static String oneBuild(int trials) {
        return (trials == 1 ? "This is one run." : "These are " + trials + " trials.")
                + " Requests of a run share its luck, so more of them narrow a percentile but not the difference from run"
                + " to run; only stored runs tell that.";
    }

    /** Says what a run with two targets cannot tell. */
    public static String twoTargets() {
        return "Both targets were measured in turns in one run, so that what disturbs both cancels. What differs for good"
                + " between the places they run at does not: it counts as theirs.";
    }

    /** Says that few runs are stored. */
    public static String weakBaseline(int runs) {
        return "The baseline is weak: " + Numbers.count(runs, "stored run") + ", where " + BaselineStore.FEW
                + " or more show how much runs differ by themselves.";
    }

    /** Says where token counts are from that the server did not state. */
    public static String countedTokens(TokensFrom from) {
        return "The server did not state its token counts; they were counted from " + from.jsonName()
                + (from == TokensFrom.EVENTS
                        ? ", and an event may hold several tokens, so tpot may be too high and token rates too low."
                        : " on the wire.");
    }

    /** Says how many prompt tokens were cached. */
    public static String cachedTokens(TokenCounts tokens) {
        return tokens.cached() + " of " + tokens.prompt() + " prompt tokens came from the server's cache"
                + (tokens.continued().requests() > 0
                        ? ", " + tokens.continued().cached()
                                + " of them in turns that go on with a conversation, whose history is rightly there."
                        : ".");
    }

    /**
     * Says why a comparison and a table may differ: one is the mean of several loads, the other covers all their requests.
     *
     * @param thing what there are several of, such as {@code pair}
     */
    public static String averages(int number, String thing) {
        return "Compared is the mean of the " + Numbers.count(number, thing)
                + "; limits, tables and pictures are of the requests of all of them together, so that they differ a"
                + " little.";
    }
}
