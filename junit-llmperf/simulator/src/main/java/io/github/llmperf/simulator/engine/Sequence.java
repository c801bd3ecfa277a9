package io.github.llmperf.simulator.engine;

/** A request on its way through the engine. */
final class Sequence {

    private final long id;
    private final int outputTokens;
    private final long readyAt;
    private int promptTokensLeft;
    private int chunk;
    private int produced;

    Sequence(EngineRequest request, long readyAt) {
        this.id = request.id();
        this.outputTokens = request.outputTokens();
        this.promptTokensLeft = request.promptTokens();
        this.readyAt = readyAt;
    }

    long id() {
        return id;
    }

    long readyAt() {
        return readyAt;
    }

    boolean isDecoding() {
        return promptTokensLeft == 0;
    }

    /** Plans how much of the prompt the next step reads. */
    int takeChunk(int budget) {
        chunk = Math.min(promptTokensLeft, budget);
        return chunk;
    }

    /** Ends a step; the step that reads the last of the prompt already produces the first token. */
    boolean completeStep() {
        promptTokensLeft -= chunk;
        chunk = 0;
        if (promptTokensLeft > 0) {
            return false;
        }
        produced++;
        return true;
    }

    int produced() {
        return produced;
    }

    boolean isFinished() {
        return produced == outputTokens;
    }
}
