package io.github.llmperf.load;

import io.github.llmperf.client.RequestPhase;
import io.github.llmperf.client.RequestRecord;
import io.github.llmperf.client.RequestTimestamps;
import io.github.llmperf.protocol.Answer;
import io.github.llmperf.protocol.Failure;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.TokensFrom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Records for tests, all moments in whole ms of the run's clock. Streams token events unless told otherwise. */
public final class TestRecord {

    private final int index;
    private final long scheduled;
    private int user;
    private RequestPhase phase = RequestPhase.MEASURED;
    private int turn = 1;
    private String text = "text";
    private long sent;
    private long firstEvent = RequestTimestamps.NEVER;
    private long firstVisible = RequestTimestamps.NEVER;
    private long[] tokenEvents = RequestTimestamps.NO_EVENTS;
    private long end;
    private long connect = -1;
    private int promptChars = 100;
    private int maxNewTokens = 128;
    private int promptTokens = -1;
    private int outputTokens;
    private int outputChars;
    private int cachedTokens = -1;
    private int coalesced;
    private int staleRetries;
    private TokensFrom from = TokensFrom.USAGE;
    private Map<String, Double> serverTimes = Map.of();
    private @Nullable String model;
    private List<String> warnings = List.of();
    private @Nullable Failure failure;

    private TestRecord(int index, long scheduled) {
        this.index = index;
        this.scheduled = scheduled;
        sent = scheduled;
        end = scheduled;
    }

    /** A request scheduled and sent at a moment in ms. */
    public static TestRecord sentAt(long millis) {
        return new TestRecord(0, millis);
    }

    static TestRecord of(NextAction.Send send, long nowNanos) {
        TestRecord record = new TestRecord(send.index(), send.scheduled() / 1_000_000);
        record.sent = nowNanos / 1_000_000;
        record.end = record.sent;
        return record.user(send.user()).phase(send.phase());
    }

    public TestRecord user(int number) {
        user = number;
        return this;
    }

    public TestRecord warmup(boolean warm) {
        return phase(warm ? RequestPhase.WARMUP : RequestPhase.MEASURED);
    }

    public TestRecord phase(RequestPhase part) {
        phase = part;
        return this;
    }

    /** The most tokens it asked for. */
    public TestRecord asking(int tokens) {
        maxNewTokens = tokens;
        return this;
    }

    public TestRecord turn(int number) {
        turn = number;
        return this;
    }

    /** The visible text of the answer; its counts stay as they are. */
    public TestRecord says(String words) {
        text = words;
        return this;
    }

    public TestRecord delayedTo(long millis) {
        sent = millis;
        end = millis;
        return this;
    }

    /** Token events at these moments, one token each; the request ends with the last. */
    public TestRecord tokensAt(long... millis) {
        tokenEvents = millis.clone();
        firstEvent = millis[0];
        firstVisible = millis[0];
        end = millis[millis.length - 1];
        outputTokens = millis.length;
        outputChars = 4 * millis.length;
        return this;
    }

    public TestRecord firstEventAt(long millis) {
        firstEvent = millis;
        return this;
    }

    public TestRecord firstVisibleAt(long millis) {
        firstVisible = millis;
        return this;
    }

    public TestRecord endsAt(long millis) {
        end = millis;
        return this;
    }

    /** Ends this long after it was sent, with one token then. */
    public TestRecord answeredAfter(long millis) {
        return tokensAt(sent + millis);
    }

    public TestRecord connected(long millis) {
        connect = millis;
        return this;
    }

    public TestRecord prompt(int chars, int tokens) {
        promptChars = chars;
        promptTokens = tokens;
        return this;
    }

    public TestRecord output(int tokens, int chars) {
        outputTokens = tokens;
        outputChars = chars;
        return this;
    }

    public TestRecord cached(int tokens) {
        cachedTokens = tokens;
        return this;
    }

    public TestRecord coalesced(int events) {
        coalesced = events;
        return this;
    }

    public TestRecord staleRetry() {
        staleRetries = 1;
        return this;
    }

    public TestRecord from(TokensFrom source) {
        from = source;
        return this;
    }

    public TestRecord server(Map<String, Double> times) {
        serverTimes = times;
        return this;
    }

    /** Sets the model that the answer names. */
    public TestRecord model(String named) {
        model = named;
        return this;
    }

    public TestRecord warned(String... names) {
        warnings = List.of(names);
        return this;
    }

    public TestRecord failed(FailureKind kind) {
        return failed(Failure.of(kind, "request of " + scheduled + " ms"));
    }

    public TestRecord failed(Failure why) {
        failure = why;
        return this;
    }

    /** Fails for want of room and asks to come back later. */
    public TestRecord refusedFor(long millis) {
        failure = new Failure(FailureKind.OVERLOAD, 429, "slow down", null, OptionalLong.of(millis));
        return this;
    }

    public RequestRecord build() {
        long[] events = Arrays.stream(tokenEvents).map(TestRecord::nanos).toArray();
        boolean streamed = events.length > 0;
        RequestTimestamps moments = new RequestTimestamps(
                nanos(scheduled),
                nanos(sent),
                nanos(sent),
                nanos(firstEvent),
                streamed ? events[0] : RequestTimestamps.NEVER,
                nanos(firstVisible),
                events,
                streamed ? events[events.length - 1] : RequestTimestamps.NEVER,
                nanos(end),
                connect < 0 ? -1 : nanos(connect));
        Answer answer = failure != null && !streamed ? Answer.NONE : answer();
        return new RequestRecord(
                index,
                user,
                phase,
                turn,
                promptChars,
                maxNewTokens,
                moments,
                failure == null || failure.status() == 0 ? 200 : failure.status(),
                1000,
                coalesced,
                staleRetries,
                answer,
                failure);
    }

    private Answer answer() {
        return new Answer(
                text,
                "",
                outputChars,
                tokenEvents.length,
                0,
                0,
                promptTokens,
                outputTokens,
                0,
                cachedTokens,
                from,
                "stop",
                true,
                serverTimes,
                model,
                warnings);
    }

    /** Builds several. */
    public static List<RequestRecord> records(TestRecord... records) {
        List<RequestRecord> built = new ArrayList<>();
        for (TestRecord record : records) {
            built.add(record.build());
        }
        return built;
    }

    private static long nanos(long millis) {
        return millis == RequestTimestamps.NEVER ? RequestTimestamps.NEVER : millis * 1_000_000;
    }
}
