package io.github.llmperf.simulator.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
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
public final class BatchingEngine implements Engine {

    private final StepCosts costs;
    private final Batching batching;
    private final Noise.Series noise;
    private final Deque<Sequence> queue = new ArrayDeque<>();
    private final List<Sequence> batch = new ArrayList<>();
    private final Set<Long> ids = new HashSet<>();
    private final Set<Long> abandoned = new HashSet<>();
    private double slowFactor = 1;
    /** When it became free; before that, nobody waits for others to come. */
    private long freeSince = Long.MIN_VALUE;

    private boolean stepping;
    private long stepEnd;

    /**
     * How requests are put together.
     *
     * @param size requests computed together, 1 or more (DJL: {@code batch_size})
     * @param delayMillis longest wait of the first request for others, 0 or more (DJL: {@code max_batch_delay})
     * @param queueLimit requests that may wait, 0 or more; the next one is refused
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

        long delayNanos(double slowFactor) {
            return Math.round(delayMillis * slowFactor * NANOS_PER_MILLI);
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
        this.costs = costs;
        this.batching = batching;
        this.noise = noise.begin();
    }

    @Override
    public boolean submit(EngineRequest request, long now) {
        requireFetchedBefore(now);
        if (!ids.add(request.id())) {
            throw new IllegalArgumentException("id must not be in use, but " + request.id() + " is");
        }
        if (queue.size() >= (long) batching.queueLimit() + batching.size()) {
            ids.remove(request.id());
            return false;
        }
        long readyAt = now + costs.arrivalNanos(slowFactor);
        queue.addLast(new Sequence(
                request,
                queue.isEmpty() ? readyAt : Math.max(readyAt, queue.getLast().readyAt())));
        return true;
    }

    @Override
    public boolean cancel(long request, long now) {
        requireFetchedBefore(now);
        return ids.contains(request) && abandoned.add(request);
    }

    private void requireFetchedBefore(long now) {
        OptionalLong next = nextEventAt();
        if (next.isPresent() && next.getAsLong() < now) {
            throw new IllegalStateException(
                    "engine must be advanced to " + now + " first, but an event at " + next.getAsLong() + " is due");
        }
    }

    @Override
    public List<EngineEvent> advance(long now) {
        List<EngineEvent> events = new ArrayList<>();
        OptionalLong next = nextEventAt();
        while (next.isPresent() && next.getAsLong() <= now) {
            long at = next.getAsLong();
            if (stepping) {
                completeStep(at, events);
            } else {
                beginBatch(at, events);
            }
            planStep(at);
            next = nextEventAt();
        }
        return events;
    }

    private void beginBatch(long at, List<EngineEvent> events) {
        while (batch.size() < batching.size()
                && !queue.isEmpty()
                && queue.getFirst().readyAt() <= at) {
            Sequence sequence = queue.removeFirst();
            batch.add(sequence);
            tell(new EngineEvent.Started(sequence.id(), at), events);
        }
    }

    private void planStep(long at) {
        Step step = new Step(Integer.MAX_VALUE);
        for (Sequence sequence : batch) {
            if (sequence.isDecoding()) {
                step.decode(sequence);
            } else {
                step.read(sequence);
            }
        }
        stepping = !step.isEmpty();
        stepEnd = stepping ? at + step.nanos(costs, slowFactor * noise.next()) : at;
    }

    private void completeStep(long at, List<EngineEvent> events) {
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
        ids.remove(request);
        abandoned.remove(request);
    }

    @Override
    public OptionalLong nextEventAt() {
        if (stepping) {
            return OptionalLong.of(stepEnd);
        }
        return queue.isEmpty() ? OptionalLong.empty() : OptionalLong.of(batchStart());
    }

    /** Returns when enough will be there, or the first will have waited for others long enough. */
    private long batchStart() {
        long taken = Math.max(freeSince, queue.getFirst().readyAt());
        long patience = taken + batching.delayNanos(slowFactor);
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

    @Override
    public void slowFactor(double factor) {
        this.slowFactor = ContinuousBatchingEngine.requireSlowFactor(factor);
    }

    @Override
    public int running() {
        return batch.size();
    }

    @Override
    public int waiting() {
        return queue.size();
    }
}
