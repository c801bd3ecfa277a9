package io.github.llmperf.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.measure.RandomAnswer.Arrival;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Limits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Plays random answers through readers of dialects, and compares what is measured with what was sent. */
class RandomAnswersTests {

    private static final int ANSWERS = 4000;
    private static final RequestLatencies LATENCIES = new RequestLatencies(false, true, Limits.NONE);

    @Test
    void latenciesAndRatesAreThoseOfTheTokensThatArrived() {
        int undefined = 0;
        for (long seed = 0; seed < ANSWERS; seed++) {
            RandomAnswer answer = new RandomAnswer(seed);
            List<Arrival> truth = new ArrayList<>();
            RequestRecord record = answer.play(truth);

            compare("answer " + seed + "\n" + answer, record, truth, answer);
            undefined += LATENCIES.tpot(record).isEmpty() ? 1 : 0;
        }
        assertThat(undefined).isBetween(ANSWERS / 20, ANSWERS / 2);
    }

    private static void compare(String name, RequestRecord record, List<Arrival> truth, RandomAnswer answer) {
        Arrival first = truth.get(0);
        Arrival last = truth.get(truth.size() - 1);
        double between = truth.stream().mapToDouble(Arrival::tokens).sum() - first.tokens();

        assertThat(record.failure()).as(name).isNull();
        assertThat(record.answer().outputTokens()).as(name).isEqualTo(answer.total());
        assertThat(record.answer().hiddenTokens()).as(name).isEqualTo(answer.hidden());
        assertThat(LATENCIES.ttft(record)).as(name).hasValue((double) first.millis());
        assertThat(LATENCIES.e2e(record)).as(name).isEqualTo((double) last.millis());
        if (between == 0) {
            assertThat(LATENCIES.tpot(record)).as(name).isEmpty();
            assertThat(LATENCIES.gapsBetween(record)).as(name).isEmpty();
        } else {
            assertThat(LATENCIES.tpot(record).orElseThrow())
                    .as(name)
                    .isCloseTo((double) (last.millis() - first.millis()) / between, within(1e-9));
            assertThat(LATENCIES.gapsBetween(record)).as(name).hasSizeGreaterThan(1);
        }
        long middle = (first.millis() + last.millis()) / 2 + 1;
        double before = answer.hidden()
                + truth.stream()
                        .filter(arrival -> arrival.millis() <= middle)
                        .mapToDouble(Arrival::tokens)
                        .sum();
        assertThat(arrived(record, 0, middle)).as(name).isCloseTo(before, within(1e-6));
        assertThat(arrived(record, 0, middle) + arrived(record, middle, last.millis() + 2))
                .as(name)
                .isCloseTo(answer.total(), within(1e-6));
    }

    /** Output tokens that arrived in a window. */
    private static double arrived(RequestRecord record, long from, long to) {
        ThroughputCounts throughputCounts =
                new ThroughputCounts(new TimeSpan(from * 1_000_000, to * 1_000_000), LATENCIES, false);
        throughputCounts.add(record);
        return throughputCounts.rates().get(Metric.OUTPUT_TOKEN_RATE) * (to - from) / 1000;
    }
}
