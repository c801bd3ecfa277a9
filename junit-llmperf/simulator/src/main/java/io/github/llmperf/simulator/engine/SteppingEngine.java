package io.github.llmperf.simulator.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What engines that compute in steps have in common: a queue in order of arrival, a batch, and one step after the other.
 * They differ in who joins and leaves the batch, and when.
 *
 * <p>A step begins at the very moment at which the one before it ended, however late {@link #advance} is called: being
 * late never adds up.
 */
abstract class SteppingEngine implements Engine {

    /** In order of arrival. */
    final Deque<Sequence> queue = new ArrayDeque<>();
    /** The one longest in first. */
    final List<Sequence> batch = new ArrayList<>();

    private final StepCosts costs;
    private final long capacity;
    private final Noise.Series noise;
    private final Set<Long> ids = new HashSet<>();
    private double slowFactor = 1;
    private boolean stepping;
    private long stepEnd;

    /** Prepares an idle engine that refuses requests beyond a number, be they waiting or computed. */
    SteppingEngine(StepCosts costs, long capacity, Noise noise) {
        this.costs = costs;
        this.capacity = capacity;
        this.noise = noise.begin();
    }

    /** Returns when the first of the queue, which is not empty, would be computed if nobody else came. */
    abstract long batchStart();

    /** Emits the results of the step that ends now, and removes the requests that are complete. */
    abstract void completeStep(long at, List<EngineEvent> events);

    /** Lets others join, and plans the next step; empty if there is nothing to do. */
    abstract Step planStep(long at, List<EngineEvent> events);

    @Override
    public boolean submit(EngineRequest request, long now) {
        requireFetchedBefore(now);
        if (ids.contains(request.id())) {
            throw new IllegalArgumentException("id must not be in use, but " + request.id() + " is");
        }
        if (ids.size() >= capacity) {
            return false;
        }
        long readyAt = now + costs.arrivalNanos(slowFactor);
        if (!queue.isEmpty()) {
            // Nobody overtakes in the queue when the engine is made faster meanwhile.
            readyAt = Math.max(readyAt, queue.getLast().readyAt());
        }
        ids.add(request.id());
        queue.addLast(new Sequence(request, readyAt));
        return true;
    }

    final void requireFetchedBefore(long now) {
        OptionalLong next = nextEventAt();
        if (next.isPresent() && next.getAsLong() < now) {
            throw new IllegalStateException(
                    "engine must be advanced to " + now + " first, but an event at " + next.getAsLong() + " is due");
        }
    }

    final boolean holds(long request) {
        return ids.contains(request);
    }

    /** Frees the place of a request, and tells whether it had one. */
    final boolean leave(long request) {
        return ids.remove(request);
    }

    final boolean isHeadReady(long at) {
        return !queue.isEmpty() && queue.getFirst().readyAt() <= at;
    }

    final long scaled(long nanos) {
        return Math.round(nanos * slowFactor);
    }

    @Override
    public final List<EngineEvent> advance(long now) {
        List<EngineEvent> events = new ArrayList<>();
        OptionalLong next = nextEventAt();
        while (next.isPresent() && next.getAsLong() <= now) {
            long at = next.getAsLong();
            if (stepping) {
                completeStep(at, events);
            }
            Step step = planStep(at, events);
            stepping = !step.isEmpty();
            stepEnd = stepping ? at + step.nanos(costs, slowFactor * noise.next()) : at;
            next = nextEventAt();
        }
        return events;
    }

    @Override
    public final OptionalLong nextEventAt() {
        if (stepping) {
            return OptionalLong.of(stepEnd);
        }
        return queue.isEmpty() ? OptionalLong.empty() : OptionalLong.of(batchStart());
    }

    @Override
    public final void slowFactor(double factor) {
        this.slowFactor = Engine.requireSlowFactor(factor);
    }

    @Override
    public final int running() {
        return batch.size();
    }

    @Override
    public final int waiting() {
        return queue.size();
    }
}
