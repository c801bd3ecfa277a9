package io.github.llmperf.simulator.engine;

/** A request on its way through the engine. */
final class Sequence {

    private final EngineRequest request;
    private final long readyAt;
    private boolean started;
    /** Tokens still to be read before the next one is produced. */
    private int left;
    /** Tokens that the next step reads, or the one that it produces. */
    private int planned;
    /** Tokens whose keys and values are in memory. */
    private int held;

    private int produced;

    Sequence(EngineRequest request, long readyAt) {
        this.request = request;
        this.left = request.promptTokens();
        this.readyAt = readyAt;
    }

    long id() {
        return request.id();
    }

    EngineRequest request() {
        return request;
    }

    long readyAt() {
        return readyAt;
    }

    /** Marks the first time that it is computed, and tells whether this is it. */
    boolean start() {
        boolean first = !started;
        started = true;
        return first;
    }

    /** Has what is known of the prompt taken from memory instead of read. */
    void skip(int tokens) {
        held += tokens;
        left -= tokens;
    }

    boolean isDecoding() {
        return left == 0;
    }

    int left() {
        return left;
    }

    int held() {
        return held;
    }

    /** Plans how much of the prompt the next step reads. */
    int planChunk(int budget) {
        planned = Math.min(left, budget);
        return planned;
    }

    /** Plans that the next step produces a token. */
    void planToken() {
        planned = 1;
    }

    /** Ends a step; the step that reads the last of the prompt already produces the first token. */
    boolean completeStep() {
        if (planned == 0) {
            return false;
        }
        held += planned;
        left = Math.max(0, left - planned);
        planned = 0;
        if (left > 0) {
            return false;
        }
        produced++;
        return true;
    }

    /** Loses what it holds: its prompt and what it has produced must be read again. */
    void forget() {
        left = request.promptTokens() + produced;
        held = 0;
        planned = 0;
    }

    int produced() {
        return produced;
    }

    boolean isFinished() {
        return produced == request.outputTokens();
    }
}
