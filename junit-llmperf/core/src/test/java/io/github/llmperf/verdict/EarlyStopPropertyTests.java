package io.github.llmperf.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.EarlyEnd;
import io.github.llmperf.load.Healths;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.load.StopRule;
import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.TestRecord;
import io.github.llmperf.measure.EarlyStop;
import io.github.llmperf.measure.Recorder;
import io.github.llmperf.metric.Limit;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.verdict.Finding.Sla;
import io.github.llmperf.verdict.Finding.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random courses of requests, limits at random: what a rule says beforehand is what the judge says of all of it. */
@Tag("simulation")
class EarlyStopPropertyTests {

    private static final int COURSES = 300;
    /** None is a value that occurs: beside one the histogram may round up to over it. */
    private static final List<String> LIMITS = List.of(
            "ttft.p50 <= 405ms",
            "ttft.p90 <= 705ms",
            "ttft.p95 < 905ms",
            "ttft <= 350ms",
            "e2e.p75 <= 905ms",
            "e2e.max <= 1.95s",
            "tpot.p90 <= 105ms",
            "responseTime <= 900ms",
            "errorRate <= 5%",
            "attainment >= 70%",
            "userTokenRate.p10 >= 4/s",
            "ttft.p50 >= 125ms",
            "requestRate >= 2/s");

    /** What a request that takes hardly any time can only help. */
    private static boolean isHelpedByQuickOnes(Limit limit) {
        return !limit.toString().contains("≥") || limit.measure().toString().equals("attainment");
    }

    private static final class Course {
        final Random random;
        final LoadPlan plan;
        final List<RequestRecord> records = new ArrayList<>();
        final int requests;

        Course(long seed) {
            random = new Random(seed);
            requests = 5 + random.nextInt(100);
            TestPlan asked = (random.nextBoolean() ? TestPlan.rate(4) : TestPlan.users(1))
                    .requests(requests)
                    .each(OptionalDouble.of(500), OptionalDouble.empty(), OptionalDouble.empty())
                    .limits(LIMITS.stream()
                            .filter(limit -> random.nextInt(4) == 0)
                            .toArray(String[]::new))
                    .abort();
            plan = asked.build();
            double failing = random.nextInt(3) * .04;
            int slowest = 200 + random.nextInt(1200);
            for (int i = 0; i < requests; i++) {
                records.add(
                        random.nextDouble() < failing ? failed() : answered(10 + 10 * random.nextInt(slowest / 10)));
            }
        }

        private long now() {
            return records.isEmpty()
                    ? 0
                    : records.get(records.size() - 1).moments().end() / 1_000_000;
        }

        private RequestRecord failed() {
            return TestRecord.sentAt(now())
                    .endsAt(now() + 10)
                    .failed(FailureKind.SERVER_ERROR)
                    .build();
        }

        private RequestRecord answered(long ttft) {
            long gap = 10 + 10L * random.nextInt(12);
            return TestRecord.sentAt(now())
                    .tokensAt(now() + ttft, now() + ttft + gap, now() + ttft + 2 * gap)
                    .build();
        }

        /** The first requests as they were, all others answered almost at once. */
        List<RequestRecord> andThenTheBest(int first) {
            List<RequestRecord> all = new ArrayList<>(records.subList(0, first));
            long from = all.get(first - 1).moments().end() / 1_000_000;
            for (int i = first; i < requests; i++) {
                all.add(TestRecord.sentAt(from).tokensAt(from + 1, from + 2).build());
            }
            return all;
        }

        List<Sla> judge(List<RequestRecord> ended) {
            long until = ended.stream().mapToLong(r -> r.moments().end()).max().orElseThrow();
            LoadRun run = new LoadRun(
                    Instant.EPOCH,
                    new RunTimes(0, 0, until, until),
                    ended,
                    0,
                    Healths.of(0, 0, 0, 0, 2),
                    LoadRun.End.COMPLETED);
            return SlaRule.judge(plan.criteria().limits(), Recorder.measure(plan, run));
        }
    }

    @Test
    void stopsOnlyWhatIsBrokenNowAndInTheEnd() {
        int stopped = 0;
        for (long seed = 0; seed < COURSES; seed++) {
            Course course = new Course(seed);
            StopRule rule = EarlyStop.of(course.plan).nextRun();
            for (int ended = 1; ended <= course.requests; ended++) {
                Optional<EarlyEnd> end = rule.ended(course.records.get(ended - 1));
                if (end.isPresent()) {
                    stopped++;
                    List<Sla> now = course.judge(course.records.subList(0, ended));
                    assertThat(now).as("seed %d", seed).noneMatch(sla -> sla.status() == Status.UNDECIDED);
                    assertThat(broken(now, end.get())).as("now, seed %d", seed).isTrue();
                    assertThat(broken(course.judge(course.records), end.get()))
                            .as("in the end, seed %d", seed)
                            .isTrue();
                    assertThat(broken(course.judge(course.andThenTheBest(ended)), end.get()))
                            .as("at best, seed %d", seed)
                            .isTrue();
                    break;
                }
            }
        }
        assertThat(stopped).as("courses that were stopped").isBetween(COURSES / 4, COURSES * 9 / 10);
    }

    @Test
    void goesOnWhileAllLimitsCanStillBeMet() {
        int seen = 0;
        for (long seed = 0; seed < COURSES; seed++) {
            Course course = new Course(seed);
            StopRule rule = EarlyStop.of(course.plan).nextRun();
            int looked = 1 + course.random.nextInt(course.requests);
            boolean stopped = false;
            for (int ended = 1; ended <= looked && !stopped; ended++) {
                stopped = rule.ended(course.records.get(ended - 1)).isPresent();
            }
            if (!stopped && canBeJudged(course.judge(course.records.subList(0, looked)))) {
                seen++;
                assertThat(course.judge(course.andThenTheBest(looked)).stream()
                                .filter(sla -> isHelpedByQuickOnes(sla.limit())))
                        .as("seed %d after %d", seed, looked)
                        .noneMatch(sla -> sla.status() == Status.BROKEN);
            }
        }
        assertThat(seen).as("courses that went on").isGreaterThan(COURSES / 10);
    }

    private static boolean canBeJudged(List<Sla> findings) {
        return findings.stream()
                .noneMatch(sla -> sla.status() == Status.UNDECIDED
                        || sla.actual().isEmpty()
                        || sla.basis().kind() == LimitBasis.Kind.BROKEN_ALREADY);
    }

    private static boolean broken(List<Sla> findings, EarlyEnd end) {
        return findings.stream()
                .filter(sla ->
                        end instanceof EarlyEnd.LimitLost lost && lost.limit().equals(sla.limit()))
                .allMatch(sla -> sla.status() == Status.BROKEN);
    }
}
