package io.github.llmperf.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.measure.RequestCounts;
import io.github.llmperf.measure.TokenCounts;
import io.github.llmperf.measure.TokenCounts.Continued;
import io.github.llmperf.protocol.TokensFrom;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CaveatTextTests {

    private static RequestCounts requests(long succeeded, long failed) {
        return new RequestCounts(succeeded + failed, succeeded, failed, 0, 0, 0, 0, 0, Map.of());
    }

    @Test
    void saysWhoseLatenciesTheyAre() {
        assertThat(CaveatText.latencies(requests(1, 0)))
                .isEqualTo("Latencies are those of 1 successful request as this machine saw them, network included; in"
                        + " limits on percentiles a failed request counts as infinitely slow.");
    }

    @Test
    void saysWhatTablesLeaveOutWhereRequestsFailed() {
        assertThat(CaveatText.latenciesWithoutFailures(requests(397, 3)))
                .isEqualTo(
                        "Latencies are those of the 397 successful requests, responseTime of all; limits on percentiles"
                                + " count each of the 3 failed ones as ∞.");
        assertThat(CaveatText.latenciesWithoutFailures(requests(397, 1)))
                .endsWith("; limits on percentiles count the failed one as ∞.");
    }

    @Test
    void saysWhatOneBuildCannotTell() {
        String rest =
                " Requests of a run share its luck, so more of them narrow a percentile but not the difference from"
                        + " run to run; only stored runs tell that.";
        assertThat(CaveatText.oneBuild(1)).isEqualTo("This is one run." + rest);
        assertThat(CaveatText.oneBuild(3)).isEqualTo("These are 3 trials." + rest);
        assertThat(CaveatText.twoTargets())
                .isEqualTo("Both targets were measured in turns in one run, so that what disturbs both cancels. What"
                        + " differs for good between the places they run at does not: it counts as theirs.");
    }

    @Test
    void saysThatFewRunsAreStored() {
        assertThat(CaveatText.weakBaseline(1))
                .isEqualTo(
                        "The baseline is weak: 1 stored run, where 3 or more show how much runs differ by themselves.");
    }

    @Test
    void saysWhereTokensWereCounted() {
        assertThat(CaveatText.countedTokens(TokensFrom.EVENTS))
                .isEqualTo(
                        "The server did not state its token counts; they were counted from events, and an event may hold"
                                + " several tokens, so tpot may be too high and token rates too low.");
    }

    @Test
    void saysHowManyTokensWereCached() {
        assertThat(CaveatText.cachedTokens(new TokenCounts(400, 80, 120, TokensFrom.USAGE, Continued.NONE)))
                .isEqualTo("120 of 400 prompt tokens came from the server's cache.");
        assertThat(CaveatText.cachedTokens(new TokenCounts(400, 80, 120, TokensFrom.USAGE, new Continued(2, 200, 110))))
                .isEqualTo(
                        "120 of 400 prompt tokens came from the server's cache, 110 of them in turns that go on with a"
                                + " conversation, whose history is rightly there.");
    }

    @Test
    void saysWhyAComparisonDiffersFromATable() {
        assertThat(CaveatText.averages(3, "trial"))
                .isEqualTo(
                        "Compared is the mean of the 3 trials; limits, tables and pictures are of the requests of all of"
                                + " them together, so that they differ a little.");
    }
}
