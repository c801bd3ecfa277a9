package io.github.llmperf.load;

import io.github.llmperf.client.LlmClient;
import io.github.llmperf.client.PlannedRequest;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.protocol.FailureKind;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A client for real threads: answers at once, or hangs until it is cancelled. */
class FakeClient implements LlmClient {

    private final CountDownLatch hanging = new CountDownLatch(1);
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final int hangFrom;
    private final boolean stubborn;

    private FakeClient(int hangFrom, boolean stubborn) {
        this.hangFrom = hangFrom;
        this.stubborn = stubborn;
    }

    static FakeClient answering() {
        return new FakeClient(Integer.MAX_VALUE, false);
    }

    static FakeClient hangingFrom(int index) {
        return new FakeClient(index, false);
    }

    /** Hangs from so many requests on, over all loads. */
    static FakeClient hangingFromNumber(int requests) {
        return new FakeClient(requests, false) {
            private final AtomicInteger number = new AtomicInteger();

            @Override
            int number(PlannedRequest request) {
                return number.getAndIncrement();
            }
        };
    }

    /** Hangs until it is released, whatever it is told. */
    static FakeClient stubborn() {
        return new FakeClient(0, true);
    }

    void release() {
        cancelled.countDown();
    }

    /** Waits until a request hangs. */
    void awaitHanging() throws InterruptedException {
        hanging.await();
    }

    @Override
    public RequestRecord send(PlannedRequest request) {
        long sent = Math.max(System.nanoTime(), request.scheduled());
        TestRecord record = TestRecord.of(
                new NextAction.Send(request.index(), request.user(), request.phase(), request.scheduled()), sent);
        if (number(request) < hangFrom) {
            return record.answeredAfter(0).build();
        }
        hanging.countDown();
        boolean interrupted = false;
        while (true) {
            try {
                cancelled.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        return record.failed(interrupted ? FailureKind.PROTOCOL : FailureKind.CANCELLED)
                .build();
    }

    int number(PlannedRequest request) {
        return request.index();
    }

    @Override
    public void cancelAll() {
        if (!stubborn) {
            cancelled.countDown();
        }
    }

    @Override
    public void close() {
        cancelAll();
    }
}
