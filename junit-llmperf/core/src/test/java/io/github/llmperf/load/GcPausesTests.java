package io.github.llmperf.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GcPausesTests {

    @ParameterizedTest
    @ValueSource(strings = {"G1 Young Generation", "G1 Old Generation", "PS MarkSweep", "Copy", "ZGC Minor Pauses"})
    void countsCollectionsThatStopTheProgram(String collector) {
        assertThat(GcPauses.pauses(collector)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"G1 Concurrent GC", "ZGC Cycles", "ZGC Major Cycles", "Shenandoah Cycles"})
    void leavesOutConcurrentWork(String collector) {
        assertThat(GcPauses.pauses(collector)).isFalse();
    }
}
