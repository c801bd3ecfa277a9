package io.github.llmperf.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.client.PlayedAnswer;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.plan.Limits;
import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.TokensFrom;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each rule of docs/metrics.md on what a token is and when it came, with the bytes of a server that it is about. */
class AnswersAsTheyComeTests {

    private static final RequestLatencies LATENCIES = new RequestLatencies(false, true, Limits.NONE);
    private static final String ROLE = chat("\"role\":\"assistant\",\"content\":\"\"");
    private static final String TEXT = chat("\"content\":\"word \"");
    private static final String EMPTY = chat("\"content\":\"\"");
    private static final String DONE = "data: [DONE]\n\n";

    private static String chat(String delta) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{" + delta + "},\"finish_reason\":null}]}\n\n";
    }

    private static String finish(String reason) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"" + reason + "\"}]}\n\n";
    }

    private static String usage(int output, String more) {
        return "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":" + output + more + "}}\n\n";
    }

    private static String reasoningOf(int tokens) {
        return ",\"completion_tokens_details\":{\"reasoning_tokens\":" + tokens + "}";
    }

    private static String times(int n, String event) {
        return event.repeat(n);
    }

    /** So many events, 10 ms apart, from a moment on. */
    private static PlayedAnswer every10Millis(PlayedAnswer answer, long from, int n, String event) {
        IntStream.range(0, n).forEach(i -> answer.read(from + 10L * i, event));
        return answer;
    }

    private static PlayedAnswer chat() {
        return new PlayedAnswer("openai-chat").read(1, ROLE);
    }

    private static OptionalDouble tpot(RequestRecord record) {
        assertThat(record.failure()).isNull();
        return LATENCIES.tpot(record);
    }

    @Test
    void oneShortEventThatNobodyCountsMayBeOneToken() {
        RequestRecord yes = chat().read(1000, chat("\"content\":\"yes\""))
                .read(1010, finish("stop"), DONE)
                .end();
        RequestRecord sentence = chat().read(1000, chat("\"content\":\"a sentence of many tokens in one event\""))
                .read(1010, finish("stop"), DONE)
                .end();

        assertThat(StreamedTokens.cameInOnePiece(yes)).isFalse();
        assertThat(StreamedTokens.cameInOnePiece(sentence)).isTrue();
    }

    @Test
    void hiddenReasoningIsInNoTpot() {
        RequestRecord record = every10Millis(chat(), 5000, 100, TEXT)
                .read(5990, finish("stop"), usage(1100, reasoningOf(1000)), DONE)
                .end();

        assertThat(record.answer().hiddenTokens()).isEqualTo(1000);
        assertThat(tpot(record)).hasValue(10);
        assertThat(record.answer().outputTokens()).isEqualTo(1100);
    }

    @Test
    void streamedReasoningIsInTpot() {
        PlayedAnswer answer = every10Millis(chat(), 1000, 100, chat("\"reasoning_content\":\"hm \""));
        RequestRecord record = every10Millis(answer, 2000, 10, TEXT)
                .read(2090, finish("stop"), usage(110, reasoningOf(100)), DONE)
                .end();

        assertThat(record.answer().hiddenTokens()).isZero();
        assertThat(tpot(record)).hasValue(10);
    }

    @Test
    void reasoningThatNoParserTookOutOfTheTextIsStreamed() {
        PlayedAnswer answer =
                every10Millis(chat().read(1000, chat("\"content\":\"<think>\"")), 1010, 49, TEXT.repeat(2));
        RequestRecord record = answer.read(1490, finish("length"), usage(197, reasoningOf(190)), DONE)
                .end();

        assertThat(record.answer().hiddenTokens()).isZero();
    }

    @Test
    void reasoningThatUsageLeavesOutIsAdded() {
        RequestRecord record = every10Millis(chat(), 5000, 100, TEXT)
                .read(5990, finish("stop"), usage(100, ",\"total_tokens\":1109" + reasoningOf(1000)), DONE)
                .end();

        assertThat(record.answer().outputTokens()).isEqualTo(1100);
        assertThat(tpot(record)).hasValue(10);
    }

    @Test
    void thoughtsOfGeminiAreHiddenUnlessTheyAreSent() {
        String piece = "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"word \"}]}}]}\r\n\r\n";
        String last =
                "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"end\"}]},\"finishReason\":\"STOP\"}],"
                        + "\"usageMetadata\":{\"promptTokenCount\":9,\"candidatesTokenCount\":100,\"thoughtsTokenCount\":1000}}"
                        + "\r\n\r\n";
        RequestRecord hidden = every10Millis(new PlayedAnswer("gemini"), 5000, 99, piece)
                .read(5990, last)
                .end();
        RequestRecord sent = every10Millis(
                        new PlayedAnswer("gemini").read(0, piece.replace("\"text\"", "\"thought\":true,\"text\"")),
                        5000,
                        99,
                        piece)
                .read(5990, last)
                .end();

        assertThat(tpot(hidden)).hasValue(10);
        assertThat(hidden.answer().outputTokens()).isEqualTo(1100);
        assertThat(sent.answer().hiddenTokens()).isZero();
    }

    @Test
    void thinkingOfClaudeThatIsNeitherSentNorCountedLeavesNoTpot() {
        String start =
                "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":"
                        + "{\"type\":\"redacted_thinking\",\"data\":\"x\"}}\n\n";
        String delta = "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":"
                + "{\"type\":\"text_delta\",\"text\":\"word \"}}\n\n";
        String end = "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},"
                + "\"usage\":{\"output_tokens\":1100}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";
        RequestRecord record = every10Millis(new PlayedAnswer("anthropic-messages").read(0, start), 5000, 100, delta)
                .read(6000, end)
                .end();

        assertThat(record.answer().hiddenTokens()).isEqualTo(Answer.UNKNOWN);
        assertThat(tpot(record)).isEmpty();
        assertThat(LATENCIES.gapsBetween(record)).hasSize(100);
    }

    @Test
    void oneReadHasNoTimeBetweenItsTokens() {
        RequestRecord record = chat().read(700, times(64, TEXT), finish("length"), usage(64, ""), DONE)
                .end();

        assertThat(tpot(record)).isEmpty();
        assertThat(LATENCIES.gapsBetween(record)).isEmpty();
        assertThat(StreamedTokens.cameInOnePiece(record)).isTrue();
    }

    @Test
    void oneEventHasNoTimeBetweenItsTokens() {
        RequestRecord record =
                chat().read(700, TEXT, finish("length"), usage(64, ""), DONE).end();

        assertThat(tpot(record)).isEmpty();
        assertThat(StreamedTokens.cameInOnePiece(record)).isTrue();
    }

    @Test
    void oneTokenIsNotOnePiece() {
        RequestRecord record =
                chat().read(700, TEXT, finish("length"), usage(1, ""), DONE).end();

        assertThat(tpot(record)).isEmpty();
        assertThat(StreamedTokens.cameInOnePiece(record)).isFalse();
    }

    @Test
    void tokensOfTheFirstArrivalAreNotBetween() {
        RequestRecord joined = chat().read(100, TEXT, TEXT, TEXT)
                .read(110, TEXT)
                .read(120, TEXT, finish("length"), usage(5, ""), DONE)
                .end();
        RequestRecord chunks = every10Millis(chat(), 100, 4, TEXT)
                .read(130, finish("length"), usage(16, ""), DONE)
                .end();

        assertThat(tpot(joined)).hasValue(10);
        assertThat(tpot(chunks)).hasValue(30 / 12.0);
    }

    @Test
    void theStopTokenComesWithTheFinishEventWhereUsageCountsIt() {
        RequestRecord record = every10Millis(chat(), 100, 3, TEXT)
                .read(130, finish("stop"), usage(4, ""), DONE)
                .end();

        assertThat(tpot(record)).hasValue(10);
        assertThat(LATENCIES.e2e(record)).isEqualTo(130);
        assertThat(record.moments().tokenEvents()).hasSize(4);
    }

    @Test
    void aLateFinishEventIsNoTokenWhereUsageCountsNone() {
        RequestRecord record = every10Millis(chat(), 100, 3, TEXT)
                .read(900, finish("stop"), usage(3, ""), DONE)
                .end();

        assertThat(tpot(record)).hasValue(10);
        assertThat(LATENCIES.e2e(record)).isEqualTo(120);
    }

    @Test
    void aFinishForTheLengthIsNoToken() {
        RequestRecord record = every10Millis(chat(), 100, 3, TEXT)
                .read(900, finish("length"), usage(6, ""), DONE)
                .end();

        assertThat(LATENCIES.e2e(record)).isEqualTo(120);
    }

    @Test
    void countsInEachEventDecideOnTheFinishEvent() {
        String counted = TEXT.replace("]}\n", "],\"usage\":{\"completion_tokens\":%d}}\n");
        String stop = finish("stop").replace("]}\n", "],\"usage\":{\"completion_tokens\":%d}}\n");
        RequestRecord with = chat().read(100, counted.formatted(4))
                .read(110, counted.formatted(8))
                .read(120, stop.formatted(9), DONE)
                .end();
        RequestRecord without = chat().read(100, counted.formatted(4))
                .read(110, counted.formatted(8))
                .read(120, stop.formatted(8), DONE)
                .end();

        assertThat(LATENCIES.e2e(with)).isEqualTo(120);
        assertThat(LATENCIES.e2e(without)).isEqualTo(110);
    }

    @Test
    void anEmptyDeltaIsATokenWhereTheCountIsThenExact() {
        RequestRecord record = chat().read(100, EMPTY)
                .read(110, TEXT)
                .read(120, EMPTY)
                .read(130, TEXT)
                .read(140, finish("stop"), usage(5, ""), DONE)
                .end();

        assertThat(LATENCIES.ttft(record)).hasValue(100);
        assertThat(tpot(record)).hasValue(10);
    }

    @Test
    void emptyDeltasThatKeepAConnectionAliveAreNoTokens() {
        RequestRecord record = chat().read(100, EMPTY)
                .read(200, EMPTY)
                .read(300, TEXT)
                .read(310, TEXT)
                .read(320, finish("stop"), usage(3, ""), DONE)
                .end();

        assertThat(LATENCIES.ttft(record)).hasValue(300);
        assertThat(tpot(record)).hasValue(10);
    }

    @Test
    void aTokenObjectIsATokenWhateverItsText() {
        String token = "data: {\"token\":{\"id\":5,\"text\":\"\",\"special\":false}}\n\n";
        String last = "data: {\"token\":{\"id\":2,\"text\":\"</s>\",\"special\":true},\"generated_text\":\"word\","
                + "\"details\":{\"finish_reason\":\"eos_token\",\"generated_tokens\":3}}\n\n";
        RequestRecord record = new PlayedAnswer("tgi-generate")
                .read(100, token)
                .read(110, token.replace("\"text\":\"\"", "\"text\":\"word\""))
                .read(120, last)
                .end();

        assertThat(LATENCIES.ttft(record)).hasValue(100);
        assertThat(tpot(record)).hasValue(10);
        assertThat(LATENCIES.e2e(record)).isEqualTo(120);
    }

    @Test
    void rolesCommentsAndPingsAreNoTokens() {
        RequestRecord record = chat().read(50, ": ping\n\n", "event: ping\ndata: {}\n\n", usage(0, ""))
                .read(100, TEXT)
                .read(110, TEXT, finish("length"), usage(2, ""), DONE)
                .end();

        assertThat(LATENCIES.ttft(record)).hasValue(100);
        assertThat(tpot(record)).hasValue(10);
    }

    @Test
    void withoutUsageEventsAreCountedAndTheFinishEventIsNone() {
        RequestRecord record = every10Millis(chat(), 100, 3, TEXT)
                .read(900, finish("stop"), DONE)
                .end();

        assertThat(record.answer().tokensFrom()).isEqualTo(TokensFrom.EVENTS);
        assertThat(tpot(record)).hasValue(10);
        assertThat(LATENCIES.e2e(record)).isEqualTo(120);
    }

    @Test
    void hiddenTokensArriveWithTheFirstEventInRates() {
        RequestRecord record = every10Millis(chat(), 500, 10, TEXT)
                .read(590, finish("length"), usage(110, reasoningOf(100)), DONE)
                .end();

        assertThat(List.of(arrived(record, 0, 499), arrived(record, 0, 501), arrived(record, 501, 600)).stream()
                        .map(Math::round)
                        .collect(Collectors.toList()))
                .containsExactly(0L, 101L, 9L);
    }

    /** Output tokens that arrived in a window. */
    private static double arrived(RequestRecord record, long from, long to) {
        ThroughputCounts throughputCounts =
                new ThroughputCounts(new TimeSpan(from * 1_000_000, to * 1_000_000), LATENCIES, false);
        throughputCounts.add(record);
        return throughputCounts.rates().get(Metric.OUTPUT_TOKEN_RATE) * (to - from) / 1000;
    }
}
