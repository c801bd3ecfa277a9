package io.github.llmperf.load;

import io.github.llmperf.client.Moments;
import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureCause;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.TokensFrom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Records as bytes and back. All is kept but the answer's texts; of texts that differ from request to request only the
 * first thousand, since a message that holds a time or an id says nothing new after that.
 */
@SuppressWarnings("EnumOrdinal") // these bytes never leave the process
final class RecordFormat {

    /** Different texts kept of each sort. */
    static final int TEXTS = 1000;

    /** Read in the place of further messages; kind, cause, status and time of the failure are kept. */
    static final String FURTHER_MESSAGE = "(message not kept: the run had " + TEXTS + " different ones before)";

    private static final String FURTHER_NAME = "(other)";

    private static final RequestPhase[] PHASES = RequestPhase.values();
    private static final TokensFrom[] SOURCES = TokensFrom.values();
    private static final FailureKind[] KINDS = FailureKind.values();
    private static final FailureCause[] CAUSES = FailureCause.values();

    private static final int BYTES_WITHOUT_EVENTS = 96;
    private static final int BYTES_PER_EVENT = 5;

    private final KnownTexts messages = new KnownTexts(TEXTS, FURTHER_MESSAGE);
    private final KnownTexts names = new KnownTexts(TEXTS, FURTHER_NAME);

    PackedBytes write(RequestRecord record) {
        int events = record.moments().tokenEvents().length;
        PackedBytes bytes = new PackedBytes(BYTES_WITHOUT_EVENTS + BYTES_PER_EVENT * events);
        bytes.count(record.index())
                .number(record.user())
                .count(record.phase().ordinal())
                .count(record.turn())
                .count(record.promptChars())
                .count(record.maxNewTokens());
        write(bytes, record.moments());
        bytes.count(record.status())
                .count(record.bytes())
                .count(record.coalescedEvents())
                .count(record.staleRetries());
        write(bytes, record.answer());
        write(bytes, record.failure());
        return bytes;
    }

    RequestRecord read(PackedCursor bytes) {
        return new RequestRecord(
                bytes.smallCount(),
                bytes.smallNumber(),
                PHASES[bytes.smallCount()],
                bytes.smallCount(),
                bytes.smallCount(),
                bytes.smallCount(),
                moments(bytes),
                bytes.smallCount(),
                bytes.count(),
                bytes.smallCount(),
                bytes.smallCount(),
                answer(bytes),
                failure(bytes));
    }

    /** Each moment is told as its distance from the one before, in the order in which they usually happen. */
    private static void write(PackedBytes bytes, Moments moments) {
        long[] events = moments.tokenEvents();
        long[] outline = {
            moments.sent(),
            moments.headers(),
            moments.firstEvent(),
            moments.firstToken(),
            moments.firstVisible(),
            moments.lastToken(),
            moments.end()
        };
        bytes.bits(moments.scheduled()).number(moments.connectNanos());
        int happened = 0;
        for (int i = 0; i < outline.length; i++) {
            happened |= outline[i] == Moments.NEVER ? 0 : 1 << i;
        }
        bytes.count(happened);
        long before = moments.scheduled();
        for (long moment : outline) {
            if (moment != Moments.NEVER) {
                bytes.number(moment - before);
                before = moment;
            }
        }
        bytes.count(events.length);
        before = moments.firstToken();
        for (long event : events) {
            bytes.number(event - before);
            before = event;
        }
    }

    private static Moments moments(PackedCursor bytes) {
        long scheduled = bytes.bits();
        long connectNanos = bytes.number();
        int happened = bytes.smallCount();
        long[] outline = new long[7];
        long before = scheduled;
        for (int i = 0; i < outline.length; i++) {
            if ((happened & 1 << i) == 0) {
                outline[i] = Moments.NEVER;
            } else {
                before += bytes.number();
                outline[i] = before;
            }
        }
        long[] events = events(bytes, outline[3]);
        return new Moments(
                scheduled,
                outline[0],
                outline[1],
                outline[2],
                outline[3],
                outline[4],
                events,
                outline[5],
                outline[6],
                connectNanos);
    }

    private static long[] events(PackedCursor bytes, long firstToken) {
        int length = bytes.smallCount();
        if (length == 0) {
            return Moments.NO_EVENTS;
        }
        long[] events = new long[length];
        long before = firstToken;
        for (int i = 0; i < length; i++) {
            before += bytes.number();
            events[i] = before;
        }
        return events;
    }

    private void write(PackedBytes bytes, Answer answer) {
        bytes.count(answer.outputChars())
                .count(answer.contentChunks())
                .count(answer.reasoningChunks())
                .count(answer.toolChunks())
                .number(answer.promptTokens())
                .number(answer.outputTokens())
                .number(answer.hiddenTokens())
                .number(answer.cachedTokens())
                .count(answer.tokensFrom().ordinal())
                .count(names.numberOf(answer.finishReason()))
                .count(answer.sawDone() ? 1 : 0)
                .count(answer.serverTimes().size());
        answer.serverTimes()
                .forEach((name, millis) -> bytes.count(names.numberOf(name)).bits(Double.doubleToRawLongBits(millis)));
        bytes.count(answer.warnings().size());
        answer.warnings().forEach(warning -> bytes.count(names.numberOf(warning)));
    }

    private Answer answer(PackedCursor bytes) {
        return new Answer(
                "",
                "",
                bytes.smallCount(),
                bytes.smallCount(),
                bytes.smallCount(),
                bytes.smallCount(),
                bytes.smallNumber(),
                bytes.smallNumber(),
                bytes.smallNumber(),
                bytes.smallNumber(),
                SOURCES[bytes.smallCount()],
                names.text(bytes.smallCount()),
                bytes.smallCount() == 1,
                serverTimes(bytes),
                warnings(bytes));
    }

    private Map<String, Double> serverTimes(PackedCursor bytes) {
        int size = bytes.smallCount();
        if (size == 0) {
            return Map.of();
        }
        Map<String, Double> times = new HashMap<>();
        for (int i = 0; i < size; i++) {
            times.put(name(bytes), Double.longBitsToDouble(bytes.bits()));
        }
        return times;
    }

    private List<String> warnings(PackedCursor bytes) {
        int size = bytes.smallCount();
        if (size == 0) {
            return List.of();
        }
        List<String> warnings = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            warnings.add(name(bytes));
        }
        return warnings;
    }

    private String name(PackedCursor bytes) {
        return Objects.requireNonNullElse(names.text(bytes.smallCount()), FURTHER_NAME);
    }

    private void write(PackedBytes bytes, @Nullable Failure failure) {
        if (failure == null) {
            bytes.count(0);
            return;
        }
        OptionalLong wait = failure.retryAfterMillis();
        bytes.count(1 + failure.kind().ordinal())
                .count(failure.cause().ordinal())
                .count(failure.status())
                .count(messages.numberOf(failure.message()))
                .count(names.numberOf(failure.code()))
                .count(wait.isPresent() ? 1 : 0);
        wait.ifPresent(bytes::number);
    }

    private @Nullable Failure failure(PackedCursor bytes) {
        int kind = bytes.smallCount();
        if (kind == 0) {
            return null;
        }
        return new Failure(
                KINDS[kind - 1],
                CAUSES[bytes.smallCount()],
                bytes.smallCount(),
                Objects.requireNonNullElse(messages.text(bytes.smallCount()), FURTHER_MESSAGE),
                names.text(bytes.smallCount()),
                bytes.smallCount() == 0 ? OptionalLong.empty() : OptionalLong.of(bytes.number()));
    }
}
