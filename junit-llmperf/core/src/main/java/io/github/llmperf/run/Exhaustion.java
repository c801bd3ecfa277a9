package io.github.llmperf.run;

import io.github.llmperf.LoadTestException;
import io.github.llmperf.load.OutOfThreadsException;
import io.github.llmperf.machine.HeapLimit;
import io.github.llmperf.machine.ThreadLimits;
import io.github.llmperf.plan.Scenario;

/** Says that this machine could not carry a load: the failure of one test, and not the end of all. */
final class Exhaustion {

    /** What the virtual machine says when it is not the heap that is exhausted. */
    private static final String NO_THREAD = "native thread";

    private Exhaustion() {}

    static LoadTestException ofThreads(Scenario test, OutOfThreadsException e) {
        return noThread(test, e);
    }

    /** Libraries start threads as well, and what they throw has the type of an exhausted heap. */
    static LoadTestException ofMemory(Scenario test, OutOfMemoryError e) {
        String said = String.valueOf(e.getMessage());
        if (said.contains(NO_THREAD)) {
            return noThread(test, e);
        }
        return new LoadTestException(
                test + ": the load could not be carried out, since it exhausted the memory of this process (" + said
                        + "; "
                        + HeapLimit.megabytes(Runtime.getRuntime().maxMemory())
                        + " of heap): it says nothing about the server; raise -Xmx (Surefire: argLine), or lower users,"
                        + " maxNewTokens or the number of requests",
                e);
    }

    private static LoadTestException noThread(Scenario test, Throwable e) {
        ThreadLimits limits = ThreadLimits.ofProcess();
        return new LoadTestException(
                test + ": the load could not be carried out, since this machine lets no more threads be started"
                        + limits.tightest()
                                .map(bound ->
                                        " (" + bound.source() + " allows " + ThreadLimits.number(bound.limit()) + ")")
                                .orElse("")
                        + ": it says nothing about the server; " + ThreadLimits.wayOut("users or maxInFlight"),
                e);
    }
}
