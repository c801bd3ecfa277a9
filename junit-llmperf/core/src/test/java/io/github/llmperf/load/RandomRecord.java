package io.github.llmperf.load;

import io.github.llmperf.client.Moments;
import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureCause;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.TokensFrom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Records with anything in them that the types allow, likely or not. */
final class RandomRecord {

    private final Random random;

    RandomRecord(long seed) {
        random = new Random(seed);
    }

    RequestRecord next() {
        return new RequestRecord(
                count(),
                random.nextInt(10) - 1,
                one(RequestPhase.values()),
                1 + random.nextInt(5),
                count(),
                count(),
                moments(),
                random.nextInt(600),
                random.nextLong() >>> 1,
                count(),
                random.nextInt(2),
                answer(),
                failure());
    }

    private Moments moments() {
        long[] events = new long[random.nextInt(4) == 0 ? 0 : random.nextInt(300)];
        long at = moment();
        for (int i = 0; i < events.length; i++) {
            at += random.nextLong() >>> (20 + random.nextInt(44));
            events[i] = at;
        }
        return new Moments(
                moment(), moment(), moment(), moment(), moment(), moment(), events, moment(), moment(), moment());
    }

    private Answer answer() {
        return new Answer(
                "the text " + count(),
                "the reasoning " + count(),
                count(),
                count(),
                count(),
                count(),
                count() - 1,
                count(),
                random.nextInt(4) - 1,
                count() - 1,
                one(TokensFrom.values()),
                random.nextBoolean() ? null : name(),
                random.nextBoolean(),
                serverTimes(),
                List.of(name(), name()).subList(0, random.nextInt(3)));
    }

    private Map<String, Double> serverTimes() {
        Map<String, Double> times = new HashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            times.put(name(), Double.longBitsToDouble(random.nextLong()));
        }
        return times;
    }

    private @Nullable Failure failure() {
        return random.nextBoolean()
                ? null
                : new Failure(
                        one(FailureKind.values()),
                        one(FailureCause.values()),
                        random.nextInt(600),
                        random.nextInt(3) == 0 ? "" : "message " + random.nextInt(100),
                        random.nextBoolean() ? null : name(),
                        random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(random.nextLong()));
    }

    /** Near others mostly, never at times, anywhere at others. */
    private long moment() {
        return switch (random.nextInt(5)) {
            case 0 -> Moments.NEVER;
            case 1 -> random.nextLong();
            default -> 7_000_000_000_000L + random.nextInt();
        };
    }

    private int count() {
        return random.nextInt() >>> (1 + random.nextInt(31));
    }

    private String name() {
        return "name " + random.nextInt(50);
    }

    private <T> T one(T[] values) {
        return values[random.nextInt(values.length)];
    }

    /** Tells whether two records are the same but for the answer's texts, which the second must not have. */
    static boolean sameWithoutTexts(RequestRecord full, RequestRecord kept) {
        Moments moments = kept.moments();
        RequestRecord comparable = new RequestRecord(
                kept.index(),
                kept.user(),
                kept.phase(),
                kept.turn(),
                kept.promptChars(),
                kept.maxNewTokens(),
                new Moments(
                        moments.scheduled(),
                        moments.sent(),
                        moments.headers(),
                        moments.firstEvent(),
                        moments.firstToken(),
                        moments.firstVisible(),
                        full.moments().tokenEvents(),
                        moments.lastToken(),
                        moments.end(),
                        moments.connectNanos()),
                kept.status(),
                kept.bytes(),
                kept.coalescedEvents(),
                kept.staleRetries(),
                withTexts(full.answer(), kept.answer()),
                kept.failure());
        return comparable.equals(full)
                && Arrays.equals(moments.tokenEvents(), full.moments().tokenEvents())
                && kept.answer().text().isEmpty()
                && kept.answer().reasoningText().isEmpty();
    }

    private static Answer withTexts(Answer texts, Answer numbers) {
        return new Answer(
                texts.text(),
                texts.reasoningText(),
                numbers.outputChars(),
                numbers.contentChunks(),
                numbers.reasoningChunks(),
                numbers.toolChunks(),
                numbers.promptTokens(),
                numbers.outputTokens(),
                numbers.hiddenTokens(),
                numbers.cachedTokens(),
                numbers.tokensFrom(),
                numbers.finishReason(),
                numbers.sawDone(),
                numbers.serverTimes(),
                numbers.warnings());
    }
}
