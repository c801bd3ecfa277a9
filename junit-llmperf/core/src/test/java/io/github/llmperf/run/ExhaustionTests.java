package io.github.llmperf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.machine.HeapLimit;
import io.github.llmperf.plan.Scenario;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExhaustionTests {

    private final Scenario test = new Scenario("demo.RagLatencyTest", "staysResponsive", Map.of(), Scenario.SINGLE);

    @Test
    void namesTheHeapAndTheOptionThatRaisesIt() {
        OutOfMemoryError error = new OutOfMemoryError("Java heap space");

        assertThat(Exhaustion.ofMemory(test, error))
                .hasMessage("RagLatencyTest.staysResponsive: the load could not be carried out, since it exhausted the"
                        + " memory of this process (Java heap space; "
                        + HeapLimit.megabytes(Runtime.getRuntime().maxMemory())
                        + " of heap): it says nothing about the server; raise -Xmx (Surefire: argLine), or lower users,"
                        + " maxNewTokens or the number of requests")
                .hasCause(error);
    }

    @Test
    void tellsMissingThreadsFromMissingMemory() {
        OutOfMemoryError error = new OutOfMemoryError(
                "unable to create native thread: possibly out of memory or" + " process/resource limits reached");

        assertThat(Exhaustion.ofMemory(test, error))
                .hasMessageStartingWith("RagLatencyTest.staysResponsive: the load could not be carried out, since this"
                        + " machine lets no more threads be started")
                .hasMessageEndingWith(": it says nothing about the server; raise the limit (of a pod or container, or"
                        + " ulimit -u), run the tests on Java 24 or newer, where users take no threads of the system,"
                        + " or lower users or maxInFlight")
                .hasCause(error);
    }
}
