package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.baseline.MeasurementFixture;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.Distribution;
import io.github.llmperf.measure.Measurement;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.verdict.Finding.Status;
import io.github.llmperf.verdict.Finding.Validity;
import io.github.llmperf.wording.FindingText;
import io.github.llmperf.wording.ReasonText;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SteadinessRuleTests {

    private final RunFixture run = RunFixture.withStored(10);

    /** Makes a latency go through the slices as given, ten requests in each. */
    private void slices(Metric metric, IntToDoubleFunction value) {
        slices(metric, value, 10);
    }

    private void slices(Metric metric, IntToDoubleFunction value, int each) {
        List<Distribution> slices = IntStream.range(0, Measurement.SLICES)
                .mapToObj(i -> MeasurementFixture.around(value.applyAsDouble(i), each))
                .toList();
        run.measurement.slices.put(metric, slices);
        run.measurement.distributions.put(metric, sum(slices));
    }

    private static Distribution sum(List<Distribution> parts) {
        Distribution sum = new Distribution();
        parts.forEach(sum::add);
        return sum;
    }

    /** Returns a line from one value to another over the middles of the ten blocks. */
    private static IntToDoubleFunction line(double from, double to) {
        return slice -> {
            int block = slice / 2;
            return from * Math.pow(to / from, block / 9.);
        };
    }

    private List<Validity> judge() {
        return SteadinessRule.judge(run.plan.build(), run.candidate(), true);
    }

    private void assertSteady() {
        assertThat(judge()).isEmpty();
    }

    private void assertNotSteady() {
        assertThat(judge()).extracting(Validity::status).containsExactly(Status.BROKEN);
    }

    @Test
    void saysFromWhereToWhereALatencyRose() {
        run.stored.clear();
        run.stored(5, one -> one.ttft = 900);
        slices(Metric.TTFT, line(800, 1000));

        assertThat(run.judge().verdict()).isEqualTo(Verdict.INVALID);
        assertThat(ReasonText.of(run.judge()))
                .isEqualTo("not steady: ttft rose from 792.2 ms to 990.5 ms (+25 %) over the window of 30 s; lower the"
                        + " load if it is more than the server carries, or raise warmup until it has settled");
    }

    /** Limits are judged, and all trials pooled, by a measurement in which the steady trials hide the other one. */
    @Test
    void namesTheOneOfSeveralTrialsThatWasNotSteady() {
        Measurement steady = run.measurement.build();
        RunFixture second = RunFixture.withStored(10);
        List<Distribution> rising = IntStream.range(0, Measurement.SLICES)
                .mapToObj(i -> MeasurementFixture.around(line(800, 1000).applyAsDouble(i), 10))
                .toList();
        second.measurement.slices.put(Metric.TTFT, rising);
        second.measurement.distributions.put(Metric.TTFT, sum(rising));
        Candidate candidate = new Candidate(run.run(), steady, List.of(steady, second.measurement.build(), steady));

        Judgement judgement = Judge.judge(run.plan.build(), candidate, run.lookup());
        assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(ReasonText.of(judgement))
                .isEqualTo("trial 2 of 3 was not steady: ttft rose from 792.2 ms to 990.5 ms (+25 %) over the window of"
                        + " 30 s; lower the load if it is more than the server carries, or raise warmup until it has"
                        + " settled");
    }

    @Test
    void asksNothingOfALatencyThatNobodyLooksAt() {
        slices(Metric.TTFT, line(800, 1000));
        assertThat(SteadinessRule.judge(run.plan.build(), run.candidate(), false))
                .isEmpty();
        run.plan.limit("tpot.p50 < 1s");
        assertThat(SteadinessRule.judge(run.plan.build(), run.candidate(), false))
                .isEmpty();
        run.plan.limit("ttft.p50 < 1s");
        assertThat(SteadinessRule.judge(run.plan.build(), run.candidate(), false))
                .hasSize(1);
    }

    @Test
    void isNotExcusedByALimitOnSomethingElse() {
        slices(Metric.TTFT, line(800, 1000));
        run.plan.limit("outputTokenRate > 1000000 tokens/s");
        assertNotSteady();
    }

    @Test
    void saysThatAWarmUpWasNotOver() {
        slices(Metric.TPOT, line(30, 20));

        assertThat(ReasonText.of(run.judge()))
                .isEqualTo("not steady: tpot fell from 29.71 ms to 19.81 ms (−33 %) over the window of 30 s; raise"
                        + " warmup, since the server was still warming up");
    }

    @Test
    void letsALatencyDriftByLessThanTheTolerance() {
        slices(Metric.TPOT, line(20, 21.9));
        assertSteady();

        slices(Metric.TPOT, line(20, 22.1));
        assertNotSteady();

        slices(Metric.TPOT, line(22.1, 20));
        assertNotSteady();
    }

    @Test
    void letsALatencySwing() {
        slices(Metric.TTFT, i -> i % 4 < 2 ? 700 : 900);
        assertSteady();

        slices(Metric.TTFT, i -> i < 4 ? 1200 : 800);
        assertSteady();
    }

    @Test
    void findsNoDriftThatNobodyNotices() {
        slices(Metric.TPOT, line(.5, .69));
        assertSteady();

        slices(Metric.TPOT, line(.5, .72));
        assertNotSteady();

        run.measurement.slices.clear();
        slices(Metric.TTFT, line(4, 5.9));
        assertSteady();

        slices(Metric.TTFT, line(4, 6.2));
        assertNotSteady();
    }

    @Test
    void takesEightRequestsInEachBlock() {
        slices(Metric.TTFT, line(800, 1600), 3);
        assertSteady();

        slices(Metric.TTFT, line(800, 1600), 4);
        assertNotSteady();
    }

    @Test
    void looksOnlyAtWhatIsLimitedOrGuarded() {
        slices(Metric.E2E, line(2000, 4000));
        assertSteady();

        run.plan.limit("e2e.p90 <= 5s");
        assertNotSteady();

        slices(Metric.TTFT, line(800, 1600));
        assertThat(SteadinessRule.judge(run.plan.build(), run.candidate(), false))
                .extracting(finding -> FindingText.of(finding).substring(0, 15))
                .containsExactly("not steady: e2e");
    }

    @Test
    void letsALatencyFarBelowItsLimitDrift() {
        run.plan.gated("tpot.p50");
        run.plan.limit("ttft <= 5s");
        slices(Metric.TTFT, line(800, 1290));
        assertSteady();

        slices(Metric.TTFT, line(800, 1310));
        assertNotSteady();

        run.plan.limits.clear();
        run.plan.limit("ttft.p90 <= 5s");
        slices(Metric.TTFT, line(800, 1540));
        assertSteady();
    }

    @Test
    void looksAtNoLatencyThatTheServerStates() {
        run.plan.gated("serverTtft.p50", "outputTokenRate");
        slices(Metric.SERVER_TTFT, line(800, 1600));

        assertSteady();
    }

    @Test
    void findsNoExcuseForABrokenLimitInALatencyThatRises() {
        run.plan.limit("ttft.p50 <= 1s");
        slices(Metric.TTFT, line(800, 1600));

        assertThat(run.judge().verdict()).isEqualTo(Verdict.SLA_VIOLATED);
        assertThat(run.texts())
                .anyMatch(text -> text.startsWith("not steady: ttft rose")
                        && text.endsWith("; it cannot have changed the verdict"));

        slices(Metric.TTFT, line(1600, 800));
        assertThat(run.judge().verdict()).isEqualTo(Verdict.INVALID);
    }

    @Test
    void expectsNothingSteadyOfALoadThatIsNot() {
        slices(Metric.TTFT, line(800, 1600));
        run.plan.arrival = new Arrival.OpenLoop(32, 1, OptionalInt.empty());
        assertNotSteady();

        run.plan.arrival = new Arrival.OpenLoop(Double.POSITIVE_INFINITY, 1, OptionalInt.empty());
        assertSteady();

        Arrival.ClosedLoop users = Arrival.ClosedLoop.of(20);
        run.plan.arrival = new Arrival.ClosedLoop(20, users.ramp(), users.thinkTime(), 3);
        assertSteady();

        run.plan.arrival = users;
        assertNotSteady();
        run.measurement.ratesFromWholeRun = true;
        assertSteady();
    }

    @Test
    void leavesARunThatWasEndedEarlyToTheRulesThatEndedIt() {
        slices(Metric.TTFT, line(800, 1600));
        run.end = LoadRun.End.OVERRUN;
        run.early = Findings.overrun();

        assertThat(run.judge().verdict()).isEqualTo(Verdict.SLA_VIOLATED);
    }

    /** Requests of a steady but noisy server: log-normal, each with .8 of the deviation of the one before. */
    @Tag("simulation")
    @Test
    void seldomDoubtsASteadyServer() {
        Random random = new Random(42);
        int runs = 1_000;
        int doubted = 0;
        for (int i = 0; i < runs; i++) {
            noisy(random, Metric.TTFT, 800, 10);
            noisy(random, Metric.TPOT, 20, 10);
            doubted += judge().isEmpty() ? 0 : 1;
        }
        assertThat(doubted)
                .as(String.format(Locale.ROOT, "%.2f %%", 100. * doubted / runs))
                .isLessThan(runs / 125);
    }

    private void noisy(Random random, Metric metric, double centre, int each) {
        double[] state = {random.nextGaussian()};
        List<Distribution> slices = IntStream.range(0, Measurement.SLICES)
                .mapToObj(slice -> Distribution.of(IntStream.range(0, each)
                        .mapToDouble(i -> {
                            state[0] = .8 * state[0] + .6 * random.nextGaussian();
                            return centre * Math.exp(.3 * state[0]);
                        })
                        .toArray()))
                .toList();
        run.measurement.slices.put(metric, slices);
        run.measurement.distributions.put(metric, sum(slices));
    }
}
