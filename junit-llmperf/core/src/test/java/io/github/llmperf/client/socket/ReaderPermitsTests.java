package io.github.llmperf.client.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ReaderPermitsTests {

    private long now;
    private final ReaderPermits permits = new ReaderPermits(1, () -> now);
    private final BlockingQueue<String> went = new LinkedBlockingQueue<>();

    /** A thread that takes one byte, and then another. */
    private Inbox waiting(String name, List<Thread> threads) {
        Inbox inbox = new Inbox(permits);
        Thread thread = new Thread(() -> {
            SocketStamp stamp = new SocketStamp(new UnreadTimes());
            try {
                inbox.take(new byte[1], 0, 1, 0, stamp, () -> {});
                went.add(name);
                inbox.take(new byte[1], 0, 1, 0, stamp, () -> {});
            } catch (IOException e) {
                went.add(name + " closed");
            }
        });
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
        awaitWaiting(thread);
        return inbox;
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    private void arrives(Inbox inbox) {
        inbox.add(0, ByteBuffer.wrap(new byte[1]));
        permits.give(inbox);
    }

    @Test
    void goToTheNextWhenTheOneBeforeWaitsAgain() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        Inbox first = waiting("first", threads);
        Inbox second = waiting("second", threads);

        arrives(first);
        arrives(second);

        assertThat(went.poll(20, TimeUnit.SECONDS)).isEqualTo("first");
        assertThat(went.poll(20, TimeUnit.SECONDS)).isEqualTo("second");
    }

    @Test
    void endByThemselvesWhenAThreadDoesNotSaySo() {
        List<Thread> threads = new ArrayList<>();
        Inbox first = waiting("first", threads);
        Inbox second = waiting("second", threads);
        synchronized (permits) {
            permits.give(first); // it finds no byte and waits again, which ends its turn as soon as this lock is free
            permits.give(second);
            assertThat(permits.look()).isTrue();
            now += ReaderPermits.LONGEST + 1;
            assertThat(permits.look()).isFalse();
        }
    }

    @Test
    void areNotSpentOnThoseWhoDoNotWait() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        Inbox nobodys = new Inbox(permits);
        Inbox first = waiting("first", threads);

        permits.give(nobodys);
        arrives(first);

        assertThat(went.poll(20, TimeUnit.SECONDS)).isEqualTo("first");
    }
}
