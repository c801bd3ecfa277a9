package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.CapacityPlan.Kind;
import io.github.llmperf.plan.Limits;
import java.util.List;
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

    private static CapacityText text(CapacityRun... runs) {
        return new CapacityText(new CapacitySearch(PLAN, List.of(runs)).outcome(), LIMITS);
    }

    @Test
    void saysWhatIsCarriedAndWhatBreaks() {
        assertThat(text(run(1, 20), run(92, 90), run(96, 106)).sentence())
                .isEqualTo(
                        "carries 92 users (ttft.mean < 3,000 ms, tpot.mean < 100 ms); 96 users break tpot.mean (106 ms,"
                                + " must be < 100 ms)");
    }

    @Test
    void saysWhatIsTooClose() {
        assertThat(text(run(1, 20), run(92, 90), run(96, 100.5), run(96, 99.9)).sentence())
                .endsWith("; 96 users are too close to the limit on tpot.mean (100.2 ms, must be < 100 ms)");
    }

    @Test
    void saysThatTheLowerEndFails() {
        assertThat(text(run(1, 300)).sentence())
                .isEqualTo("1 user breaks tpot.mean (300 ms, must be < 100 ms), and the range begins there");
    }

    @Test
    void saysThatTheLowerEndIsTooClose() {
        assertThat(text(run(1, 99.9), run(1, 100.1)).sentence())
                .isEqualTo("whether 1 user, where the range begins, meets the limits is too close to tell with 90 %"
                        + " certainty (100 ms, must be < 100 ms); let the range begin lower, or measure longer");
    }

    @Test
    void saysHowManyNodesAPlanTakes() {
        assertThat(text(run(1, 20), run(90, 90), run(94, 106)).nodes())
                .contains("10,000 users take 139 nodes of 90 users, 20 % of each kept free");
    }

    @Test
    void saysWhereTheLimitMostLikelyIs() {
        assertThat(text(run(1, 20), run(92, 94), run(96, 106)).estimate().orElseThrow())
                .startsWith("the limit most likely lies at 94 users, by all 3 runs together; 92 users meet the limits");
    }

    @Test
    void saysWhyASearchCouldNotGoOn() {
        CapacityRun invalid = new CapacityRun(4, CapacityRun.Kind.INVALID, List.of(), "load generator saturated");
        assertThat(text(run(1, 20), invalid, invalid).sentence())
                .isEqualTo("load generator saturated (twice at the same load); carried 1 user until then");
    }

    @Test
    void saysWhatATargetBreaksDownWith() {
        CapacityRun down =
                new CapacityRun(4, CapacityRun.Kind.BROKEN_DOWN, List.of(), "nothing succeeded: out of memory");
        assertThat(text(run(3, 20), down).sentence())
                .isEqualTo("carries 3 users (ttft.mean < 3,000 ms, tpot.mean < 100 ms); 4 users break the target down:"
                        + " nothing succeeded: out of memory");
    }
}
