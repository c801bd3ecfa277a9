package io.github.llmperf.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.load.VirtualRun.Server;
import io.github.llmperf.plan.LoadPlan;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Numbers written down once: the same seed gives the same load on every Java version and machine, bit for bit. All of it
 * comes from {@link java.util.Random}, whose algorithm is specified, and {@link StrictMath}.
 */
class DeterminismTests {

    @Test
    void randomNumbersAreTheSameEverywhere() {
        assertThat(Randomness.stream(42, 0).nextLong()).isEqualTo(1947701079609689941L);
        assertThat(Randomness.stream(42, 1).nextLong()).isEqualTo(-1093467486395078802L);
        assertThat(Randomness.stream(-1, 20_000).nextLong()).isEqualTo(6751658126719913918L);
    }

    @Test
    void schedulesAreTheSameEverywhere() {
        assertThat(schedule(5, 1)).containsExactly(39138234, 205212835, 471393638, 480557334, 500000000);
        assertThat(schedule(5, .25)).containsExactly(410483822, 462995383, 464632938, 472102669, 500000000);
        assertThat(schedule(5, 4)).containsExactly(79622669, 214423015, 380343974, 434806133, 500000000);
        assertThat(Arrays.hashCode(schedule(100_000, .7))).isEqualTo(1422115584);
    }

    private static long[] schedule(int n, double burstiness) {
        return Schedule.offsets(n, 10, burstiness, Randomness.stream(42, 0));
    }

    @Test
    void thinkTimesAreTheSameEverywhere() {
        assertThat(scheduled(TestPlan.users(2).think("1s..3s")))
                .containsExactly(0L, 0L, 1311170167L, 2981446014L, 3367525707L, 4972889465L, 5163292124L, 6749460496L);
        assertThat(scheduled(TestPlan.users(2).think("exp(2s)")))
                .containsExactly(0L, 0L, 323170998L, 1724182737L, 2679869527L, 5751068044L, 6205613434L, 7031981672L);
    }

    private static List<Long> scheduled(TestPlan plan) {
        return VirtualRun.sends(plan.requests(8), Server.taking(100)).stream()
                .map(NextAction.Send::scheduled)
                .toList();
    }

    @Test
    void seedsOfRepetitionsAndStagesAreTheSameEverywhereAndDiffer() {
        LoadPlan plan = TestPlan.users(1).build();

        assertThat(plan.ofNumber(0)).isSameAs(plan);
        assertThat(plan.ofNumber(1).load().seed()).isEqualTo(-3346207314135029174L);
        assertThat(plan.ofNumber(2).load().seed()).isEqualTo(6985937168905338880L);
        assertThat(IntStream.range(0, 10_000)
                        .mapToLong(number -> plan.ofNumber(number).load().seed()))
                .doesNotHaveDuplicates();
    }

    @Test
    void repetitionsKeepEverythingButTheSeed() {
        LoadPlan plan = TestPlan.rate(5).burstiness(1).build();

        assertThat(plan.ofNumber(3))
                .usingRecursiveComparison()
                .ignoringFields("load.seed")
                .isEqualTo(plan);
    }

    @Test
    void repetitionsHaveSchedulesOfTheirOwn() {
        List<NextAction.Send> first = VirtualRun.sends(poisson(TestPlan.rate(20).build(), 0), Server.taking(10));

        assertThat(VirtualRun.sends(poisson(TestPlan.rate(20).build(), 1), Server.taking(10)))
                .hasSameSizeAs(first)
                .isNotEqualTo(first);
    }

    private static TestPlan poisson(LoadPlan plan, int repetition) {
        return TestPlan.rate(20)
                .burstiness(1)
                .requests(50)
                .seed(plan.ofNumber(repetition).load().seed());
    }
}
