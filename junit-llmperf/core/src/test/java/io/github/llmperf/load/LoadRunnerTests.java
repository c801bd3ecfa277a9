package io.github.llmperf.load;

import static io.github.llmperf.load.RunTimesAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadRun.End;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.prompt.PromptSource;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Real threads; nothing here depends on how fast they are, the time-out only keeps a defect from hanging the build. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class LoadRunnerTests {

    private static final PromptSource PROMPTS = index -> Prompt.of("prompt " + index);

    private final LoadRunner runner = new LoadRunner(NanoClock.SYSTEM);

    @AfterEach
    void leavesNoThreadBehind() throws Exception {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("llmperf-")) {
                thread.join(5000); // a thread may have done its last work and not be gone yet
                assertThat(thread.isAlive()).as(thread.getName()).isFalse();
            }
        }
    }

    @Test
    void sendsEveryRequestOfAClosedLoopOnce() throws Exception {
        LoadRun run = run(TestPlan.users(8).warmup("2").requests(500), FakeClient.answering());

        assertThatRun(run).hasMeasured(500).endedBy(End.COMPLETED).hasInFlightAtEnd(0);
        assertThat(run.records()).extracting(RequestRecord::index).doesNotHaveDuplicates();
        assertThat(run.records()).extracting(RequestRecord::user).containsOnly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(run.times().started()).isLessThanOrEqualTo(run.times().windowOpened());
        assertThat(run.times().windowOpened()).isLessThanOrEqualTo(run.times().windowClosed());
        assertThat(run.times().windowClosed()).isLessThanOrEqualTo(run.times().ended());
    }

    @Test
    void servesRampThinkTimeAndDuration() throws Exception {
        LoadRun run = run(
                TestPlan.users(4).spawnRate(200).think("1ms..3ms").duration(Duration.ofMillis(100)),
                FakeClient.answering());

        assertThat(run.end()).isEqualTo(End.COMPLETED);
        assertThat(run.times().windowSeconds()).isEqualTo(.1);
        assertThat(run.records())
                .allMatch(r -> r.moments().sent() >= r.moments().scheduled() - 1_000_000);
    }

    @Test
    void sendsEveryRequestOfAnOpenLoopOnce() throws Exception {
        LoadRun run = run(TestPlan.rate(2000).burstiness(1).requests(200).maxInFlight(4), FakeClient.answering());

        assertThatRun(run).hasMeasured(200).endedBy(End.COMPLETED);
        assertThat(run.records()).extracting(RequestRecord::index).doesNotHaveDuplicates();
    }

    @Test
    void sendsAllAtOnceInAnOpenLoop() throws Exception {
        assertThatRun(run(TestPlan.rate(Double.POSITIVE_INFINITY).requests(100), FakeClient.answering()))
                .hasMeasured(100);
    }

    @Test
    void tellsOfEachRequestThatEnded() throws Exception {
        Queue<Integer> told = new ConcurrentLinkedQueue<>();
        LoadRun run = runner.run(
                TestPlan.users(4).requests(50).build(),
                PROMPTS,
                FakeClient.answering(),
                r -> told.add(r.index()),
                StopRule.NEVER);

        assertThat(told).hasSameSizeAs(run.records()).doesNotHaveDuplicates();
    }

    @Test
    void tellsWhatIsSentAndFromWhenOnNothingIs() throws Exception {
        Queue<String> told = new ConcurrentLinkedQueue<>();
        LoadProgress progress = new LoadProgress() {
            @Override
            public void started(long moment) {
                told.add("started");
            }

            @Override
            public void sending(RequestPhase phase) {
                told.add(phase.name());
            }

            @Override
            public void quiet(long moment) {
                told.add("quiet");
            }

            @Override
            public void ended(RequestRecord record) {
                told.add("ended");
            }
        };

        runner.run(
                TestPlan.users(1).warmup("1").requests(2).build(),
                PROMPTS,
                FakeClient.answering(),
                progress,
                StopRule.NEVER);

        // The thread that watches says it, while the user may be about to send the last request.
        assertThat(told)
                .containsOnlyOnce("quiet")
                .containsSubsequence("started", "WARMUP", "ended", "MEASURED", "ended", "quiet");
        assertThat(told)
                .filteredOn(word -> !word.equals("quiet"))
                .containsExactly("started", "WARMUP", "ended", "MEASURED", "ended", "MEASURED", "ended");
    }

    @Test
    void tellsEachOfSeveralLoadsThatItIsQuiet() throws Exception {
        Queue<String> told = new ConcurrentLinkedQueue<>();
        runner.run(
                List.of(
                        TestPlan.users(2).requests(5).build(),
                        TestPlan.users(4).requests(5).build()),
                PROMPTS,
                FakeClient.answering(),
                List.of(quiet("first", told), quiet("second", told)),
                List.of(StopRule.NEVER, StopRule.NEVER));

        assertThat(told).containsExactly("first", "second");
    }

    private static LoadProgress quiet(String name, Queue<String> told) {
        return new LoadProgress() {
            @Override
            public void quiet(long moment) {
                told.add(name);
            }

            @Override
            public void ended(RequestRecord record) {
                // Not what this is about.
            }
        };
    }

    @Test
    void asksForThePromptOfEachRequestByItsIndex() throws Exception {
        Set<Integer> asked = ConcurrentHashMap.newKeySet();
        PromptSource source = index -> {
            asked.add(index);
            return Prompt.of("x");
        };
        runner.run(
                TestPlan.users(3).warmup("1").requests(20).build(),
                source,
                FakeClient.answering(),
                LoadProgress.SILENT,
                StopRule.NEVER);

        assertThat(asked.size()).isGreaterThanOrEqualTo(22);
        assertThat(asked).contains(0, 21);
    }

    @Test
    void endsTheRunWhenTheHeapIsExhausted() {
        OutOfMemoryError exhausted = new OutOfMemoryError("Java heap space");
        FakeClient client = FakeClient.hangingFrom(3);
        PromptSource source = index -> {
            if (index == 5) {
                throw exhausted;
            }
            return Prompt.of("x");
        };
        for (TestPlan plan :
                List.of(TestPlan.users(6).requests(100), TestPlan.rate(2000).requests(100))) {
            assertThatThrownBy(() -> runner.run(plan.build(), source, client, LoadProgress.SILENT, StopRule.NEVER))
                    .isSameAs(exhausted);
        }
    }

    @Test
    void cancelsRequestsAtTheDeadlineOfAWholeRun() throws Exception {
        assertThatAllWereCancelled(
                TestPlan.users(3).duration(Duration.ofMillis(100)).wholeRun());
    }

    @Test
    void cancelsRequestsOfAnOpenLoopAtTheDeadline() throws Exception {
        assertThatAllWereCancelled(
                TestPlan.rate(100).duration(Duration.ofMillis(100)).wholeRun());
    }

    /** How many could be sent before the deadline is up to the machine; without cancelling this would hang. */
    private void assertThatAllWereCancelled(TestPlan plan) throws InterruptedException {
        LoadRun run = run(plan, FakeClient.hangingFrom(0));

        assertThat(run.records()).allMatch(RequestRecord::cancelled);
        assertThatRun(run).hasInFlightAtEnd(run.records().size()).endedBy(End.COMPLETED);
    }

    @Test
    void wakesThinkingUsersWhenTheQueueIsEmpty() throws Exception {
        LoadRun run = run(TestPlan.users(5).think("1h").requests(5), FakeClient.answering());

        assertThatRun(run).hasMeasured(5);
    }

    @Test
    void returnsTheRunSoFarWhenInterrupted() throws Exception {
        FakeClient client = FakeClient.hangingFrom(10);
        LoadRun run = interruptWhenHanging(TestPlan.users(4).requests(1000), client, 10);

        assertThat(run.end()).isEqualTo(End.INTERRUPTED);
        assertThat(run.inFlightAtEnd()).isBetween(1, 4);
        assertThat(run.records()).filteredOn(RequestRecord::succeeded).hasSize(10);
    }

    @Test
    void wakesThinkingUsersWhenInterrupted() throws Exception {
        FakeClient client = FakeClient.hangingFrom(3);
        LoadRun run = interruptWhenHanging(TestPlan.users(4).think("1h").requests(1000), client, 3);

        assertThatRun(run).endedBy(End.INTERRUPTED).hasInFlightAtEnd(1);
    }

    @Test
    void returnsTheOpenLoopSoFarWhenInterrupted() throws Exception {
        LoadRun run = interruptWhenHanging(
                TestPlan.rate(Double.POSITIVE_INFINITY).requests(10).maxInFlight(2), FakeClient.hangingFrom(3), 3);

        assertThat(run.end()).isEqualTo(End.INTERRUPTED);
        assertThat(run.records()).filteredOn(RequestRecord::succeeded).hasSize(3);
    }

    @Test
    void returnsWhenInterruptedThoughTheClientIgnoresIt() throws Exception {
        FakeClient client = FakeClient.stubborn();
        LoadRun run = interruptWhenHanging(TestPlan.users(2).requests(10), client, 0);
        client.release();

        assertThat(run.end()).isEqualTo(End.INTERRUPTED);
        assertThat(run.records()).isEmpty();
        assertThat(run.inFlightAtEnd()).isBetween(1, 2);
    }

    private LoadRun interruptWhenHanging(TestPlan plan, FakeClient client, int answered) throws Exception {
        CountDownLatch told = new CountDownLatch(answered);
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        CompletableFuture<LoadRun> result = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                result.complete(runner.run(plan.build(), PROMPTS, client, record -> told.countDown(), StopRule.NEVER));
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
            flag.complete(Thread.currentThread().isInterrupted());
        });
        caller.start();
        client.awaitHanging();
        told.await(); // booked, so that the interrupt cannot overtake them
        caller.interrupt();
        assertThat(flag.get()).as("interrupt status afterwards").isTrue();
        caller.join();
        return result.get();
    }

    @Test
    void throwsWhenInterruptedBeforeTheFirstRequest() {
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> run(TestPlan.users(1).requests(1), FakeClient.answering()));
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void throwsWhatThePromptSourceThrew() {
        IllegalStateException broken = new IllegalStateException("no prompt 7");
        PromptSource source = index -> {
            if (index == 7) {
                throw broken;
            }
            return Prompt.of("x");
        };

        assertThatThrownBy(() -> runner.run(
                        TestPlan.users(3).requests(100).build(),
                        source,
                        FakeClient.hangingFrom(20),
                        LoadProgress.SILENT,
                        StopRule.NEVER))
                .isSameAs(broken);
        assertThatThrownBy(() -> runner.run(
                        TestPlan.rate(1000).requests(100).build(),
                        source,
                        FakeClient.hangingFrom(5),
                        LoadProgress.SILENT,
                        StopRule.NEVER))
                .isSameAs(broken);
    }

    @Test
    void throwsWhatTheListenerThrew() {
        AssertionError broken = new AssertionError("listener");

        assertThatThrownBy(() -> runner.run(
                        TestPlan.users(3).requests(100).build(),
                        PROMPTS,
                        FakeClient.hangingFrom(50),
                        record -> {
                            throw broken;
                        },
                        StopRule.NEVER))
                .isSameAs(broken);
    }

    @Test
    void observesItsOwnHealth() throws Exception {
        Health health = run(TestPlan.users(1).duration(Duration.ofSeconds(1)).think("1ms"), FakeClient.answering())
                .health();

        assertThat(health.cpu().count()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(health.canaryP99Ms()).isPositive();
        assertThat(health.cpu().process()).isBetween(0.0, 1.0);
        assertThat(health.gcPauses().longestMs()).isNotNegative();
        assertThat(health.gcPauses().sumMs())
                .isGreaterThanOrEqualTo(health.gcPauses().longestMs());
    }

    @Test
    void namesItsThreads() throws Exception {
        Set<String> names = ConcurrentHashMap.newKeySet();
        PromptSource source = index -> {
            names.add(Thread.currentThread().getName());
            return Prompt.of("x");
        };
        runner.run(
                TestPlan.users(2).requests(100).build(),
                source,
                FakeClient.answering(),
                LoadProgress.SILENT,
                StopRule.NEVER);

        assertThat(names.stream().map(n -> n.replaceAll("\\d+$", "N")).collect(Collectors.toSet()))
                .containsExactly("llmperf-user-N");
    }

    private LoadRun run(TestPlan plan, FakeClient client) throws InterruptedException {
        return runner.run(plan.build(), PROMPTS, client, LoadProgress.SILENT, StopRule.NEVER);
    }
}
