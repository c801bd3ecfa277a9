package io.github.llmperf.engines;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static io.github.llmperf.engines.Times.median;
import static java.util.Locale.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.WireMock;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.plan.Target;
import java.io.IOException;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * WireMock sends a body in as many pieces as it is told, cut at any byte, waiting before each piece: it is known for each
 * byte when it is sent.
 */
class WireMockDribbleTests {

    private static final int TRIES = 9;
    private static final int PIECES = 5;
    private static final int WAIT_MS = 200;
    private static final Offset<Double> TOLERANCE = within(10.0);

    private static WireMockServer server;
    private static Figures figures;

    @BeforeAll
    static void start() throws IOException {
        server = new WireMockServer(options().bindAddress("127.0.0.1").dynamicPort());
        server.start();
        figures = Figures.of(
                "WireMock " + Installed.setting("llmperf-engines.wiremock.version"), WireMockDribbleTests.class);
    }

    @AfterAll
    static void stop() {
        server.stop();
    }

    @BeforeEach
    void forget() {
        server.resetAll();
    }

    /** All numbers of pieces up to one byte each put a cut at every offset, those inside of characters included. */
    @ParameterizedTest
    @EnumSource
    void textIsRightForAnyCut(DribbledBody body) {
        int bytes = body.bytes().length;
        try (Asking asking = Asking.streamed(target(body), 64)) {
            for (int pieces = 1; pieces <= bytes; pieces++) {
                serve(body, pieces, 0);

                RequestRecord record = asking.ask("Hello");

                assertThat(record.failure()).as("%d pieces", pieces).isNull();
                assertThat(record.answer().text()).as("%d pieces", pieces).isEqualTo(DribbledBody.TEXT);
                assertThat(record.answer().outputTokens())
                        .as("%d pieces", pieces)
                        .isEqualTo(DribbledBody.TOKENS);
            }
        }
        figures.add(
                body.api(),
                "multi-byte text in 1 to " + bytes + " pieces",
                bytes + " of " + bytes + " answers right to the character");
    }

    /** Few pieces, because each of WireMock's waits is a little longer than asked for. */
    @ParameterizedTest
    @EnumSource
    void timesAreThoseOfThePieces(DribbledBody body) {
        serve(body, PIECES, PIECES * WAIT_MS);
        List<RequestRecord> records;
        try (Asking asking = Asking.streamed(target(body), 64)) {
            records = asking.askWarm("Hello", TRIES);
        }
        double first = sentAfter(body, body.endOfFirstToken());
        double last = sentAfter(body, body.endOfLastToken());
        double whole = PIECES * WAIT_MS;

        figures.add(
                body.api(),
                String.format(ROOT, "%d pieces in %.0f ms", PIECES, whole),
                String.format(
                        ROOT,
                        "ttft %.1f ms of %.0f, e2e %.1f ms of %.0f, end %.1f ms of %.0f",
                        median(records, Times::ttft),
                        first,
                        median(records, Times::e2e),
                        last,
                        median(records, Times::end),
                        whole));
        assertThat(records).allMatch(RequestRecord::succeeded);
        assertThat(median(records, Times::ttft)).isCloseTo(first, TOLERANCE);
        assertThat(median(records, Times::e2e)).isCloseTo(last, TOLERANCE);
        assertThat(median(records, Times::end)).isCloseTo(whole, TOLERANCE);
    }

    /** When the piece with a body's n-th byte is sent; all pieces are of the same size but the last, which has the rest. */
    private static double sentAfter(DribbledBody body, int bytes) {
        int size = body.bytes().length / PIECES;
        return WAIT_MS * Math.min(PIECES, 1 + (bytes - 1) / size);
    }

    private static void serve(DribbledBody body, int pieces, int millis) {
        server.resetMappings();
        server.stubFor(post(WireMock.urlPathEqualTo(body.path()))
                .willReturn(aResponse()
                        .withHeader("Content-Type", body.contentType())
                        .withBody(body.bytes())
                        .withChunkedDribbleDelay(pieces, millis)));
    }

    private static Target target(DribbledBody body) {
        return Target.at("http://127.0.0.1:" + server.port()).withModel("any").withApi(body.api());
    }
}
