package io.github.llmperf.simulator.engine;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Dynamic batching as DJL Serving, TorchServe and Triton do it in front of a model that computes a whole batch: a free
 * engine takes the first request, waits until there are enough or a time has passed, computes all together, and is busy
 * until the longest answer is complete. A batch of one is an engine that serves one request after the other.
 *
 * <p>Requests that nobody waits for any more are served all the same: such a server does not notice. Each answer counts
 * as complete when its batch is, for that is when it is sent.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class BatchingEngine extends SteppingEngine {

    private final Batching batching;
    private final Set<Long> abandoned = new HashSet<>();
    /** When it became free; before that, nobody waits for others to come. */
    private long freeSince = Long.MIN_VALUE;

    /**
     * How requests are put together.
     *
     * @param size requests computed together, 1 or more (DJL: {@code batch_size})
     * @param delayMillis longest wait of the first request for others, 0 or more (DJL: {@code max_batch_delay})
     * @param queueLimit requests that may wait beyond those, 0 or more; the next one is refused
     */
    public record Batching(int size, double delayMillis, int queueLimit) {

        /** One request after the other. */
        public static final Batching SERIAL = new Batching(1, 0, Integer.MAX_VALUE);

        private static final double NANOS_PER_MILLI = 1e6;

        /**
         * Checks the ranges.
         *
         * @throws IllegalArgumentException if a number is out of range
         */
        public Batching {
            if (size < 1) {
                throw new IllegalArgumentException("size must be 1 or more, but is " + size);
            }
            if (!(delayMillis >= 0 && delayMillis < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("delayMillis must be 0 or more, but is " + delayMillis);
            }
            if (queueLimit < 0) {
                throw new IllegalArgumentException("queueLimit must be 0 or more, but is " + queueLimit);
            }
        }

        long capacity() {
            return (long) size + queueLimit;
        }

        long delayNanos() {
            return Math.round(delayMillis * NANOS_PER_MILLI);
        }
    }

    /**
     * Creates an idle engine.
     *
     * @param costs what its work costs; each step of a batch counts all its requests, also those that are complete
     * @param batching how requests are put together
     * @param noise by how much its steps differ from what they are said to cost
     */
    public BatchingEngine(StepCosts costs, Batching batching, Noise noise) {
        super(costs, batching.capacity(), noise);
        this.batching = batching;
    }

    @Override
    public boolean cancel(long request, long now) {
        requireFetchedBefore(now);
        return holds(request) && abandoned.add(request);
    }

    @Override
    Step planStep(long at, List<EngineEvent> events) {
        if (batch.isEmpty() && !queue.isEmpty() && batchStart() <= at) {
            beginBatch(at, events);
        }
        Step step = new Step(Integer.MAX_VALUE);
        for (Sequence sequence : batch) {
            if (sequence.isDecoding()) {
                step.decode(sequence);
            } else {
                step.read(sequence);
            }
        }
        return step;
    }

    private void beginBatch(long at, List<EngineEvent> events) {
        while (batch.size() < batching.size() && isHeadReady(at)) {
            Sequence sequence = queue.removeFirst();
            batch.add(sequence);
            tell(new EngineEvent.Started(sequence.id(), at), events);
        }
    }

    @Override
    void completeStep(long at, List<EngineEvent> events) {
        boolean open = false;
        for (Sequence sequence : batch) {
            sequence.completeStep();
            open |= sequence.produced() < sequence.request().outputTokens();
        }
        for (Sequence sequence : batch) {
            int last = sequence.request().outputTokens();
            if (sequence.produced() < last) {
                tell(new EngineEvent.TokenProduced(sequence.id(), sequence.produced(), at), events);
            } else if (!open) {
                tell(new EngineEvent.TokenProduced(sequence.id(), last, at), events);
                tell(new EngineEvent.Finished(sequence.id(), at), events);
            }
        }
        if (!open) {
            batch.forEach(sequence -> forget(sequence.id()));
            batch.clear();
            freeSince = at;
        }
    }

    private void tell(EngineEvent event, List<EngineEvent> events) {
        if (!abandoned.contains(event.request())) {
            events.add(event);
        }
    }

    private void forget(long request) {
        leave(request);
        abandoned.remove(request);
    }

    /** Returns when enough will be there, or the first will have waited for others long enough. */
    @Override
    long batchStart() {
        long taken = Math.max(freeSince, queue.getFirst().readyAt());
        long patience = taken + scaled(batching.delayNanos());
        if (queue.size() < batching.size()) {
            return patience;
        }
        long full = queue.stream()
                .skip(batching.size() - 1L)
                .findFirst()
                .orElseThrow()
                .readyAt();
        return Math.max(taken, Math.min(patience, full));
    }
}
