package io.github.llmperf.machine;

import io.github.llmperf.plan.LoadPlan;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What this machine allows a load: files, threads, ports and memory. A plan is refused only where it cannot fit whatever
 * the server is like; what runs out during the load is told by then.
 */
@API(status = Status.INTERNAL, since = "0.1")
public record MachineLimits(OpenFiles files, ThreadLimits threads, PortLimits ports, HeapLimit heap) {

    public static MachineLimits ofProcess() {
        return new MachineLimits(
                OpenFiles.ofProcess(), ThreadLimits.ofProcess(), PortLimits.ofMachine(), HeapLimit.ofProcess());
    }

    /**
     * Refuses a plan that cannot fit.
     *
     * @throws IllegalArgumentException with a message that begins with the attribute to lower
     */
    public void check(LoadPlan plan) {
        files.check(plan);
        threads.check(plan);
        ports.check(plan);
        heap.check(plan);
    }
}
