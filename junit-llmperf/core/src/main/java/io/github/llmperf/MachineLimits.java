package io.github.llmperf;

import io.github.llmperf.plan.LoadPlan;

/**
 * What this machine allows a load: files, threads, ports and memory. A plan is refused only where it cannot fit whatever
 * the server is like; what runs out during the load is told by then.
 */
record MachineLimits(OpenFiles files, ThreadLimits threads, PortLimits ports, HeapLimit heap) {

    static MachineLimits ofProcess() {
        return new MachineLimits(
                OpenFiles.ofProcess(), ThreadLimits.ofProcess(), PortLimits.ofMachine(), HeapLimit.ofProcess());
    }

    /**
     * Refuses a plan that cannot fit.
     *
     * @throws IllegalArgumentException with a message that begins with the attribute to lower
     */
    void check(LoadPlan plan) {
        files.check(plan);
        threads.check(plan);
        ports.check(plan);
        heap.check(plan);
    }
}
