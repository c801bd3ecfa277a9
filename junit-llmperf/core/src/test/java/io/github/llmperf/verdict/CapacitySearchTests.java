package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.metric.Limit;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.CapacityPlan.Kind;
import io.github.llmperf.verdict.CapacityOutcome.End;
import io.github.llmperf.verdict.CapacityPoint.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches on servers whose capacity is known: latencies are formulas of the load, and noise is drawn. */
class CapacitySearchTests {

    private static final Limit TPOT = Limit.parse("tpot < 100ms");
    private static final Limit TTFT = Limit.parse("ttft < 3s");
    private static final Limit ERRORS = Limit.of(Measure.of(Metric.ERROR_RATE), "1%");

    private static CapacityPlan users(double from, double to) {
        return CapacityPlan.standard(Kind.USERS, from, to);
    }

    private static CapacityOutcome search(CapacityPlan plan, DoubleFunction<CapacityRun> server) {
        List<CapacityRun> runs = new ArrayList<>();
        OptionalDouble next = new CapacitySearch(plan, runs).next();
        while (next.isPresent()) {
            runs.add(server.apply(next.getAsDouble()));
            next = new CapacitySearch(plan, runs).next();
        }
        return new CapacitySearch(plan, runs).outcome();
    }

    private static CapacityRun tpot(double users, double millis) {
        return CapacityRun.measured(users, List.of(CapacityMargin.of(TPOT, millis, 0)));
    }

    private static CapacityOutcome search(DoubleUnaryOperator tpot) {
        return search(users(1, 1000), users -> tpot(users, tpot.applyAsDouble(users)));
    }

