package io.github.llmperf.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.load.LoadProgress;
import io.github.llmperf.load.TestPlan;
import io.github.llmperf.load.TestRecord;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Pairing;
import io.github.llmperf.plan.Target;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ProgressTests {

    private static final LoadPlan PLAN =
            TestPlan.users(2).warmup("1").duration(Duration.ofSeconds(60)).build();

    private final HandClock clock = new HandClock();
    private final List<String> printed = Collections.synchronizedList(new ArrayList<>());

    @Test
    void tellsPhasesAndEachTenSeconds() {
        Progress progress = Progress.idle(List.of(PLAN), printed::addAll, Optional.empty(), clock);
        LoadProgress load = progress.beside(List.of(LoadProgress.SILENT)).get(0);

        load.started(0);
        warmUp(load, progress);
        play(load, progress);
        progress.close();

        assertThat(printed)
                .containsExactly(
                        "[llmperf] DemoTest.demo 0 s: warm-up of 2 users, 1 request each",
                        "[llmperf] DemoTest.demo 1 s: measuring 2 users for 1m",
                        "[llmperf] DemoTest.demo 10 s: 1 done, 1 in flight, 0 tokens/s, 0 failed, 51 s" + " left",
                        "[llmperf] DemoTest.demo 20 s: 1 done, 1 in flight, 0 tokens/s, 0 failed, 41 s" + " left",
                        "[llmperf] DemoTest.demo 61 s: all sent, waiting for 1 request in flight",
                        "[llmperf] DemoTest.demo 70 s: waiting for 1 in flight, at most 51 s left");
    }

    @Test
    void tellsPhasesOfARunThatNobodyLookedAt() {
        Progress progress = Progress.idle(List.of(PLAN), printed::addAll, Optional.empty(), clock);
        LoadProgress load = progress.beside(List.of(LoadProgress.SILENT)).get(0);

        load.started(0);
        load.sending(RequestPhase.WARMUP);
        load.ended(TestRecord.sentAt(0).warmup(true).answeredAfter(10).build());
        load.sending(RequestPhase.MEASURED);
        load.ended(TestRecord.sentAt(10).answeredAfter(10).build());
        load.quiet(20_000_000);
        clock.now = 30_000_000_000L;
        progress.close();

        assertThat(printed)
                .containsExactly(
                        "[llmperf] DemoTest.demo 0 s: warm-up of 2 users, 1 request each",
                        "[llmperf] DemoTest.demo 0 s: measuring 2 users for 1m");
    }

    @Test
    void saysNothingOfAPhaseThatHasJustBegun() {
        Progress progress = Progress.idle(List.of(PLAN), printed::addAll, Optional.empty(), clock);
        LoadProgress load = progress.beside(List.of(LoadProgress.SILENT)).get(0);

        load.started(0);
        load.sending(RequestPhase.WARMUP);
        at(progress, .1);
        clock.now = 8_000_000_000L;
        load.sending(RequestPhase.MEASURED);
        at(progress, 8.1);
        at(progress, 10);
        at(progress, 20);

        assertThat(printed)
                .containsExactly(
                        "[llmperf] DemoTest.demo 0 s: warm-up of 2 users, 1 request each",
                        "[llmperf] DemoTest.demo 8 s: measuring 2 users for 1m",
                        "[llmperf] DemoTest.demo 20 s: 0 done, 2 in flight, 0 failed, 48 s left");
    }

    @Test
    void saysNothingAfterItsEnd() {
        Progress progress = Progress.idle(List.of(PLAN), printed::addAll, Optional.empty(), clock);
        LoadProgress load = progress.beside(List.of(LoadProgress.SILENT)).get(0);
        load.started(0);
        progress.close();

        load.sending(RequestPhase.MEASURED);
        clock.now = 60_000_000_000L;

        assertThat(progress.look()).isFalse();
        progress.close();
        assertThat(printed).isEmpty();
    }

    @Test
    void tellsRepetitionsApart() {
        LoadPlan plan = TestPlan.users(2)
                .warmup("1")
                .duration(Duration.ofSeconds(60))
                .repetitions(2)
                .build();
        Progress progress = Progress.idle(List.of(plan), printed::addAll, Optional.empty(), clock);
        LoadProgress load = progress.beside(List.of(LoadProgress.SILENT)).get(0);

        for (int run = 0; run < 3; run++) {
            load.started(clock.now);
            load.sending(RequestPhase.MEASURED);
            load.ended(TestRecord.sentAt(0).answeredAfter(10).build());
            load.quiet(clock.now);
        }
        progress.close();

        assertThat(printed)
                .containsExactly(
                        "[llmperf] DemoTest.demo (1 of 2) 0 s: measuring 2 users for 1m",
                        "[llmperf] DemoTest.demo (2 of 2) 0 s: measuring 2 users for 1m",
                        "[llmperf] DemoTest.demo (1 of 2) 0 s: measuring 2 users for 1m");
    }

    @Test
    void tellsTurnsOnASecondTarget() {
        LoadPlan plan =
                PLAN.withPairing(new Pairing(Target.at("http://localhost:2").withName("production"), 2));
        Progress progress = Progress.idle(List.of(plan), printed::addAll, Optional.empty(), clock);
        LoadProgress load = progress.beside(List.of(LoadProgress.SILENT)).get(0);

        load.started(0);
        load.sending(RequestPhase.MEASURED);
        LoadProgress there = load.elsewhere();
        there.started(0);
        there.sending(RequestPhase.MEASURED);
        progress.close();

        assertThat(printed)
                .containsExactly(
                        "[llmperf] DemoTest.demo (1 of 4) 0 s: measuring 2 users for 1m",
                        "[llmperf] DemoTest.demo (2 of 4, production) 0 s: measuring 2 users for 1m");
    }

    @Test
    void drawsABarOnTheTerminalOnly() {
        ByteArrayOutputStream device = new ByteArrayOutputStream();
        Progress progress =
                Progress.idle(List.of(PLAN), printed::addAll, Optional.of(new Terminal(device, 120)), clock);
        LoadProgress load = progress.beside(List.of(LoadProgress.SILENT)).get(0);
        load.started(0);
        warmUp(load, progress);
        device.reset();

        play(load, progress);
        progress.close();

        assertThat(printed)
                .containsExactly(
                        "[llmperf] DemoTest.demo 0 s: warm-up of 2 users, 1 request each",
                        "[llmperf] DemoTest.demo 1 s: measuring 2 users for 1m",
                        "[llmperf] DemoTest.demo 61 s: all sent, waiting for 1 request in flight");
        assertThat(List.of(device.toString(StandardCharsets.UTF_8).split("\r\u001b\\[K")))
                .contains("DemoTest.demo ██░░░░░░░░  15 %, 1 done, 1 in flight, 0 tokens/s, 0 failed, 51" + " s left")
                .last()
                .isEqualTo("DemoTest.demo ██████████ 100 %, waiting for 1 in flight, at most 51 s left");
    }

    @Test
    void stopsItsThread() throws InterruptedException {
        CountDownLatch sleeping = new CountDownLatch(1);
        List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
        NanoClock endless = new NanoClock() {
            @Override
            public long now() {
                return 0;
            }

            @Override
            public void sleepUntil(long moment) throws InterruptedException {
                threads.add(Thread.currentThread());
                sleeping.countDown();
                new CountDownLatch(1).await();
            }
        };

        try (Progress progress = Progress.of(List.of(PLAN), printed::addAll, Optional.empty(), endless)) {
            assertThat(progress).isNotNull();
            sleeping.await();
        }

        threads.get(0).join();
        assertThat(threads.get(0).isDaemon()).isTrue();
    }

    @Test
    void goesOnWithoutAConsoleThatCanBeWrittenTo() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        Console broken = lines -> {
            asked.countDown();
            throw new IllegalStateException("closed");
        };
        LoadProgress load;
        try (Progress progress = Progress.of(List.of(PLAN), broken, Optional.empty(), NanoClock.SYSTEM)) {
            load = progress.beside(List.of(LoadProgress.SILENT)).get(0);
            load.started(System.nanoTime());
            load.sending(RequestPhase.MEASURED);
            asked.await();
        }
        load.ended(TestRecord.sentAt(0).answeredAfter(10).build());
    }

    @Test
    void tellsWhoElseListens() {
        List<String> heard = new ArrayList<>();
        LoadProgress other = record -> heard.add("ended");
        Progress progress = Progress.idle(List.of(PLAN), printed::addAll, Optional.empty(), clock);
        LoadProgress load = progress.beside(List.of(other)).get(0);

        load.started(0);
        load.sending(RequestPhase.MEASURED);
        load.ended(TestRecord.sentAt(0).answeredAfter(10).build());

        assertThat(heard).containsExactly("ended");
        assertThat(Progress.idle(List.of(), printed::addAll, Optional.empty(), clock)
                        .beside(List.of(other)))
                .containsExactly(other);
    }

    private void warmUp(LoadProgress load, Progress progress) {
        load.sending(RequestPhase.WARMUP);
        at(progress, 1);
        load.ended(TestRecord.sentAt(0).warmup(true).answeredAfter(10).build());
        load.sending(RequestPhase.MEASURED);
        at(progress, 2);
    }

    private void play(LoadProgress load, Progress progress) {
        load.sending(RequestPhase.MEASURED);
        load.ended(TestRecord.sentAt(1000).tokensAt(1500).build());
        at(progress, 9.9);
        at(progress, 10);
        at(progress, 10.25);
        at(progress, 20);
        at(progress, 29.9);
        clock.now = 61_000_000_000L;
        load.quiet(61_000_000_000L);
        clock.now = 61_100_000_000L;
        // The lines of 30 s to 60 s are those of one look: what was missed is not made up for.
        progress.look();
        at(progress, 70);
        load.ended(TestRecord.sentAt(2000).tokensAt(71_000).build());
        at(progress, 80);
    }

    private void at(Progress progress, double seconds) {
        clock.now = Math.round(seconds * 1e9);
        progress.look();
    }

    /** Stands still until told. */
    private static final class HandClock implements NanoClock {
        private volatile long now;

        @Override
        public long now() {
            return now;
        }

        @Override
        public void sleepUntil(long moment) {
            throw new AssertionError("must not wait");
        }
    }
}
