package io.github.llmperf.simulator.engine;

import java.util.Iterator;
import java.util.List;
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
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class ContinuousBatchingEngine extends SteppingEngine {

    private final BatchLimits limits;
    private final KvMemory memory;
    private final @Nullable PrefixCache prefixes;

    /** Creates an idle engine whose steps cost exactly what they are said to. */
    public ContinuousBatchingEngine(StepCosts costs, BatchLimits limits) {
        this(costs, limits, Noise.NONE);
    }

    /** Creates an idle engine: one start of a server. */
    public ContinuousBatchingEngine(StepCosts costs, BatchLimits limits, Noise noise) {
        super(costs, limits.capacity(), noise);
        this.limits = limits;
        this.memory = new KvMemory(limits.kvTokens());
        this.prefixes = limits.prefixCaching() ? new PrefixCache(limits.kvTokens()) : null;
    }

    @Override
    public boolean submit(EngineRequest request, long now) {
        if (!limits.canHold(request)) {
            throw new IllegalArgumentException(
                    "request must fit into memory, and without chunked prefill into one step, but " + request
                            + " does not fit " + limits);
        }
        return super.submit(request, now);
    }

    @Override
    public boolean cancel(long request, long now) {
        requireFetchedBefore(now);
        memory.free(request);
        return leave(request) && (queue.removeIf(s -> s.id() == request) || batch.removeIf(s -> s.id() == request));
    }

    @Override
    void completeStep(long at, List<EngineEvent> events) {
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
                leave(sequence.id());
                memory.free(sequence.id());
                sequences.remove();
            }
        }
    }

    @Override
    Step planStep(long at, List<EngineEvent> events) {
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
        return step;
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

    @Override
    long batchStart() {
        return queue.getFirst().readyAt();
    }

    @Override
    public double memoryUsage() {
        return memory.usage();
    }
}
