package io.github.llmperf.load;

import static io.github.llmperf.load.RunTimesAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadRun.End;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.prompt.Prompt;
import io.github.llmperf.prompt.PromptSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Stages and cooldowns on real threads; nothing here depends on how fast they are. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class LoadStagesTests {

    private final LoadRunner runner = new LoadRunner(NanoClock.SYSTEM);
    private final Queue<Integer> prompts = new ConcurrentLinkedQueue<>();
    private final PromptSource source = index -> {
        prompts.add(index);
        return Prompt.of("prompt " + index);
    };

    @AfterEach
    void leavesNoThreadBehind() throws Exception {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("llmperf-")) {
                thread.join(5000); // a thread may have done its last work and not be gone yet
                assertThat(thread.isAlive()).as(thread.getName()).isFalse();
            }
        }
    }

    private List<LoadRun> run(FakeClient client, TestPlan... stages) throws InterruptedException {
        List<LoadPlan> plans = Stream.of(stages).map(TestPlan::build).toList();
        List<StopRule> rules = plans.stream().map(plan -> StopRule.NEVER).toList();
        return runner.run(plans, source, client, silent(plans), rules);
    }

    private static List<LoadProgress> silent(List<LoadPlan> plans) {
        return plans.stream().map(plan -> LoadProgress.SILENT).toList();
    }

    @Test
    void tellEachListenerOfItsOwnLoad() throws Exception {
        List<LoadPlan> plans = List.of(
                TestPlan.users(2).requests(20).build(),
                TestPlan.users(3).requests(30).build());
        List<Told> told = List.of(new Told(), new Told());

        List<LoadRun> runs =
                runner.run(plans, source, FakeClient.answering(), told, List.of(StopRule.NEVER, StopRule.NEVER));

        for (int load = 0; load < 2; load++) {
            LoadRun run = runs.get(load);
            assertThat(told.get(load).started).isEqualTo(run.times().started());
            assertThat(told.get(load).ended).hasSameSizeAs(run.records());
        }
    }

    /** Keeps what it is told. */
    private static final class Told implements LoadProgress {
        private final Queue<RequestRecord> ended = new ConcurrentLinkedQueue<>();
        private volatile long started;

        @Override
        public void started(long moment) {
            started = moment;
        }

        @Override
        public void ended(RequestRecord record) {
            ended.add(record);
        }
    }

    @Test
    void followEachOtherWithoutAGap() throws Exception {
        List<LoadRun> runs = run(
                FakeClient.answering(),
                TestPlan.users(2).warmup("1").requests(200),
                TestPlan.users(6).warmup("1").requests(300),
                TestPlan.rate(2000).burstiness(1).requests(100),
                TestPlan.users(3).requests(50));

        assertThat(runs).hasSize(4);
        assertThatRun(runs.get(0)).hasMeasured(200);
        assertThatRun(runs.get(1)).hasMeasured(300);
        assertThatRun(runs.get(2)).hasMeasured(100);
        assertThatRun(runs.get(3)).hasMeasured(50);
        for (int stage = 1; stage < 4; stage++) {
            // a fixed number of requests: the window closes, and the load is quiet, with the last one taken
            assertThat(runs.get(stage).times().started())
                    .isEqualTo(runs.get(stage - 1).times().windowClosed());
        }
        assertThat(runs).allSatisfy(run -> {
            assertThatRun(run).endedBy(End.COMPLETED).hasInFlightAtEnd(0);
            assertThat(run.records()).extracting(RequestRecord::index).doesNotHaveDuplicates();
        });
        assertThat(runs.get(1).records()).extracting(RequestRecord::user).contains(0, 1, 2, 3, 4, 5);
    }

    @Test
    void sendNoPromptTwice() throws Exception {
        List<LoadRun> runs = run(
                FakeClient.answering(),
                TestPlan.users(4).requests(100),
                TestPlan.rate(5000).requests(50),
                TestPlan.users(2).warmup("3").requests(20));
        int sent = runs.stream().mapToInt(run -> run.records().size()).sum();

        assertThat(prompts)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, sent).boxed().toList());
    }

    @Test
    void tellTheTimeOfTheirOwnStart() throws Exception {
        List<LoadRun> runs = run(
                FakeClient.answering(),
                TestPlan.users(1).requests(10),
                TestPlan.users(1).requests(10));
        long apart = runs.get(1).times().started() - runs.get(0).times().started();

        assertThat(Duration.between(runs.get(0).startedAt(), runs.get(1).startedAt()))
                .isEqualTo(Duration.ofNanos(apart));
    }

    @Test
    void haveUsersThatAreWaitedForNowhere() throws Exception {
        List<LoadRun> runs = run(
                FakeClient.answering(),
                TestPlan.users(50).think("1h").requests(50),
                TestPlan.users(1).think("1ms").requests(1).maxDuration(Duration.ofMillis(20)),
                TestPlan.rate(1000).requests(5));

        assertThat(runs).hasSize(3);
        assertThat(runs.get(1).end()).isEqualTo(End.MAX_DURATION);
        assertThatRun(runs.get(2)).hasMeasured(5).endedBy(End.COMPLETED);
    }

    @Test
    void endWithTheOneThatIsInterrupted() throws Exception {
        FakeClient client = FakeClient.hangingFromNumber(5000);
        CompletableFuture<List<LoadRun>> result = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                result.complete(run(
                        client,
                        TestPlan.users(2).requests(40),
                        TestPlan.users(4).requests(50_000),
                        TestPlan.users(8).requests(1000),
                        TestPlan.rate(10).requests(10)));
            } catch (InterruptedException e) {
                result.completeExceptionally(e);
            }
        });
        caller.start();
        client.awaitHanging();
        caller.interrupt();
        List<LoadRun> runs = result.get();
        caller.join();

        assertThat(runs).hasSize(2);
        assertThatRun(runs.get(0)).hasMeasured(40).endedBy(End.COMPLETED);
        assertThat(runs.get(1).end()).isEqualTo(End.INTERRUPTED);
        assertThat(runs.get(1).inFlightAtEnd()).isBetween(1, 4);
    }

    @Test
    void throwWhenInterruptedBeforeTheFirstRequest() {
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> run(FakeClient.answering(), TestPlan.users(1), TestPlan.users(1)));
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void throwWhatThePromptSourceThrewInALaterOne() {
        IllegalStateException broken = new IllegalStateException("no prompt 70");
        List<LoadPlan> plans = List.of(
                TestPlan.users(3).requests(50).build(),
                TestPlan.users(5).requests(50).build(),
                TestPlan.users(9).requests(50).build());

        assertThatThrownBy(() -> runner.run(
                        plans,
                        index -> {
                            if (index == 70) {
                                throw broken;
                            }
                            return Prompt.of("x");
                        },
                        FakeClient.answering(),
                        silent(plans),
                        List.of(StopRule.NEVER, StopRule.NEVER, StopRule.NEVER)))
                .isSameAs(broken);
    }

    @Test
    void needAStopRuleEach() {
        List<LoadPlan> plans =
                List.of(TestPlan.users(1).build(), TestPlan.users(1).build());

        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> runner.run(plans, source, FakeClient.answering(), silent(plans), List.of(StopRule.NEVER)))
                .withMessage("stages must be one or more, each with a stop rule and a listener, but are 2 with 1 rules"
                        + " and 2 listeners");
    }

    @Test
    void cancelOnlyWhatTheCooldownOfTheLastOneLeaves() throws Exception {
        TestPlan plan = TestPlan.users(3).requests(5).cooldown(Duration.ofMillis(30));
        LoadRun run = run(FakeClient.hangingFrom(5), plan).get(0);

        assertThatRun(run).hasMeasured(5).hasInFlightAtEnd(0).endedBy(End.COMPLETED);
        assertThat(run.records()).filteredOn(RequestRecord::measured).allMatch(RequestRecord::succeeded);
        assertThat(run.records()).filteredOn(r -> !r.measured()).allMatch(RequestRecord::cancelled);
    }

    @Test
    void useOneThreadForEachUserOfTheLargest() throws Exception {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        List<LoadPlan> plans = new ArrayList<>();
        for (int users : new int[] {2, 5, 1, 4}) {
            plans.add(TestPlan.users(users).warmup("1").requests(100).build());
        }
        runner.run(
                plans,
                index -> {
                    threads.add(Thread.currentThread());
                    return Prompt.of("x");
                },
                FakeClient.answering(),
                silent(plans),
                plans.stream().map(plan -> StopRule.NEVER).toList());

        assertThat(threads)
                .extracting(Thread::getName)
                .containsExactlyInAnyOrder(
                        "llmperf-user-0", "llmperf-user-1", "llmperf-user-2", "llmperf-user-3", "llmperf-user-4");
    }
}
