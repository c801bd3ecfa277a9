package io.github.llmperf.engines;

import static io.github.llmperf.engines.Times.median;
import static java.util.Locale.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.protocol.FailureKind;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What aimock answers at the routes of Ollama, Anthropic and Gemini. */
class AimockRouteTests {

    private static final int TRIES = 3;

    private static Aimock aimock;
    private static Figures figures;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        aimock = Aimock.start();
        figures = Figures.of(Aimock.nameAndVersion(), AimockRouteTests.class);
    }

    @AfterAll
    static void stop() {
        aimock.close();
    }

    @ParameterizedTest
    @EnumSource
    void ttftAndTokenRateAreAimocks(AimockRoute route) {
        double known = 200 + 100 * route.eventsBeforeFirstToken();
        List<RequestRecord> records;
        try (Asking asking = Asking.streamed(route.target(aimock), 64)) {
            records = asking.askWarm("ten a second", TRIES);
        }

        figures.add(
                route.api(),
                "ttft 200 ms, 10 tokens/s",
                String.format(
                        ROOT,
                        "ttft %.1f ms of %.0f, %.2f tokens/s",
                        median(records, Times::ttft),
                        known,
                        median(records, Times::tokenRate)));
        assertThat(records).allMatch(RequestRecord::succeeded);
        assertThat(records).allMatch(record -> record.answer().outputTokens() == 16);
        assertThat(median(records, Times::ttft)).isCloseTo(known, within(5.0));
        assertThat(median(records, Times::tokenRate)).isCloseTo(10, withPercentage(2));
    }

    @ParameterizedTest
    @EnumSource
    void halvesOfCharactersInTwoEventsMakeOne(AimockRoute route) {
        RequestRecord streamed = ask(route, "beyond ascii");
        RequestRecord whole;
        try (Asking asking = Asking.whole(route.target(aimock), 64)) {
            whole = asking.ask("beyond ascii");
        }

        report(route, "text cut inside surrogate pairs", streamed);
        report(route, "the same, not streamed", whole);
        for (RequestRecord record : new RequestRecord[] {streamed, whole}) {
            assertThat(record.failure()).isNull();
            assertThat(record.answer().text()).isEqualTo("naïve 你好 🙂👩‍👩‍👧 done");
        }
    }

    @ParameterizedTest
    @EnumSource
    void failuresAreToldApart(AimockRoute route) {
        assertThat(failure(route, "rate limited")).isEqualTo(FailureKind.OVERLOAD);
        assertThat(failure(route, "broken")).isEqualTo(FailureKind.SERVER_ERROR);
        assertThat(failure(route, "no such key")).isEqualTo(FailureKind.AUTH);
        assertThat(failure(route, "much too long")).isEqualTo(FailureKind.LENGTH);
        assertThat(failure(route, "truncate")).isEqualTo(FailureKind.TRUNCATED);
        assertThat(failure(route, "disconnect")).isEqualTo(FailureKind.TRUNCATED);
    }

    private static FailureKind failure(AimockRoute route, String prompt) {
        RequestRecord record = ask(route, prompt);
        report(route, prompt, record);
        assertThat(record.failure()).as(prompt).isNotNull();
        return record.failure().kind();
    }

    private static RequestRecord ask(AimockRoute route, String prompt) {
        return Asking.once(route.target(aimock), prompt);
    }

    private static void report(AimockRoute route, String checked, RequestRecord record) {
        figures.add(route.api(), checked, Outcomes.text(record));
    }
}
