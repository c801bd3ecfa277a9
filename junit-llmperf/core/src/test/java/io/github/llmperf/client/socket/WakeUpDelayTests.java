package io.github.llmperf.client.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WakeUpDelayTests {

    @ParameterizedTest
    @CsvSource({"50, 0", "100, 0", "1000, 10", "5000, 50", "20000, 100", "100000, 100"})
    void waitsTheLongerTheMoreThereIsToRead(int readsPerSecond, long millis) {
        WakeUpDelay patience = new WakeUpDelay(0);

        for (int i = 1; i <= readsPerSecond; i++) {
            patience.read(TimeUnit.SECONDS.toNanos(i) / readsPerSecond, 1);
        }

        assertThat(TimeUnit.NANOSECONDS.toMillis(patience.nanos())).isBetween(millis * 19 / 20, millis);
    }
}
