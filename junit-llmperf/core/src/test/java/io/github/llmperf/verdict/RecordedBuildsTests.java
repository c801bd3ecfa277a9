package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.metric.Verdict;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What becomes of a test whose builds are recorded one after the other. Each number is for given seeds; how often it comes
 * out so is known from runs of 200 and more.
 */
class RecordedBuildsTests {

    private static List<BuildSeries> series(int number, int stored, int builds, double slower) {
        return IntStream.range(0, number)
                .mapToObj(seed -> new BuildSeries(BuildSeries.TYPICAL, seed)
                        .stored(stored)
                        .builds(builds, slower))
                .toList();
    }

    private static long count(List<BuildSeries> all, Predicate<BuildSeries> which) {
        return all.stream().filter(which).count();
    }

    private static boolean isRedWithin(int builds, BuildSeries series) {
        return series.firstRed() >= 1 && series.firstRed() <= builds;
    }

    /** Returns whether a run that was recorded after the first so many is compared with. */
    private static boolean isNormal(BuildSeries series, int before) {
        List<BaselineRun> later = series.stored.subList(before, series.stored.size());
        return series.lookup().runs().stream().anyMatch(later::contains);
    }

    @Test
    void showsALastingSlowdownWithinFewBuilds() {
        List<BuildSeries> slow = series(40, 10, 8, 1.2);

        assertThat(count(slow, s -> isRedWithin(5, s))).isGreaterThanOrEqualTo(38);
        assertThat(count(slow, s -> isNormal(s, 10))).isZero();
        assertThat(slow.stream()
                        .flatMap(s -> s.verdicts.stream())
                        .filter(Verdict.REGRESSION::equals)
                        .count())
                .isGreaterThan(40 * 8 * 9 / 10);
    }

    @Test
    void neverTakesALastingSlowdownForNormalWhereFewRunsAreStored() {
        List<BuildSeries> slow = series(30, 3, 10, 1.25);

        assertThat(count(slow, s -> isRedWithin(10, s))).isGreaterThanOrEqualTo(26);
        assertThat(count(slow, s -> isNormal(s, 3))).isZero();
    }

    @Test
    void showsWhatCreepsIn() {
        List<BuildSeries> creeping = IntStream.range(0, 15)
                .mapToObj(seed -> {
                    BuildSeries one = new BuildSeries(BuildSeries.TYPICAL, seed);
                    IntStream.range(0, 45).forEach(build -> one.build(Math.pow(1.005, build)));
                    return one;
                })
                .toList();

        assertThat(count(creeping, s -> isRedWithin(45, s))).isGreaterThanOrEqualTo(12);
        assertThat(count(creeping, s -> isRedWithin(15, s))).isLessThanOrEqualTo(6);
    }

    @Test
    void leavesUnchangedBuildsAlone() {
        List<BuildSeries> same = series(30, 3, 30, 1);

        assertThat(same.stream()
                        .flatMap(s -> s.verdicts.stream())
                        .filter(Verdict.REGRESSION::equals)
                        .count())
                .isLessThan(30 * 30 * 15 / 1000);
        assertThat(count(same, s -> s.verdicts.subList(27, 30).stream().allMatch(Verdict.REGRESSION::equals)))
                .isZero();
        assertThat(count(same, s -> s.lookup().runs().size() < 10)).isZero();
    }
}
