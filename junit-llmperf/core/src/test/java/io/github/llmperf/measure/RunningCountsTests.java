package io.github.llmperf.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.TestRecord;
import io.github.llmperf.measure.RunningCounts.Snapshot;
import io.github.llmperf.protocol.FailureKind;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunningCountsTests {

    private final RunningCounts counts =
            new RunningCounts(TestPlan.users(4).requests(100).build());

    @Test
    void tellsPhasesApart() {
        end(TestRecord.sentAt(0).warmup(true).answeredAfter(10));
        end(TestRecord.sentAt(0).warmup(true).failed(FailureKind.TIMEOUT));
        end(TestRecord.sentAt(0).tokensAt(100, 110, 120));
        end(TestRecord.sentAt(0).failed(FailureKind.TIMEOUT));
        end(TestRecord.sentAt(0).phase(RequestPhase.COOLDOWN).answeredAfter(10));
        counts.sending();
        counts.sending();

        Snapshot known = counts.snapshot();

        assertThat(known.inFlight()).isEqualTo(2);
        assertThat(known.warmedUp()).isEqualTo(2);
        assertThat(known.warmupFailed()).isEqualTo(1);
        assertThat(known.done()).isEqualTo(2);
        assertThat(known.failed()).isEqualTo(1);
        assertThat(known.outputTokens()).isEqualTo(3);
        assertThat(known.latencyP90().orElseThrow()).isBetween(99.9, 100.1);
    }

    @Test
    void leavesOutWhatTheEndOfTheRunCutOff() {
        end(TestRecord.sentAt(0).failed(FailureKind.CANCELLED));

        assertThat(counts.snapshot().done()).isZero();
        assertThat(counts.inFlight()).isZero();
    }

    @Test
    void knowsThePercentileWithinATenthOfAPerCent() {
        IntStream.rangeClosed(1, 1000).forEach(i -> end(TestRecord.sentAt(0).tokensAt(i * 7L, i * 7L + 1)));

        assertThat(counts.snapshot().latencyP90().orElseThrow()).isBetween(6300 * .999, 6300 * 1.001);
    }

    @Test
    void takesE2eWhereNothingIsStreamed() {
        RunningCounts whole = new RunningCounts(TestPlan.users(1).notStreamed().build());
        whole.sending();
        whole.ended(TestRecord.sentAt(0).endsAt(250).output(5, 20).build());

        assertThat(whole.snapshot().latencyP90().orElseThrow()).isBetween(249.7, 250.3);
    }

    @Test
    void losesNothingOfManyThreads() throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            var all = IntStream.range(0, 8)
                    .<Future<?>>mapToObj(thread -> threads.submit(() -> IntStream.range(0, 1000)
                            .forEach(i -> end(TestRecord.sentAt(0).tokensAt(100)))))
                    .toList();
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(counts.snapshot())
                .extracting(Snapshot::done, Snapshot::inFlight, Snapshot::outputTokens)
                .containsExactly(8000L, 0L, 8000L);
    }

    private void end(TestRecord record) {
        counts.sending();
        counts.ended(record.build());
    }
}
