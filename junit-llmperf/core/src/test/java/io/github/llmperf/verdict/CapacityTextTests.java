package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.CapacityPlan.Kind;
import io.github.llmperf.plan.Limits;
import io.github.llmperf.wording.FindingText;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class CapacityTextTests {

    private static final Limit TTFT = Limit.parse("ttft < 3s");
    private static final Limit TPOT = Limit.parse("tpot < 100ms");
    private static final Limits LIMITS =
            new Limits(List.of(TTFT, TPOT), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());
    private static final CapacityPlan PLAN =
            new CapacityPlan(Kind.USERS, 1, 1000, OptionalDouble.of(10_000), .2, .9, .05, 12);

    private static CapacityRun run(double users, double tpot) {
        return CapacityRun.measured(users, List.of(CapacityMargin.of(TTFT, 500, 0), CapacityMargin.of(TPOT, tpot, 0)));
    }

    private static CapacityOutcome outcome(CapacityRun... runs) {
        return new CapacitySearch(PLAN, List.of(runs)).outcome();
    }

    private static String sentence(CapacityRun... runs) {
        return FindingText.of(new Finding.Capacity(outcome(runs), LIMITS));
    }

    /** A run that says no more of itself than this. */
    private static CapacityRun saying(CapacityRun.Kind kind, String why) {
        return new CapacityRun(4, kind, List.of(), Optional.of(Judgement.fault(new RunFailure.Refused(why))));
    }

    @Test
    void saysWhatIsCarriedAndWhatBreaks() {
        assertThat(sentence(run(1, 20), run(92, 90), run(96, 106)))
                .isEqualTo(
                        "carries 92 users (ttft.mean < 3,000 ms, tpot.mean < 100 ms); 96 users break tpot.mean (106 ms,"
                                + " must be < 100 ms)");
    }

    @Test
    void saysWhatIsTooClose() {
        assertThat(sentence(run(1, 20), run(92, 90), run(96, 100.5), run(96, 99.9)))
                .endsWith("; 96 users are too close to the limit on tpot.mean (100.2 ms, must be < 100 ms)");
    }

    @Test
    void saysThatTheLowerEndFails() {
        assertThat(sentence(run(1, 300)))
                .isEqualTo("1 user breaks tpot.mean (300 ms, must be < 100 ms), and the range begins there");
    }

    @Test
    void saysThatTheLowerEndIsTooClose() {
        assertThat(sentence(run(1, 99.9), run(1, 100.1)))
                .isEqualTo("whether 1 user, where the range begins, meets the limits is too close to tell with 90 %"
                        + " certainty (100 ms, must be < 100 ms); let the range begin lower, or measure longer");
    }

    @Test
    void saysHowManyNodesAPlanTakes() {
        assertThat(FindingText.of(new Finding.Note(new Remark.Nodes(outcome(run(1, 20), run(90, 90), run(94, 106))))))
                .isEqualTo("10,000 users take 139 nodes of 90 users, 20 % of each kept free");
    }

    @Test
    void saysWhereTheLimitMostLikelyIs() {
        assertThat(FindingText.of(
                        new Finding.Note(new Remark.Estimate(outcome(run(1, 20), run(92, 94), run(96, 106))))))
                .startsWith("the limit most likely lies at 94 users, by all 3 runs together; 92 users meet the limits");
    }

    @Test
    void saysWhyASearchCouldNotGoOn() {
        CapacityRun invalid = saying(CapacityRun.Kind.INVALID, "load generator saturated");
        assertThat(sentence(run(1, 20), invalid, invalid))
                .isEqualTo("load generator saturated (twice at the same load); carried 1 user until then");
    }

    @Test
    void saysWhatATargetBreaksDownWith() {
        CapacityRun down = saying(CapacityRun.Kind.BROKEN_DOWN, "nothing succeeded: out of memory");
        assertThat(sentence(run(3, 20), down))
                .isEqualTo("carries 3 users (ttft.mean < 3,000 ms, tpot.mean < 100 ms); 4 users break the target down:"
                        + " nothing succeeded: out of memory");
    }
}
