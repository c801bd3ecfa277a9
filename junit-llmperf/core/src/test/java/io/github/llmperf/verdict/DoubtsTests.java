package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.baseline.MeasurementFixture;
import io.github.llmperf.load.Health;
import io.github.llmperf.load.Healths;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.BaselinePolicy.Mode;
import io.github.llmperf.plan.Target;
import io.github.llmperf.verdict.Finding.Status;
import io.github.llmperf.witness.ClientOverhead;
import io.github.llmperf.witness.Lateness;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What makes a run doubtful takes only the verdicts that it can have caused. */
class DoubtsTests {

    private static final String REMOTE = "http://llm.example:8000";

    private final RunFixture run = RunFixture.withoutBaseline();

    DoubtsTests() {
        run.plan.target = Target.at(REMOTE).withModel("qwen2.5-7b");
        run.measurement.distributions.put(Metric.RESPONSE_TIME, MeasurementFixture.around(3200, 200));
        run.plan.mode = Mode.OFF;
    }

    /** A client that added so much to ttft at most, a tenth of it as a rule. */
    private static Health busy(double mostMs) {
        Lateness added = new Lateness(mostMs / 20, mostMs / 2, mostMs);
        return Healths.of(40, 1, .4, .9, 2).with(new ClientOverhead(added, added, added, 30, 1, mostMs));
    }

    private Verdict verdict() {
        return run.judge().verdict();
    }

    private void compare(int stored) {
        run.plan.mode = Mode.COMPARE;
        run.stored(stored, one -> {});
    }

    @Nested
    class OfABusyClient {

        @Test
        void leaveALimitMetThatIsMetInSpiteOfIt() {
            run.plan.limit("ttft.p90 <= 1500ms").limit("tpot.p50 <= 100ms");
            run.health = busy(200);

            assertThat(verdict()).isEqualTo(Verdict.PASS);
            assertThat(run.judge().isOfBusyClient())
                    .as("no run to compare later ones with")
                    .isTrue();
            assertThat(run.texts())
                    .anyMatch(text -> text.startsWith("load generator saturated")
                            && text.endsWith("; it cannot have changed the verdict"));
        }

        /** Else the luckiest of several tries on a busy machine would count. */
        @Test
        void meetNothingAfterATryThatLookedBad() {
            run.plan.limit("ttft.p90 <= 1500ms");
            run.health = busy(200);
            Candidate again = run.candidate()
                    .afterTries(List.of(new Judgement(
                            Verdict.INVALID,
                            List.of(new Finding.Note(new Remark.IfItCounted(Verdict.SLA_VIOLATED, List.of(), .01))),
                            .01,
                            OptionalDouble.empty())));

            assertThat(Judge.judge(run.plan.build(), again, run.lookup()).verdict())
                    .isEqualTo(Verdict.INVALID);
            Candidate afterNothingBad = run.candidate()
                    .afterTries(List.of(new Judgement(Verdict.INVALID, List.of(), .01, OptionalDouble.empty())));
            assertThat(Judge.judge(run.plan.build(), afterNothingBad, run.lookup())
                            .verdict())
                    .isEqualTo(Verdict.PASS);
        }

        @Test
        void meetNothingWhereLessThanThePlanWasSent() {
            run.plan.limit("ttft.p90 <= 1500ms");
            run.measurement.distributions.put(Metric.RESPONSE_TIME, MeasurementFixture.around(1000, 200));
            run.health = busy(200);

            assertThat(verdict()).isEqualTo(Verdict.INVALID);
        }

        @Test
        void leaveALimitBrokenThatIsBrokenByMoreThanTheClientAdded() {
            run.plan.limit("ttft.p90 <= 500ms");
            run.health = busy(200);

            assertThat(verdict()).isEqualTo(Verdict.SLA_VIOLATED);
        }

        @Test
        void excuseALimitThatTheClientItselfMayHaveBroken() {
            run.plan.limit("ttft.p90 <= 800ms");
            run.health = busy(200);

            assertThat(verdict()).isEqualTo(Verdict.INVALID);
        }

        @Test
        void excuseNoErrors() {
            run.plan.limit("errorRate <= 1%").limit("ttft.p90 <= 800ms");
            run.measurement.failed = 20;
            run.health = busy(200);

            assertThat(verdict()).isEqualTo(Verdict.SLA_VIOLATED);
        }

        @Test
        void excuseErrorsOfAClientThatStallsAsLongAsARequestMayTake() {
            run.plan.limit("errorRate <= 1%").limit("tpot.p50 <= 1s");
            run.measurement.failed = 20;
            run.health = busy(61_000);

            assertThat(verdict()).isEqualTo(Verdict.INVALID);
        }

