package io.github.llmperf.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LoadResult;
import io.github.llmperf.Toggle;
import io.github.llmperf.simulator.SimulatedLlm;
import java.io.IOException;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * Lesson 15: results for other programs.
 *
 * <p>All files of a run are there when the body begins. {@code latency.hlog} has its latencies as histograms, which can be
 * added to those of other runs; percentiles cannot. Its values are in microseconds.
 */
@SimulatedLlm
@Baseline(Toggle.OFF)
class Lesson15ReadingResultsTest {

    @LlmLoad(users = 4, requests = 40, maxNewTokens = 8)
    void canBeReadByOthers(LoadResult result) throws IOException {
        Path cell = Path.of(System.getProperty("llmperf.output", "target/llmperf"))
                .resolve(getClass().getName())
                .resolve("canBeReadByOthers/single");

        Histogram ttft = ttft(cell.resolve("latency.hlog"));

        assertThat(ttft.getTotalCount()).isEqualTo(40);
        assertThat(ttft.getMaxValue() / 1000.)
                .isCloseTo(result.value("ttft.max").orElseThrow(), org.assertj.core.data.Percentage.withPercentage(1));
    }

    private static Histogram ttft(Path file) throws IOException {
        Histogram ttft = new Histogram(3);
        try (HistogramLogReader log = new HistogramLogReader(file.toFile())) {
            while (log.hasNext()) {
                Histogram interval = (Histogram) log.nextIntervalHistogram();
                if (interval.getTag().equals("ttft")) {
                    ttft.add(interval);
                }
            }
        }
        return ttft;
    }
}
