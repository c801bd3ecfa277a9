package io.github.llmperf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.clock.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class WorkerThreadsTests {

    private final WakeSignal wakeSignal = new WakeSignal(NanoClock.SYSTEM);
    private final StageSequence sequence = new StageSequence(
            List.of(TestPlan.users(3).requests(100).build()),
            List.of(LoadProgress.SILENT),
            List.of(StopRule.NEVER),
            NanoClock.SYSTEM,
            wakeSignal::signal);
    private final AtomicInteger cancelled = new AtomicInteger();
    private final WorkerThreads workerThreads =
            new WorkerThreads(sequence, wakeSignal, NanoClock.SYSTEM, cancelled::incrementAndGet);

    /** As on a machine that allows two threads. */
    private static final class FewThreads extends LoadThreads {
        private final List<Thread> made = new ArrayList<>();

        @Override
        Thread unstarted(String name, Runnable work) {
            Thread thread = PLATFORM.unstarted(name, work);
            if (made.size() == 2) {
                throw new OutOfThreadsException(name, new OutOfMemoryError("unable to create native thread"));
            }
            made.add(thread);
            return thread;
        }
    }

    @Test
    void dismissesTheThreadsItHasWhenThereAreNoMore() {
        FewThreads threads = new FewThreads();

        assertThatThrownBy(() -> workerThreads.work(() -> {
                    for (int user = 0; user < 3; user++) {
                        workerThreads.startThread(threads, "llmperf-user-" + user, user, (loop, step) -> {});
                    }
                    sequence.start(NanoClock.SYSTEM.now());
                }))
                .isInstanceOf(OutOfThreadsException.class)
                .hasMessage("thread llmperf-user-2 could not be started: unable to create native thread");
        assertThat(threads.made).hasSize(2).noneMatch(Thread::isAlive);
        assertThat(cancelled).hasPositiveValue();
    }

    /** Whatever else fails then adds nothing to the first, since there is no memory for it. */
    @Test
    void endsTheRunWithTheFirstThreadThatFindsTheHeapExhausted() {
        OutOfMemoryError exhausted = new OutOfMemoryError("Java heap space");

        workerThreads.work(() -> {
            for (int user = 0; user < 3; user++) {
                workerThreads.startThread(LoadThreads.PLATFORM, "llmperf-user-" + user, user, (loop, step) -> {
                    loop.lost(step);
                    throw exhausted;
                });
            }
            sequence.start(NanoClock.SYSTEM.now());
        });

        assertThatThrownBy(workerThreads::rethrow).isSameAs(exhausted).hasNoSuppressedExceptions();
    }
}
