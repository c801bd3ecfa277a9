package io.github.llmperf.engines;

import static io.github.llmperf.engines.Times.median;
import static java.util.Locale.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import io.github.llmperf.Api;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.plan.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The times that aimock is told to keep. It waits the time to first token before the first <em>event</em>, which in a chat
 * has the role and no token: the first token comes one token later.
 */
class AimockTimingTests {

    private static final Offset<Double> FIVE_MS = within(5.0);
    private static final Percentage TWO_PERCENT = withPercentage(2);
    private static final int TRIES = 9;

    private static Aimock aimock;
    private static Figures figures;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        aimock = Aimock.start();
        figures = Figures.of(Aimock.nameAndVersion(), AimockTimingTests.class);
    }

    @AfterAll
    static void stop() {
        aimock.close();
    }

    @Test
    void ttftAndTokenRateAreAimocks() {
        List<RequestRecord> records;
        try (Asking asking = Asking.streamed(target(), 64)) {
            records = asking.askWarm("ten a second", TRIES);
        }

        report("ttft 200 ms, 10 tokens/s", records, "");
        assertThat(records).allMatch(RequestRecord::succeeded);
        assertThat(median(records, Times::ttfe)).isCloseTo(200, FIVE_MS);
        assertThat(median(records, Times::ttft)).isCloseTo(300, FIVE_MS);
        assertThat(median(records, Times::tokenRate)).isCloseTo(10, TWO_PERCENT);
    }

    /** Node's timers make each gap of 20 ms up to 1 ms longer, which is 2 % and more: the rate is what a witness sees. */
    @Test
    void tokenRateIsThatOfAWitness() throws IOException {
        String prompt = "fifty a second";
        List<RequestRecord> records = new ArrayList<>();
        double[] witnessed = new double[TRIES];
        try (Asking asking = Asking.streamed(target(), 64)) {
            asking.ask(prompt);
            for (int i = 0; i < TRIES; i++) {
                witnessed[i] = Witness.tokenRate(aimock.port(), prompt);
                records.add(asking.ask(prompt));
            }
        }

        report("ttft 200 ms, 50 tokens/s", records, String.format(ROOT, " (a witness: %.2f)", median(witnessed)));
        assertThat(records).allMatch(RequestRecord::succeeded);
        assertThat(median(records, Times::ttfe)).isCloseTo(200, FIVE_MS);
        assertThat(median(records, Times::ttft)).isCloseTo(220, FIVE_MS);
        assertThat(median(records, Times::tokenRate)).isCloseTo(median(witnessed), TWO_PERCENT);
    }

    private static Target target() {
        return Target.at(aimock.url()).withModel("any");
    }

    private static void report(String known, List<RequestRecord> records, String more) {
        figures.add(
                Api.OPENAI_CHAT,
                known,
                String.format(
                        ROOT,
                        "first event %.1f ms, ttft %.1f ms, %.2f tokens/s%s",
                        median(records, Times::ttfe),
                        median(records, Times::ttft),
                        median(records, Times::tokenRate),
                        more));
    }
}
