package io.github.llmperf.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.baseline.LineWarning;
import io.github.llmperf.baseline.LineWarning.Fault;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.metric.Metric;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LineWarningTextTests {

    private static String words(Fault fault) {
        return LineWarningText.of(new LineWarning("x.jsonl", 7, fault));
    }

    @Test
    void saysWhyALineIsNotUsed() {
        assertThat(words(new LineWarning.Newer()))
                .isEqualTo("x.jsonl line 7 was written by a newer version of junit-llmperf and is not used; it stays in"
                        + " the file. Upgrade to use it.");
        assertThat(words(new LineWarning.Damaged("runId is missing")))
                .isEqualTo("x.jsonl line 7 is damaged (runId is missing) and is not used; all other lines are. Restore"
                        + " the line from git or delete it.");
    }

    @Test
    void saysThatALineIsDatedInTheFuture() {
        assertThat(words(new LineWarning.InFuture(Instant.parse("2099-01-01T00:00:00Z"))))
                .isEqualTo(
                        "x.jsonl line 7: startedAt is 2099-01-01T00:00:00Z, which is in the future; the run counts as one"
                                + " that followed the line before it. Set the clock of the machine that recorded it, and correct"
                                + " the date.");
    }

    @Test
    void saysWhatContradictsItself() {
        assertThat(words(new LineWarning.OtherHash("0123456789abcdef", "fedcba9876543210")))
                .isEqualTo("x.jsonl line 7: comparable.hash is 0123456789abcdef, but its fields come to"
                        + " fedcba9876543210; the fields count. Restore the line from git, or correct the hash if the"
                        + " change is meant.");
        assertThat(words(new LineWarning.NoHistogram(Metric.TTFT)))
                .isEqualTo("x.jsonl line 7: histograms.ttft cannot be read or has no samples; the values count. Restore"
                        + " the line from git.");
        assertThat(words(new LineWarning.OtherValue(Measure.parse("ttft"), 700, 800.25)))
                .isEqualTo("x.jsonl line 7: ttft.mean is 700 ms, but its histogram says 800.3 ms; the value counts."
                        + " Restore the line from git, or delete its histogram if the change is meant.");
    }
}
