package io.github.llmperf.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestOutcomeTests {

    private static final ProcessHandle OWN = ProcessHandle.current();

    private static TestOutcome read(String process) {
        return TestOutcome.of(null, process);
    }

    private static Instant start() {
        return OWN.info().startInstant().orElseThrow();
    }

    @Test
    void isOpenAsLongAsTheProcessRuns() {
        assertThat(read(OWN.pid() + "@" + start())).isEqualTo(TestOutcome.UNKNOWN);
    }

    @Test
    void isAFailureOnceTheProcessHasGone() {
        TestOutcome ofAnother = read(OWN.pid() + "@" + start().minusSeconds(3600));
        assertThat(ofAnother.failedItself()).isTrue();
        assertThat(ofAnother.message())
                .isEqualTo("its process ended before the test did, by a crash, System.exit or a kill");
        assertThat(read("999999999999@2026-03-02T10:15:30Z").failedItself()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1@x", "someone", "@2026-03-02T10:15:30Z", "99999999999999999999@2026-03-02T10:15:30Z"})
    void isUnknownWhereTheProcessIs(String process) {
        assertThat(read(process)).isEqualTo(TestOutcome.UNKNOWN);
    }
}
