package io.github.llmperf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.llmperf.clock.NanoClock;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;

class LoadThreadsTests {

    @Test
    void arePlatformThreadsBeforeJava24() {
        assertThat(LoadThreads.light(17)).isSameAs(LoadThreads.PLATFORM);
        assertThat(LoadThreads.light(23)).isSameAs(LoadThreads.PLATFORM);
    }

    @Test
    @EnabledForJreRange(minVersion = 24)
    void areVirtualFromJava24On() throws Exception {
        assertThat(isVirtual(LoadThreads.light(24))).isTrue();
        assertThat(isVirtual(LoadThreads.light())).isTrue();
        assertThat(isVirtual(LoadThreads.PLATFORM)).isFalse();
    }

    @Test
    @EnabledForJreRange(maxVersion = 20)
    void sayThatVirtualThreadsDoNotExist() {
        assertThatThrownBy(() -> LoadThreads.light(24))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("virtual threads must exist from Java 24 on");
    }

    @Test
    void runTheirWorkUnderTheirNameOnceStarted() throws Exception {
        for (LoadThreads kind : new LoadThreads[] {LoadThreads.PLATFORM, LoadThreads.light()}) {
            CompletableFuture<String> name = new CompletableFuture<>();
            Thread thread = kind.unstarted(
                    "llmperf-user-7", () -> name.complete(Thread.currentThread().getName()));

            assertThat(thread.getState()).isEqualTo(Thread.State.NEW);
            thread.start();
            assertThat(name.get()).isEqualTo("llmperf-user-7");
            thread.join();
        }
    }

    /** A thread that has ended cannot be started again; the system's own refusal cannot be brought about here. */
    @Test
    void passOnWhatElseKeepsThemFromStarting() throws Exception {
        Thread thread = LoadThreads.PLATFORM.unstarted("llmperf-watch", () -> {});
        thread.start();
        thread.join();

        assertThatThrownBy(thread::start).isInstanceOf(IllegalThreadStateException.class);
    }

    @Test
    void doNotKeepTheProcessAlive() {
        assertThat(LoadThreads.PLATFORM.unstarted("llmperf-watch", () -> {}).isDaemon())
                .isTrue();
        assertThat(LoadThreads.light().unstarted("llmperf-user-0", () -> {}).isDaemon())
                .isTrue();
    }

    @Test
    void canBeInterruptedWhileTheySleep() throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread thread = LoadThreads.light().unstarted("llmperf-user-0", () -> {
            try {
                NanoClock.SYSTEM.sleepUntil(Long.MAX_VALUE);
                interrupted.complete(false);
            } catch (InterruptedException e) {
                interrupted.complete(true);
            }
        });
        thread.start();
        thread.interrupt();

        assertThat(interrupted.get()).isTrue();
        thread.join();
    }

    /** The class files are of Java 17, which has no method to ask. */
    private static boolean isVirtual(LoadThreads kind) throws Exception {
        return (boolean) Thread.class.getMethod("isVirtual").invoke(kind.unstarted("x", () -> {}));
    }
}
