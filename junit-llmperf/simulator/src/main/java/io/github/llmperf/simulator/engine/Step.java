package io.github.llmperf.simulator.engine;

/** What a step of an engine is made up of, while it is planned. */
final class Step {

    private final int budget;
    private int prefill;
    private int decoding;
    private int reading;
    private long context;

    /** Plans a step of at most so many tokens. */
    Step(int budget) {
        this.budget = budget;
    }

    int room() {
        return budget - decoding - prefill;
    }

    boolean isEmpty() {
        return decoding + reading == 0;
    }

    /** Has a request produce a token. */
    void decode(Sequence sequence) {
        sequence.planToken();
        decoding++;
        context += sequence.held();
    }

    /** Has as much of a prompt read as there is room for. */
    void read(Sequence sequence) {
        if (room() > 0) {
            prefill += sequence.planChunk(room());
            reading++;
            context += sequence.held();
        }
    }

    long nanos(StepCosts costs, double factor) {
        return costs.stepNanos(prefill, decoding + reading, context, factor);
    }
}
