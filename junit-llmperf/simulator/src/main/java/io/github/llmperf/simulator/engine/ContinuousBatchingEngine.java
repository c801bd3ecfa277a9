package io.github.llmperf.simulator.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Continuous batching as Orca described it and vLLM does it: the engine computes step after step; before each step it
 * takes requests in from a first-in-first-out queue while slots are free, and in each step every request whose prompt
 * has been read gets one token. Prompts beyond the budget of a step are read in chunks, those being decoded first.
 *
 * <p>A step begins at the very moment at which the one before it ended, however late {@link #advance} is called: being
 * late never adds up.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class ContinuousBatchingEngine implements Engine {

    private final StepCosts costs;
    private final BatchLimits limits;
    private final Deque<Sequence> queue = new ArrayDeque<>();
    private final List<Sequence> batch = new ArrayList<>();
    private final Set<Long> ids = new HashSet<>();
    private double slowFactor = 1;
    private boolean stepping;
    private long stepEnd;

    /**
     * Creates an idle engine.
     *
     * @param costs what its work costs
     * @param limits how much it takes at once
     */
    public ContinuousBatchingEngine(StepCosts costs, BatchLimits limits) {
        this.costs = costs;
        this.limits = limits;
    }

    @Override
    public boolean submit(EngineRequest request, long now) {
        requireFetchedBefore(now);
        if (ids.contains(request.id())) {
            throw new IllegalArgumentException("id must not be in use, but " + request.id() + " is");
        }
        if (limits.isFull(ids.size())) {
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

    @Override
    public boolean cancel(long request, long now) {
        requireFetchedBefore(now);
        return ids.remove(request)
                && (queue.removeIf(s -> s.id() == request) || batch.removeIf(s -> s.id() == request));
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
            if (stepping) {
                completeStep(next.getAsLong(), events);
            }
            beginStep(next.getAsLong(), events);
            next = nextEventAt();
        }
        return events;
    }

    private void completeStep(long at, List<EngineEvent> events) {
        for (Iterator<Sequence> sequences = batch.iterator(); sequences.hasNext(); ) {
            Sequence sequence = sequences.next();
            if (!sequence.completeStep()) {
                continue;
            }
            events.add(new EngineEvent.TokenProduced(sequence.id(), sequence.produced(), at));
            if (sequence.isFinished()) {
                events.add(new EngineEvent.Finished(sequence.id(), at));
                ids.remove(sequence.id());
                sequences.remove();
            }
        }
    }

    private void beginStep(long at, List<EngineEvent> events) {
        int takingPart = decoding();
        int budget = limits.maxBatchedTokens() - takingPart;
        int prefill = 0;
        for (Sequence sequence : batch) {
            if (!sequence.isDecoding() && budget > prefill) {
                prefill += sequence.takeChunk(budget - prefill);
                takingPart++;
            }
        }
        while (budget > prefill && batch.size() < limits.slots() && isHeadReady(at)) {
            Sequence sequence = queue.removeFirst();
            events.add(new EngineEvent.Started(sequence.id(), at));
            prefill += sequence.takeChunk(budget - prefill);
            takingPart++;
            batch.add(sequence);
        }
        stepping = takingPart > 0;
        stepEnd = at + (stepping ? costs.stepNanos(prefill, takingPart, slowFactor) : 0);
    }

    private int decoding() {
        int count = 0;
        for (Sequence sequence : batch) {
            count += sequence.isDecoding() ? 1 : 0;
        }
        return count;
    }

    private boolean isHeadReady(long at) {
        return !queue.isEmpty() && queue.getFirst().readyAt() <= at;
    }

    @Override
    public OptionalLong nextEventAt() {
        if (stepping) {
            return OptionalLong.of(stepEnd);
        }
        return queue.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(queue.getFirst().readyAt());
    }

    @Override
    public void slowFactor(double factor) {
        this.slowFactor = requireSlowFactor(factor);
    }

    /**
     * Checks a slow factor before anything is touched.
     *
     * @param factor what each time is to be multiplied with
     * @return the factor
     * @throws IllegalArgumentException if it is not a number above 0
     */
    public static double requireSlowFactor(double factor) {
        if (!(factor > 0 && factor < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "slowFactor must be above 0 (2 is half the speed, 1 is unchanged), but is " + factor);
        }
        return factor;
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
