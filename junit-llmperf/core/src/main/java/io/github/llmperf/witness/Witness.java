package io.github.llmperf.witness;

import io.github.llmperf.client.LlmClient;
import io.github.llmperf.client.PlannedRequest;
import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.plan.Target;
import io.github.llmperf.prompt.Prompt;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Sends one reference stream beside a load, through the same client, to a server of this program's own whose events are
 * due at known moments, every 5 ms. Its lateness is what the client adds to the latencies of the load. Due times are
 * never shifted by lateness, so the samples are uniform in time: a stall counts with its length.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class Witness implements AutoCloseable {

    /** A witness without a connection is useless and must not cost more than a working one. */
    private static final int MOST_FAILURES = 5;

    private static final long STACK_BYTES = 512 * 1024;
    private static final long LONGEST_END = TimeUnit.SECONDS.toMillis(1);
    private static final Prompt PROMPT = Prompt.of("what does the client add");

    private final LongSupplier clock;
    private final ClientOverheadLog log;
    private final OwnServer server;
    private final LlmClient client;
    private final Thread thread;
    private volatile WatchedAnswer answer = new WatchedAnswer(0);
    private volatile boolean stopped;

    private Witness(LlmClient load, Target target, boolean openLoop, LongSupplier clock) throws IOException {
        this.clock = clock;
        log = new ClientOverheadLog(openLoop);
        server = OwnServer.start(target.api(), Timetable.EVENTS, () -> answer, clock);
        try {
            client = load.beside(ReferenceLoad.target(target, server), ReferenceLoad.workload(Timetable.EVENTS))
                    .orElseThrow(() -> new IllegalArgumentException("the client sends nothing for real"));
        } catch (IllegalArgumentException e) {
            server.close();
            throw e;
        }
        thread = new Thread(null, this::watch, "llmperf-witness", STACK_BYTES);
        thread.setDaemon(true);
    }

    /**
     * Starts watching.
     *
     * @param openLoop whether the load's latencies count from when a request is due
     * @param clock the client's, in ns
     * @return the witness; empty where the client is none that sends for real, or this machine has no port left for it
     */
    public static Optional<Witness> start(LlmClient client, Target target, boolean openLoop, LongSupplier clock) {
        try {
            Witness witness = new Witness(client, target, openLoop, clock);
            witness.client.ready();
            witness.thread.start();
            return Optional.of(witness);
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns what the client added.
     *
     * @param begin from when on, in terms of the clock
     * @param end until when
     * @return the figures; unknown where nothing was seen
     */
    public ClientOverhead added(long begin, long end) {
        return log.added(begin, end);
    }

    /** Ends watching; what was seen can be asked for still. */
    @Override
    public void close() {
        stopped = true;
        LockSupport.unpark(thread);
        client.cancelAll();
        boolean interrupted = Thread.interrupted();
        try {
            thread.join(LONGEST_END);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        client.close();
        server.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch() {
        long scheduled = clock.getAsLong();
        int failures = 0;
        for (int index = 0; !stopped && failures < MOST_FAILURES; index++) {
            scheduled = skipMissed(scheduled);
            sleepUntil(scheduled);
            if (!stopped) {
                RequestRecord record = send(index, scheduled);
                failures = record.succeeded() ? 0 : failures + 1;
            }
            scheduled += Timetable.ROUND;
        }
    }

    private long skipMissed(long scheduled) {
        long now = clock.getAsLong();
        long missed = Timetable.missed(scheduled, now);
        log.missed(scheduled, missed, now);
        return scheduled + missed * Timetable.ROUND;
    }

    private RequestRecord send(int index, long scheduled) {
        WatchedAnswer own = new WatchedAnswer(scheduled);
        answer = own;
        RequestRecord record = client.send(new PlannedRequest(index, 0, RequestPhase.MEASURED, 1, PROMPT, scheduled));
        log.add(own.seen(record.moments()));
        return record;
    }

    private void sleepUntil(long moment) {
        for (long left = moment - clock.getAsLong(); left > 0 && !stopped; left = moment - clock.getAsLong()) {
            LockSupport.parkNanos(left);
        }
    }
}
