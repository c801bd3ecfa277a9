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
import org.jspecify.annotations.Nullable;

/**
 * Continuous batching as Orca described it and vLLM does it: the engine computes step after step; before each step it
 * takes requests in from a first-in-first-out queue while slots and memory are free, and in each step every request whose
 * prompt has been read gets one token. With chunked prefill, requests being decoded come first in a step and prompts are
 * read with what is left of its budget; without, prompts come first, whole, in steps of their own.
 *
 * <p>Where memory runs out for a request that is being decoded, the youngest gives its own back and waits again at the
 * head of the queue, to be computed anew.
 *
 * <p>A step begins at the very moment at which the one before it ended, however late {@link #advance} is called: being
 * late never adds up.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class ContinuousBatchingEngine implements Engine {

    private final StepCosts costs;
    private final BatchLimits limits;
    private final Noise.Series noise;
    private final KvMemory memory;
    private final @Nullable PrefixCache prefixes;
    private final Deque<Sequence> queue = new ArrayDeque<>();
    /** The one longest in first. */
    private final List<Sequence> batch = new ArrayList<>();

    private final Set<Long> ids = new HashSet<>();
    private double slowFactor = 1;
    private boolean stepping;
    private long stepEnd;

    /**
     * Creates an idle engine whose steps cost exactly what they are said to.
     *
     * @param costs what its work costs
     * @param limits how much it takes at once
     */
    public ContinuousBatchingEngine(StepCosts costs, BatchLimits limits) {
        this(costs, limits, Noise.NONE);
    }

    /**
     * Creates an idle engine: one start of a server.
     *
     * @param costs what its work costs
     * @param limits how much it takes at once
     * @param noise by how much its steps differ from that
     */
    public ContinuousBatchingEngine(StepCosts costs, BatchLimits limits, Noise noise) {
        this.costs = costs;
        this.limits = limits;
        this.noise = noise.begin();
        this.memory = new KvMemory(limits.kvTokens());
        this.prefixes = limits.prefixCaching() ? new PrefixCache(limits.kvTokens()) : null;
    }

    @Override
    public boolean submit(EngineRequest request, long now) {
        requireFetchedBefore(now);
        if (ids.contains(request.id())) {
            throw new IllegalArgumentException("id must not be in use, but " + request.id() + " is");
        }
        if (!limits.canHold(request)) {
            throw new IllegalArgumentException(
                    "request must fit into memory, and without chunked prefill into one step, but " + request
                            + " does not fit " + limits);
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
        memory.free(request);
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
            if (prefixes != null && sequence.produced() == 1) {
                prefixes.remember(sequence.request());
            }
            events.add(new EngineEvent.TokenProduced(sequence.id(), sequence.produced(), at));
            if (sequence.isFinished()) {
                events.add(new EngineEvent.Finished(sequence.id(), at));
                ids.remove(sequence.id());
                memory.free(sequence.id());
                sequences.remove();
            }
        }
    }

    private void beginStep(long at, List<EngineEvent> events) {
        Step step = new Step(limits.maxBatchedTokens());
        if (limits.chunkedPrefill()) {
            boolean enough = decode(step, at, events);
            batch.stream().filter(s -> !s.isDecoding()).forEach(step::read);
            if (enough) {
                admit(step, at, events);
            }
        } else {
            admit(step, at, events);
            if (step.isEmpty()) {
                decode(step, at, events);
            }
        }
        stepping = !step.isEmpty();
        stepEnd = stepping ? at + step.nanos(costs, slowFactor * noise.next()) : at;
    }

    /** Plans a token for all that are being decoded, the oldest first; false if memory was not enough for all. */
    private boolean decode(Step step, long at, List<EngineEvent> events) {
        boolean enough = true;
        for (int i = 0; i < batch.size(); i++) {
            Sequence sequence = batch.get(i);
            boolean here = true;
            while (here && sequence.isDecoding() && !memory.reserve(sequence.id(), sequence.held() + 1)) {
                enough = false;
                here = preemptYoungest(at, events) != sequence;
            }
            if (here && sequence.isDecoding()) {
                step.decode(sequence);
            }
        }
        return enough;
    }

    private Sequence preemptYoungest(long at, List<EngineEvent> events) {
        Sequence youngest = batch.remove(batch.size() - 1);
        memory.free(youngest.id());
        youngest.forget();
        queue.addFirst(youngest);
        events.add(new EngineEvent.Preempted(youngest.id(), at));
        return youngest;
    }

    private void admit(Step step, long at, List<EngineEvent> events) {
        while (step.room() > 0 && batch.size() < limits.slots() && isHeadReady(at)) {
            Sequence sequence = queue.getFirst();
            int known = prefixes == null ? 0 : prefixes.known(sequence.request());
            boolean fits = limits.chunkedPrefill() || sequence.left() - known <= step.room();
            if (!fits || !memory.reserve(sequence.id(), sequence.left())) {
                return;
            }
            queue.removeFirst();
            sequence.skip(known);
            if (sequence.start()) {
                events.add(new EngineEvent.Started(sequence.id(), at, known));
            }
            step.read(sequence);
            batch.add(sequence);
        }
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

    @Override
    public double memoryUsage() {
        return memory.usage();
    }
}
