package io.github.llmperf.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.load.Health;
import io.github.llmperf.load.Healths;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.load.RunTimes;
import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.TestRecord;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.protocol.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecorderTests {

    private static final long MS = 1_000_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void findsWhatTheDefinitionsSayOfARandomRun(long seed) {
        boolean wholeRun = seed % 4 == 0;
        TestPlan plan = TestPlan.users(5).duration(Duration.ofSeconds(8));
        LoadPlan built = (wholeRun ? plan.wholeRun() : plan).build();
        LoadRun run = randomRun(new Random(seed), wholeRun);

        Measurement measurement = Recorder.measure(built, run);

        PlainCount plain = new PlainCount(built, run);
        assertSamplesAgree(measurement, plain);
        assertRatesAgree(measurement, plain, run.times());
        assertCountsAgree(measurement, plain);
    }

    private static void assertSamplesAgree(Measurement measurement, PlainCount plain) {
        plain.samples().forEach((metric, samples) -> {
            Distribution found = measurement.distribution(metric).orElseThrow();
            Distribution expected = Distribution.of(
                    samples.stream().mapToDouble(Double::doubleValue).toArray());
            assertThat(found.n()).isEqualTo(samples.size());
            assertThat(found.mean()).isEqualTo(expected.mean(), within(1e-9 * expected.mean()));
            assertThat(found.stddev()).isEqualTo(expected.stddev(), within(1e-9 * expected.max()));
            assertThat(found.min()).isEqualTo(expected.min());
            assertThat(found.max()).isEqualTo(expected.max());
            assertThat(found.encode()).isEqualTo(expected.encode());
        });
        assertThat(measurement.slices().get(Metric.ITL))
                .extracting(Distribution::n)
                .containsExactly(Arrays.stream(plain.gapsPerSlice()).boxed().toArray(Long[]::new));
    }

    private static void assertRatesAgree(Measurement measurement, PlainCount plain, RunTimes times) {
        long from = times.windowOpened();
        long to = times.windowClosed();
        double seconds = (to - from) / 1e9;
        assertThat(measurement.window().ratesFromWholeRun()).isFalse();
        assertThat(measurement.rates().get(Metric.OUTPUT_TOKEN_RATE))
                .isEqualTo(plain.outputTokensInside(from, to, false) / seconds, within(1e-6));
        assertThat(measurement.rates().get(Metric.ATTEMPT_RATE))
                .isEqualTo(plain.attemptsInside(from, to, false) / seconds, within(1e-9));
        assertThat(measurement.rates().get(Metric.CONCURRENCY)).isEqualTo(plain.mean(from, to), within(1e-9));
        assertThat(measurement.peakConcurrency()).isEqualTo(plain.peak(from, to));
        double whole = times.wholeRunSeconds();
        assertThat(measurement.wholeRun().attemptRate())
                .isEqualTo(plain.attemptsInside(times.started(), times.ended(), true) / whole, within(1e-9));
        assertThat(measurement.wholeRun().outputTokenRate())
                .isEqualTo(plain.outputTokensInside(times.started(), times.ended(), true) / whole, within(1e-6));
    }

    private static void assertCountsAgree(Measurement measurement, PlainCount plain) {
        List<RequestRecord> measured = plain.measured();
        assertThat(measurement.requests().attempted()).isEqualTo(measured.size());
        assertThat(measurement.requests().succeeded())
                .isEqualTo(measured.stream().filter(RequestRecord::succeeded).count());
        assertThat(measurement.requests().warmup()).isEqualTo(plain.endedWarmups());
        assertThat(measurement.requests().cooldown()).isEqualTo(plain.of(RequestPhase.COOLDOWN));
        assertThat(measurement.requests().inFlightAtEnd()).isEqualTo(plain.measuredInFlightAtEnd());
    }

    /** Five users from 0 s to 10 s, measured from 1 s to 9 s or all along to 9 s; every tenth request fails or is cut. */
    private static LoadRun randomRun(Random random, boolean wholeRun) {
        List<RequestRecord> records = new ArrayList<>();
        int cut = 0;
        long ended = 0;
        for (int user = 0; user < 5; user++) {
            long at = random.nextInt(50);
            while (at < 9500) {
                RequestPhase phase = wholeRun || (at > 1000 && at <= 9000)
                        ? RequestPhase.MEASURED
                        : at <= 1000 ? RequestPhase.WARMUP : RequestPhase.COOLDOWN;
                TestRecord record =
                        TestRecord.sentAt(at).user(user).phase(phase).tokensAt(tokens(random, at));
                int fate = random.nextInt(20);
                if (fate == 0) {
                    record.failed(FailureKind.OVERLOAD);
                } else if (fate == 1) {
                    record.failed(FailureKind.CANCELLED);
                    cut += phase == RequestPhase.COOLDOWN ? 0 : 1;
                }
                RequestRecord built = record.build();
                records.add(built);
                ended = Math.max(ended, built.moments().end());
                at = built.moments().end() / MS + random.nextInt(20);
            }
        }
        RunTimes times = new RunTimes(0, wholeRun ? 0 : 1000 * MS, 9000 * MS, ended);
        Health health = Healths.of(0, 0, 0, 0, 2);
        return new LoadRun(Instant.EPOCH, times, records, cut, health, LoadRun.End.COMPLETED);
    }

    private static long[] tokens(Random random, long sent) {
        long[] moments = new long[1 + random.nextInt(60)];
        long at = sent + 1 + random.nextInt(100);
        for (int i = 0; i < moments.length; i++) {
            moments[i] = at;
            at += 1 + random.nextInt(20);
        }
        return moments;
    }

    @Test
    void countsRequestsOfTheCooldownByThemselves() {
        Measurement measurement = TestRun.of(
                        TestRecord.sentAt(100).answeredAfter(100),
                        TestRecord.sentAt(1000).phase(RequestPhase.COOLDOWN).answeredAfter(100),
                        TestRecord.sentAt(1010).phase(RequestPhase.COOLDOWN).failed(FailureKind.OVERLOAD),
                        TestRecord.sentAt(1020).phase(RequestPhase.COOLDOWN).failed(FailureKind.CANCELLED))
                .endedAt(1200)
                .inFlightAtEnd(0)
                .measure();

        assertThat(measurement.requests().cooldown()).isEqualTo(3);
        assertThat(measurement.requests().attempted()).isEqualTo(1);
        assertThat(measurement.requests().failed()).isZero();
        assertThat(measurement.requests().warmup()).isZero();
        assertThat(measurement.requests().inFlightAtEnd()).isZero();
        assertThat(measurement.rates()).containsEntry(Metric.ERROR_RATE, 0.).containsEntry(Metric.REQUEST_RATE, 1.);
    }

    @Test
    void leavesTheCooldownOutOfRatesThoughItsAnswerCameInTheLastInstantOfTheWindow() {
        TestRun run = TestRun.of(
                TestRecord.sentAt(100).answeredAfter(100),
                TestRecord.sentAt(1000).phase(RequestPhase.COOLDOWN).answeredAfter(0));

        assertThat(run.value(Metric.REQUEST_RATE)).isEqualTo(1);
        assertThat(run.value(Metric.OUTPUT_TOKEN_RATE)).isEqualTo(1);
    }

    @Test
    void addsUpTheCooldownOfRepetitions() {
        Measurement one = TestRun.of(
                        TestRecord.sentAt(100).answeredAfter(100),
                        TestRecord.sentAt(1000).phase(RequestPhase.COOLDOWN).answeredAfter(50))
                .endedAt(1050)
                .measure();

        assertThat(Repetitions.pool(List.of(one, one)).requests().cooldown()).isEqualTo(2);
    }
}