        @Test
        void leaveARegressionThatLatenessCannotExplain() {
            compare(5);
            run.measurement.slower = 1.6;
            run.health = busy(100);

            assertThat(verdict()).isEqualTo(Verdict.REGRESSION);
        }

        @Test
        void excuseARegressionThatLatenessMayExplain() {
            compare(10);
            run.plan.gated("ttft.p50");
            run.measurement.slower = 1.3;
            run.health = busy(400);

            assertThat(verdict()).isEqualTo(Verdict.INVALID);
        }

        /** A request that is a little late misses its limit, however little that is. */
        @Test
        void excuseWhatCountsQuickRequests() {
            run.plan.limit("attainment >= 95%").limit("ttft.p90 <= 1500ms");
            run.measurement.rates.put(Metric.ATTAINMENT, 60.);
            run.health = busy(200);

            assertThat(verdict()).isEqualTo(Verdict.INVALID);

            run.health = Healths.of(.4, 1, .4, .9, 2);
            assertThat(verdict()).isEqualTo(Verdict.SLA_VIOLATED);
        }

        @Test
        void excuseAllWhereTheClientTookTheServersProcessors() {
            run.plan.target = Target.at("http://127.0.0.1:8000");
            run.plan.limit("ttft.p90 <= 100ms");
            Lateness none = new Lateness(.1, .2, .3);
            run.health = Healths.of(1, 1, .95, .99, 2).with(new ClientOverhead(none, none, none, 30, 1, .3));

            assertThat(verdict()).isEqualTo(Verdict.INVALID);

            run.plan.target = Target.at(REMOTE);
            assertThat(verdict()).isEqualTo(Verdict.SLA_VIOLATED);
        }

        @Test
        void areAllThereIsWhereNobodyKnowsWhatItAdded() {
            run.plan.limit("ttft.p90 <= 100ms");
            run.health = Healths.of(90, 1, .4, .9, 2);

            assertThat(verdict()).isEqualTo(Verdict.INVALID);
        }
    }

    @Nested
    class OfTooFewSamples {

        @Test
        void takeNothingFromAnotherLimit() {
            run.plan.limit("ttft.p99 <= 2s").limit("errorRate <= 1%");
            run.measurement.requests = 80;
            run.measurement.failed = 38;

            run.measurement.distributions.put(Metric.TTFT, MeasurementFixture.around(800, 42));
            run.measurement.missing.add(Metric.E2E);

            assertThat(verdict()).isEqualTo(Verdict.SLA_VIOLATED);
        }

        @Test
        void leaveAPercentileBrokenThatNoFurtherSampleCanMend() {
            run.plan.limit("ttft.p99 <= 2s");
            run.measurement.requests = 60;
            run.measurement.with(
                    Metric.TTFT,
                    DoubleStream.iterate(1, i -> i + 1)
                            .limit(60)
                            .map(i -> i > 58 ? 5000 : 800)
                            .toArray());

            assertThat(verdict()).isEqualTo(Verdict.SLA_VIOLATED);
            assertThat(run.texts())
                    .contains("ttft.p99 is above 2,000 ms whatever the 40 samples come to that it lacks (n=60)");
        }

        @Test
        void leaveAPercentileOpenThatFurtherSamplesCanMend() {
            run.plan.limit("ttft.p99 <= 2s");
            run.measurement.requests = 60;
            run.measurement.with(
                    Metric.TTFT,
                    DoubleStream.iterate(1, i -> i + 1)
                            .limit(60)
                            .map(i -> i > 59 ? 5000 : 800)
                            .toArray());

            assertThat(verdict()).isEqualTo(Verdict.INVALID);
        }
    }

    @Nested
    class OfTheServer {

        @Test
        void excuseNoRegressionByACacheThatMadeItFaster() {
            compare(5);
            run.measurement.slower = 2;
            run.measurement.cached = 60_000;

            assertThat(verdict()).isEqualTo(Verdict.REGRESSION);
        }

        @Test
        void leaveNothingMetByACache() {
            run.plan.limit("ttft.p90 <= 2s");
            run.measurement.cached = 60_000;

            assertThat(verdict()).isEqualTo(Verdict.INVALID);
        }

        @Test
        void areNotesWhereTheVerdictStands() {
            run.plan.limit("ttft.p90 <= 100ms");
            run.measurement.cached = 60_000;

            assertThat(run.judge().findings())
                    .filteredOn(finding -> finding instanceof Finding.Validity validity
                            && validity.cause() instanceof Cause.CacheRepeated)
                    .extracting(Finding::status)
                    .containsExactly(Status.NOTE);
        }
    }
}
