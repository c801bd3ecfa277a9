package io.github.llmperf.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.load.GcPauses.Pause;
import org.junit.jupiter.api.Test;
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

    @Test
    void tellsTheLongestPauseAndAllTogether() {
        try (GcPauses pauses = pauses()) {
            assertThat(pauses.longestMs(0, 10_000)).isEqualTo(30);
            assertThat(pauses.sumMs(0, 10_000)).isEqualTo(47);
        }
    }

    @Test
    void leavesOutWhatLiesBeforeAndAfterTheMeasuredTime() {
        try (GcPauses pauses = pauses()) {
            assertThat(pauses.longestMs(1110, 3000)).as("the rest of the first").isEqualTo(20);
            assertThat(pauses.sumMs(1110, 3000)).isEqualTo(25);
            assertThat(pauses.sumMs(5000, 6000)).isZero();
            assertThat(pauses.longestMs(5000, 6000)).isZero();
        }
    }

    private static GcPauses pauses() {
        GcPauses pauses = new GcPauses();
        pauses.add(new Pause(1100, 1130));
        pauses.add(new Pause(2000, 2005));
        pauses.add(new Pause(4000, 4012));
        return pauses;
    }
}