    // --- without noise ------------------------------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource({
        "18, .78, 105.1",
        "50, .5, 100",
        "70, .3, 100",
        "10, .13, 692.3",
        "0, 10, 10",
        "20, 6, 13.33",
        "5, 32, 2.97"
    })
    void findsACapacityThatIsKnown(double fixed, double each, double capacity) {
        CapacityOutcome found = search(users -> fixed + each * users);
        assertThat(found.runs()).isLessThanOrEqualTo(12);
        assertThat(found.estimate().orElseThrow()).isCloseTo(capacity, within(Math.max(.05 * capacity, 1)));
        assertThat(found.carried().orElseThrow()).isLessThanOrEqualTo(capacity).isGreaterThan(.85 * capacity - 1);
        assertThat(found.open().orElseThrow()).isGreaterThan(found.carried().orElseThrow());
        assertThat(found.binding()).contains(TPOT);
    }

    @Test
    void findsAWallThatNothingForetells() {
        CapacityOutcome found = search(users -> users <= 89 ? 20 : 5_000);
        assertThat(found.end()).isEqualTo(End.FOUND);
        assertThat(found.carried().orElseThrow()).isBetween(84., 89.);
        assertThat(found.open().orElseThrow()).isBetween(90., 94.);
        assertThat(found.runs()).isLessThanOrEqualTo(12);
    }

    @Test
    void findsTheFirstOfSeveralLimits() {
        CapacityOutcome found = search(
                users(1, 1000),
                users -> CapacityRun.measured(
                        users,
                        List.of(
                                CapacityMargin.of(TTFT, 100 + 50 * Math.max(0, users - 40), .01),
                                CapacityMargin.of(TPOT, 20 + .5 * users, .01))));
        assertThat(found.estimate().orElseThrow()).isCloseTo(98, within(5.));
        assertThat(found.binding()).contains(TTFT);
    }

    @Test
    void asksNothingOfALimitThatIsFarAway() {
        for (double ttft : new double[] {30, 500, 2_000, 2_700}) {
            CapacityOutcome found = search(
                    users(1, 1000),
                    users -> CapacityRun.measured(
                            users,
                            List.of(
                                    CapacityMargin.of(TTFT, ttft, .01),
                                    CapacityMargin.of(TPOT, 18 + .78 * users, .01))));
            assertThat(found.estimate().orElseThrow()).as("ttft %s", ttft).isCloseTo(105, within(5.));
            assertThat(found.binding()).contains(TPOT);
        }
    }

    @Test
    void findsTheLastOfAFewUsersExactly() {
        CapacityOutcome found = search(users(1, 64), users -> tpot(users, 10.5 * users));
        assertThat(found.carried()).hasValue(9);
        assertThat(found.open()).hasValue(10);
        assertThat(found.end()).isEqualTo(End.FOUND);
    }

    @Test
    void raisesNoMoreThanFourfold() {
        List<Double> amounts = new ArrayList<>();
        search(users(1, 1000), users -> {
            amounts.add(users);
            return tpot(users, 18 + .78 * users);
        });
        assertThat(amounts).startsWith(1., 4., 16., 64.);
        assertThat(amounts.get(4)).isBetween(100., 110.);
        assertThat(amounts).hasSizeLessThanOrEqualTo(8);
    }

    @Test
    void findsARate() {
        CapacityOutcome found = search(
                CapacityPlan.standard(Kind.REQUEST_RATE, .5, 64),
                rate -> tpot(rate, rate < 12 ? 20 / (1 - rate / 12) : 5_000));
        assertThat(found.estimate().orElseThrow()).isCloseTo(9.6, within(.5));
        assertThat(found.carried().orElseThrow()).isLessThanOrEqualTo(9.6);
    }

    // --- ends ---------------------------------------------------------------------------------------------------

    @Test
    void endsAtTheUpperEnd() {
        CapacityOutcome found = search(users(1, 64), users -> tpot(users, 10));
        assertThat(found.end()).isEqualTo(End.UPPER_END_MET);
        assertThat(found.carried()).hasValue(64);
        assertThat(found.open()).isEmpty();
    }

    @Test
    void endsWhereTheLowerEndFails() {
        CapacityOutcome found = search(users(8, 64), users -> tpot(users, 300));
        assertThat(found.end()).isEqualTo(End.LOWER_END_FAILS);
        assertThat(found.runs()).isEqualTo(1);
        assertThat(found.carried()).isEmpty();
        assertThat(found.estimate()).isEmpty();
        assertThat(found.binding()).contains(TPOT);
    }

    @Test
    void runsALowerEndThatIsTooCloseASecondTime() {
        CapacityOutcome found = search(users(8, 64), users -> tpot(users, 99.9));
        assertThat(found.end()).isEqualTo(End.LOWER_END_TOO_CLOSE);
        assertThat(found.runs()).isEqualTo(2);
    }

    @Test
    void endsWhenTheRunsAreUsedUp() {
        CapacityPlan three = new CapacityPlan(Kind.USERS, 1, 1000, OptionalDouble.empty(), 0, .9, .05, 3);
        CapacityOutcome found = search(three, users -> tpot(users, users));
        assertThat(found.end()).isEqualTo(End.RUNS_USED_UP);
        assertThat(found.runs()).isEqualTo(3);
        assertThat(found.carried()).hasValue(16);
    }

    @Test
    void repeatsAnInvalidRunOnce() {
        List<Double> amounts = new ArrayList<>();
        CapacityOutcome found = search(users(1, 64), users -> {
            amounts.add(users);
            return users == 4 ? ended(users, CapacityRun.Kind.INVALID) : tpot(users, 10);
        });
        assertThat(amounts).containsExactly(1., 4., 4.);
        assertThat(found.end()).isEqualTo(End.INVALID);
        assertThat(found.because()).contains(Judgement.fault(new RunFailure.Refused("why")));
        assertThat(found.carried()).hasValue(1);
    }

    @Test
    void goesOnAfterARepeatedRun() {
        List<Double> amounts = new ArrayList<>();
        CapacityOutcome found = search(users(1, 64), users -> {
            amounts.add(users);
            return amounts.size() == 2 ? ended(users, CapacityRun.Kind.INVALID) : tpot(users, 10);
        });
        assertThat(amounts).startsWith(1., 4., 4., 16.);
        assertThat(found.end()).isEqualTo(End.UPPER_END_MET);
    }

    @Test
    void stopsAtAFault() {
        CapacityOutcome found = search(users(1, 64), users -> ended(users, CapacityRun.Kind.FAULT));
        assertThat(found.end()).isEqualTo(End.FAULT);
        assertThat(found.runs()).isEqualTo(1);
        assertThat(found.because()).contains(Judgement.fault(new RunFailure.Refused("why")));
    }

    @Test
    void takesABreakdownForTooMuch() {
        CapacityOutcome found = search(
                users(1, 1000), users -> users > 30 ? ended(users, CapacityRun.Kind.BROKEN_DOWN) : tpot(users, 10));
        assertThat(found.carried().orElseThrow()).isBetween(28., 30.);
        assertThat(found.end()).isEqualTo(End.FOUND);
        assertThat(found.binding()).isEmpty();
    }

    // --- what is accepted ---------------------------------------------------------------------------------------

    @Test
    void runsAnAmountThatIsTooCloseASecondTimeAndPoolsBoth() {
        List<CapacityRun> runs = new ArrayList<>(List.of(tpot(1, 10), tpot(4, 97)));
        CapacitySearch once = new CapacitySearch(users(1, 4), runs);
        assertThat(once.outcome().points().get(1).standing()).isEqualTo(Standing.TOO_CLOSE);
        assertThat(once.next()).hasValue(4);
        runs.add(tpot(4, 96));
        CapacityOutcome twice = new CapacitySearch(users(1, 4), runs).outcome();
        assertThat(twice.points().get(1).standing()).isEqualTo(Standing.ACCEPTED);
        assertThat(twice.points().get(1).runs()).hasSize(2);
        assertThat(twice.end()).isEqualTo(End.UPPER_END_MET);
    }

    @Test
    void acceptsWhatIsBelowAnAcceptedAmount() {
        List<CapacityRun> runs = List.of(tpot(1, 10), tpot(4, 120), tpot(16, 50));
        assertThat(new CapacitySearch(users(1, 64), runs).outcome().carried()).hasValue(16);
    }

    @Test
    void trustsNoRunMoreThanItsRequestsAllow() {
        CapacityRun loose = CapacityRun.measured(4, List.of(CapacityMargin.of(TPOT, 80, .3)));
        CapacityRun tight = CapacityRun.measured(4, List.of(CapacityMargin.of(TPOT, 80, .02)));
        assertThat(standing(loose)).isEqualTo(Standing.TOO_CLOSE);
        assertThat(standing(tight)).isEqualTo(Standing.ACCEPTED);
    }

    private static Standing standing(CapacityRun run) {
        return new CapacitySearch(users(4, 64), List.of(run))
                .outcome()
                .points()
                .get(0)
                .standing();
    }

    @ParameterizedTest
    @CsvSource({"0, 100, ACCEPTED", "1, 100, ACCEPTED", "2, 100, TOO_CLOSE", "4, 100, REFUSED", "10, 100, REFUSED"})
    void judgesFailuresByTheirNumber(double failed, long all, Standing standing) {
        double log = failed == 0 ? -CapacityMargin.FAR : Math.log(100 * failed / all);
        CapacityRun run = CapacityRun.measured(4, List.of(new CapacityMargin(ERRORS, log, 0, failed, all)));
        assertThat(standing(run)).isEqualTo(standing);
    }

    // --- noise --------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(doubles = {105.1, 48.2, 692.3, 22.5})
    void comesWithinATenthUnderNoise(double capacity) {
        int tries = 200;
        int close = 0;
        int tooMuch = 0;
        for (int seed = 0; seed < tries; seed++) {
            Random random = new Random(seed);
            CapacityOutcome found =
                    search(users -> (18 + 82 * users / capacity) * Math.exp(.05 * random.nextGaussian()));
            assertThat(found.runs()).isLessThanOrEqualTo(12);
            close += Math.abs(found.estimate().orElseThrow() / capacity - 1) <= .1 ? 1 : 0;
            tooMuch += found.carried().orElseThrow() > capacity ? 1 : 0;
        }
        assertThat(close).isGreaterThanOrEqualTo(tries * 95 / 100);
        assertThat(tooMuch).isLessThanOrEqualTo(tries / 10);
    }

    private static CapacityRun ended(double users, CapacityRun.Kind kind) {
        return new CapacityRun(users, kind, List.of(), Optional.of(Judgement.fault(new RunFailure.Refused("why"))));
    }
}
